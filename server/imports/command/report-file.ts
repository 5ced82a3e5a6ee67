import { existsSync, mkdirSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { stringify } from "csv-stringify/sync";
import { withoutInvisible } from "#shared/text/invisible.ts";
import type { Remark } from "../facts/feed-car.ts";

const ownColumns = ["marque_line", "marque_column", "marque_reason"];

/** The rows of a feed that were not imported, as a CSV file to correct and import again. Created with its first row. */
export type ReportFile = {
  /** Writes one row at once, so that the file is complete up to the moment when a run is killed. */
  add(line: number, faults: readonly Remark[], cells: readonly string[]): Promise<void>;
  /** Closes the file and returns its path, or null if there was no row. */
  close(): Promise<string | null>;
};

/** @param headers the feed's headers. If the feed is an earlier report, our own columns are not repeated */
export function createReportFile(
  file: string,
  delimiter: string,
  headers: readonly string[],
): ReportFile {
  const feedColumns = headers.filter((header) => !ownColumns.includes(header));
  const ownCells = headers.length - feedColumns.length;
  let handle: FileHandle | null = null;
  return {
    async add(line, faults, cells) {
      if (!handle) {
        mkdirSync(path.dirname(file), { recursive: true });
        handle = await open(file, "wx");
        // With a byte order mark, spreadsheets read the file as UTF-8.
        await handle.write(`\uFEFF${csvLine([...ownColumns, ...feedColumns], delimiter)}`);
      }
      const columns = [...new Set(faults.map(({ column }) => column).filter(Boolean))].join("; ");
      const reasons = faults
        .map(({ column, reason }) =>
          faults.length > 1 && column ? `${column}: ${reason}` : reason,
        )
        .join("; ");
      // Our columns come first in an earlier report, so the rest of a row is the feed's, however long it is.
      await handle.write(
        csvLine([String(line), columns, reasons, ...cells.slice(ownCells)], delimiter),
      );
    },
    async close() {
      await handle?.close();
      return handle ? file : null;
    },
  };
}

/** A line of CSV. Formulas are not escaped: the cells must stay as they were, to be imported again. */
export function csvLine(cells: readonly string[], delimiter: string): string {
  return stringify([cells], {
    delimiter,
    record_delimiter: "\r\n",
    quoted_match: /[\r\n]|^\s|\s$/,
  });
}

// Text that a spreadsheet may run as a formula (OWASP, "CSV Injection").
const formula = /^\s*[=+\-@\t\r\n＝＋－＠|%]/u;

/** A cell that a spreadsheet shows as text, for files that are read by people only. */
export function withoutFormula(cell: string): string {
  // Programs differ in what they leave out before they look.
  return formula.test(withoutInvisible(cell).replaceAll("\0", "")) ? `'${cell}` : cell;
}

/** An unused path in `folder` for a file about a feed. */
export function freePathFor(feed: string, ending: string, folder: string): string {
  const base = path
    .basename(feed)
    .replace(/\.[^.]*$/, "")
    .replace(/\.quarantined(?:-\d+)?$/, "");
  for (let number = 1; ; number++) {
    const candidate = path.join(
      folder,
      `${base}.${ending.replace(".", number === 1 ? "." : `-${number}.`)}`,
    );
    if (!existsSync(candidate)) return candidate;
  }
}
