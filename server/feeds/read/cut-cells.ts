import { cutMark, isCutCell, longestRefusedCell } from "#shared/feeds/refused-row-contract.ts";
import { toStorable } from "#shared/text/text.ts";
import type { Remark } from "#server/imports/public-reading.ts";

/** Characters of the cells of a refused row, and of all that a plan keeps. */
const longestRow = 20_000;
const longestPlan = 4_000_000;
/** Characters of each row of a plan that has more. */
const shortestRow = 200;
const longestReason = 500;
const mostFaults = 50;

/** Cuts the cells of a plan's refused rows, so that neither the plan nor a page of it grows with the file. */
export function createCellCutter(): (cells: readonly string[]) => string[] {
  let characters = 0;
  return (cells) => {
    const cut = cutCells(cells, characters < longestPlan ? longestRow : shortestRow);
    for (const cell of cut) characters += cell.length;
    return cut;
  };
}

/** The cells of a row, of which the long ones and those that no longer fit are cut. */
export function cutCells(cells: readonly string[], longest = longestRow): string[] {
  let rest = longest;
  return cells.map((cell) => {
    const most = Math.min(longestRefusedCell, rest);
    const text =
      cell.length <= most
        ? cell
        : most === longestRefusedCell
          ? `${cell.slice(0, longestRefusedCell)}${cutMark}`
          : cutMark;
    rest = Math.max(0, rest - text.length);
    // Cut first: a cut can halve a character.
    return toStorable(text);
  });
}

/** Whether a corrected cell is what a refused row shows of a longer one. */
export const isBeginningOf = (corrected: string, cell: string): boolean =>
  corrected !== cell &&
  cell.length >= corrected.length &&
  isCutCell(corrected) &&
  corrected.endsWith(cutMark) &&
  toStorable(cell).startsWith(corrected.slice(0, -cutMark.length));

/** What is wrong with a refused row, for its page. */
export const cutFaults = (faults: readonly Remark[]): Remark[] =>
  faults.slice(0, mostFaults).map(({ column, reason }) => ({
    column: cutText(column),
    reason: cutText(reason),
  }));

const cutText = (text: string): string =>
  toStorable(text.length <= longestReason ? text : `${text.slice(0, longestReason)}${cutMark}`);
