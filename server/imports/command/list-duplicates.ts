import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Feed } from "../inspect-feed.ts";
import { isReportColumn } from "../headers/map-headers.ts";
import { csvLine, withoutFormula } from "./report-file.ts";

/** A row with the same facts as an earlier one of the feed. */
export type Repeat = { line: number; firstLine: number };

/** A repeated row, and the columns in which it differs from the first one: "Price: 100 → 200; …". */
export type ComparedRepeat = Repeat & { differences: string };

/** Finds in which columns a feed's repeated rows differ. */
export async function* compareRepeats(
  feed: Pick<Feed, "records" | "headers">,
  repeats: readonly Repeat[],
): AsyncGenerator<ComparedRepeat> {
  const firstLines = new Map(repeats.map(({ line, firstLine }) => [line, firstLine]));
  const needed = new Set(firstLines.values());
  const firstRows = new Map<number, string[]>();
  for await (const { line, cells } of feed.records()) {
    if (needed.has(line)) firstRows.set(line, cells);
    const firstLine = firstLines.get(line);
    if (firstLine === undefined) continue;
    const first = firstRows.get(firstLine) ?? [];
    const differences = feed.headers.flatMap((header, index) =>
      cells[index] === first[index] || isReportColumn(header)
        ? []
        : `${header.trim()}: ${first[index] ?? ""} → ${cells[index] ?? ""}`,
    );
    yield { line, firstLine, differences: differences.join("; ") };
  }
}

/** Writes the repeated rows of a feed with both lines and the columns in which they differ. */
export async function writeDuplicates(
  repeats: AsyncIterable<ComparedRepeat>,
  file: string,
): Promise<void> {
  let text = `\uFEFF${csvLine(["marque_line", "marque_first_line", "marque_differs"], ",")}`;
  for await (const { line, firstLine, differences } of repeats)
    text += csvLine([String(line), String(firstLine), withoutFormula(differences)], ",");
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { flag: "wx" });
}
