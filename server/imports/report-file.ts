import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import path from "node:path";
import type { Remark } from "./feed-car.ts";

const ownColumns = ["marque_line", "marque_column", "marque_reason"];

/** The rows of a feed that were not taken, as a CSV file that can be mended and imported again. Made with its first row. */
export type ReportFile = {
  add(line: number, faults: readonly Remark[], cells: readonly string[]): Promise<void>;
  /** Ends the file; answers its path, or null where no row was refused. */
  close(): Promise<string | null>;
};

/** @param headers the feed's own headers; our columns of an earlier report among them are not repeated */
export function createReportFile(
  file: string,
  delimiter: string,
  headers: readonly string[],
): ReportFile {
  const kept = headers
    .map((header, index) => (ownColumns.includes(header) ? -1 : index))
    .filter((index) => index >= 0);
  const ownCells = headers.length - kept.length;
  let handle: FileHandle | null = null;
  let pending = "";
  const lineOf = (cells: readonly string[]) =>
    `${cells.map((cell) => quote(cell, delimiter)).join(delimiter)}\r\n`;
  return {
    async add(line, faults, cells) {
      // A mark at the beginning tells spreadsheets that the file is UTF-8.
      if (!handle)
        pending = `\uFEFF${lineOf([...ownColumns, ...kept.map((index) => headers[index] ?? "")])}`;
      handle ??= await open(file, "wx");
      const columns = [...new Set(faults.map(({ column }) => column).filter(Boolean))].join("; ");
      const reasons = faults
        .map(({ column, reason }) =>
          faults.length > 1 && column ? `${column}: ${reason}` : reason,
        )
        .join("; ");
      // Our columns stand first in an earlier report, so what is left of a row of any length is the feed's.
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

function quote(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]|^\s|\s$/.test(cell)
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;
}

/**
 * A path for a file about a feed that no file has yet: beside the feed, or in `fallback` where that folder cannot be
 * written. A report that is being mended is never overwritten.
 */
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
    // Root may write anywhere; a folder that its owner made read-only is left as it is all the same.
    return (statSync(folder).mode & 0o222) !== 0;
  } catch {
    return false;
  }
}
