import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import path from "node:path";
import { stringify } from "csv-stringify/sync";
import type { Remark } from "./feed-car.ts";

const ownColumns = ["marque_line", "marque_column", "marque_reason"];

/** The rows of a feed that were not imported, as a CSV file to correct and import again. Created with its first row. */
export type ReportFile = {
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
  const kept = headers.filter((header) => !ownColumns.includes(header));
  const ownCells = headers.length - kept.length;
  let handle: FileHandle | null = null;
  let pending = "";
  // Formulas are not escaped: the cells must stay as they were, to be imported again.
  const lineOf = (cells: readonly string[]) =>
    stringify([cells], { delimiter, record_delimiter: "\r\n", quoted_match: /[\r\n]|^\s|\s$/ });
  return {
    async add(line, faults, cells) {
      // With a byte order mark, spreadsheets read the file as UTF-8.
      if (!handle) pending = `\uFEFF${lineOf([...ownColumns, ...kept])}`;
      handle ??= await open(file, "wx");
      const columns = [...new Set(faults.map(({ column }) => column).filter(Boolean))].join("; ");
      const reasons = faults
        .map(({ column, reason }) =>
          faults.length > 1 && column ? `${column}: ${reason}` : reason,
        )
        .join("; ");
      // Our columns come first in an earlier report, so the rest of a row is the feed's, however long it is.
      pending += lineOf([String(line), columns, reasons, ...cells.slice(ownCells)]);
      if (pending.length > 65_536) {
        await handle.write(pending);
        pending = "";
      }
    },
    async close() {
      if (!handle) return null;
      await handle.write(pending);
      await handle.close();
      return file;
    },
  };
}

/** An unused path for a file about a feed: beside the feed, or in `fallback` if that folder is read-only. */
export function freePathFor(feed: string, ending: string, fallback: string): string {
  const beside = path.dirname(path.resolve(feed));
  const folder = isWritable(beside) ? beside : fallback;
  mkdirSync(folder, { recursive: true });
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

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    // Root can write anywhere, but should leave a read-only folder alone.
    return (statSync(folder).mode & 0o222) !== 0;
  } catch {
    return false;
  }
}
