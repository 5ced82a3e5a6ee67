import { fold } from "#shared/text/fold.ts";
import type { HeaderMap } from "../feed-context.ts";
import { saysNotForSale } from "../facts/find-sold.ts";
import { mapHeaders } from "../headers/map-headers.ts";
import { beyondLimit, readLimits } from "./read-limits.ts";
import type { Workbook } from "./read-workbook.ts";

// Sheets can begin with a title or a logo.
const rowsBeforeHeader = 20;
/** A sheet with fewer known headers is no list of cars, but a legend or a summary. */
const fewestKnown = 3;

type Sheet = { name: string; headers: string[]; headerLine: number; knownColumns: number };
/** The sheets that are read as one table, and why other lists of cars in the workbook are not read. */
export type ChosenSheets = { headers: string[]; sheets: Sheet[]; unread: string[] };

/**
 * The sheet with the most known headers, and those with the same ones, as in a workbook with a sheet for each brand. Null
 * without known headers.
 */
export async function chooseSheets(
  file: string,
  workbook: Workbook,
  own: HeaderMap,
): Promise<ChosenSheets | null> {
  const all: Sheet[] = [];
  const isKnown = createHeaderTest(file, own);
  for (const name of workbook.sheets)
    all.push(...(await headerOf(workbook, name, { own, isKnown })));
  const forSale = all.filter(({ name }) => !saysNotForSale(name));
  const best = (forSale.length > 0 ? forSale : all).reduce<Sheet | null>(
    (most, sheet) => (sheet.knownColumns > (most?.knownColumns ?? 0) ? sheet : most),
    null,
  );
  if (!best) return null;
  const isSame = ({ headers }: Sheet) => keyOf(headers) === keyOf(best.headers);
  const sheets = all.filter(
    (sheet) => sheet === best || (forSale.includes(sheet) && isSame(sheet)),
  );
  const unread = all
    .filter((sheet) => !sheets.includes(sheet) && sheet.knownColumns >= fewestKnown)
    .map((sheet) =>
      forSale.includes(sheet)
        ? `${sheet.name} (its headers differ from those of ${best.name})`
        : `${sheet.name} (its name says that its cars are not for sale)`,
    );
  return { headers: best.headers, sheets, unread };
}

/** The row of a sheet with the most known headers, if there is one, or two rows if merged cells head the columns below. */
async function headerOf(
  workbook: Workbook,
  name: string,
  { own, isKnown }: { own: HeaderMap; isKnown: HeaderTest },
): Promise<Sheet[]> {
  let best: Sheet | null = null;
  let rows = 0;
  let above: { line: number; cells: readonly string[] } | null = null;
  for await (const { line, cells } of workbook.rows(name)) {
    const under =
      above && above.line === line - 1 ? underGroups(above.cells, cells, isKnown) : cells;
    for (const headers of [cells, under]) {
      const knownColumns = mapHeaders(headers.filter(isKnown), own).length;
      if (knownColumns > (best?.knownColumns ?? 1))
        best = { name, headers, headerLine: line, knownColumns };
    }
    above = { line, cells };
    if (++rows >= rowsBeforeHeader) break;
  }
  return best ? [best] : [];
}

type HeaderTest = (header: string) => boolean;

/** Whether a text is a known header. Texts repeat in sheets, and each takes as long as a row of cars. */
function createHeaderTest(file: string, own: HeaderMap): HeaderTest {
  const results = new Map<string, boolean>();
  let characters = 0;
  return (header) => {
    if (header === "" || header.length > readLimits.header) return false;
    const before = results.get(header);
    if (before !== undefined) return before;
    characters += header.length;
    if (characters > readLimits.headerText)
      throw beyondLimit(
        file,
        readLimits.headerText,
        "characters in the first rows of its sheets",
        "Save the sheet of the cars as a workbook of its own.",
      );
    const result = mapHeaders([header], own).length > 0;
    results.set(header, result);
    return result;
  };
}

/** Headers below those of groups: "Preis brutto" for "brutto" below "Preis", and the upper one where the lower is empty. */
function underGroups(
  above: readonly string[],
  below: readonly string[],
  isKnown: HeaderTest,
): string[] {
  let group = "";
  return Array.from({ length: Math.max(above.length, below.length) }, (_, index) => {
    const upper = above[index]?.trim() ?? "";
    const lower = below[index]?.trim() ?? "";
    if (upper !== "") group = upper;
    if (lower === "") return upper;
    const both = `${group} ${lower}`;
    return !isKnown(lower) && isKnown(both) ? both : lower;
  });
}

const keyOf = (headers: readonly string[]) => headers.map(fold).join("\n").trim();
