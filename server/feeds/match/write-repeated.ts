import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { csvLine, withoutFormula } from "#server/imports/public.ts";
import { factNameOf, factValue } from "../feed-fact-names.ts";
import type { RepeatedRow, RepeatedRows } from "./repeated-rows.ts";

/** Lines of the report. With the length of the values, it bounds the size of the file. */
const mostLines = 20_000;

/** Writes the repeated rows of a file with both lines and the values in which they differ, as CSV to look at. */
export function writeRepeated(
  { repeated, repeatedRows }: RepeatedRows,
  file: string,
  currency: string,
): void {
  const lines = [["line", "first line", "fact", "value in the first line", "value"]];
  let written = 0;
  for (const repeat of repeated) {
    if (lines.length > mostLines) break;
    lines.push(...linesOf(repeat, currency));
    written += 1;
  }
  if (written < repeatedRows)
    lines.push(["", "", `${repeatedRows - written} more repeated rows`, "", ""]);
  mkdirSync(path.dirname(file), { recursive: true });
  const text = lines.map((cells) => csvLine(cells.map(withoutFormula), ",")).join("");
  // With a byte order mark, spreadsheets read the file as UTF-8.
  writeFileSync(file, `\uFEFF${text}`, { flag: "wx" });
}

function linesOf({ line, firstLine, fields, values }: RepeatedRow, currency: string): string[][] {
  const place = [String(line), String(firstLine)];
  const named = fields.flatMap((field) => {
    const name = factNameOf(field);
    if (!name) return [];
    const [first, again] = [values?.first ?? {}, values?.again ?? {}].map((facts) =>
      String(factValue(facts, field, currency) ?? ""),
    );
    return [[...place, name, first!, again!]];
  });
  return named.length > 0 ? named : [[...place, "", "", ""]];
}
