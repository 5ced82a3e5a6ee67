// What a spreadsheet would take for a formula (OWASP, "CSV Injection"), with spaces before it and in full width too.
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/u;

/** One line of CSV, ended. Every cell is quoted, and one that a spreadsheet would run becomes text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(",")}\r\n`;
}

function quoted(cell: string): string {
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}
