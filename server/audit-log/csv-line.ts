import { stringify } from "csv-stringify/sync";

// Text that a spreadsheet may run as a formula (OWASP, "CSV Injection"). csv-stringify's `escape_formulas` misses
// formulas after spaces and line breaks.
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/u;

/** One line of CSV. Every cell is quoted, and formulas become text. */
export function csvLine(cells: readonly string[]): string {
  return stringify([cells], {
    quoted: true,
    quoted_empty: true,
    record_delimiter: "windows",
    cast: { string: (cell) => (formula.test(cell) ? `'${cell}` : cell) },
  });
}
