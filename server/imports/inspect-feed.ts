import { statSync } from "node:fs";
import path from "node:path";
import { detectDelimiter, type Delimiter } from "./detect-delimiter.ts";
import { detectEncoding, type FeedEncoding } from "./detect-encoding.ts";
import type { Column, Evidence, FeedOptions } from "./feed-context.ts";
import { gatherEvidence } from "./gather-evidence.ts";
import { ImportError } from "./import-error.ts";
import { mapHeaders } from "./map-headers.ts";
import { readRecords, type FeedRecord } from "./read-records.ts";

/** A feed after a first pass over the whole file: its format, its columns and the evidence. */
export type Feed = {
  file: string;
  name: string;
  encoding: FeedEncoding;
  delimiter: Delimiter;
  headers: string[];
  columns: Column[];
  evidence: Evidence;
  records(): AsyncGenerator<FeedRecord>;
};

/** @throws ImportError if the file cannot be read or its first row has no known header */
export async function inspectFeed(file: string, options: FeedOptions): Promise<Feed> {
  const name = path.basename(file);
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new ImportError(`${file}: no such file.`);
  if (found.size === 0) throw new ImportError(`${file}: the file is empty.`);
  const encoding = await detectEncoding(file);
  const header = await detectDelimiter(file, encoding, options.headerMap);
  if (!header)
    throw new ImportError(
      `${file}: the first row has no known header. Add headers, or name them with --map.`,
    );
  const columns = mapHeaders(header.headers, options.headerMap);
  const records = () =>
    rowsAfter(
      header.headerLine,
      header.headers.length,
      readRecords(file, encoding, header.delimiter),
    );
  const evidence = await gatherEvidence(records(), columns, options, {
    name,
    delimiter: header.delimiter,
    width: header.headers.length,
  });
  return {
    file,
    name,
    encoding,
    delimiter: header.delimiter,
    headers: header.headers,
    columns,
    evidence,
    records,
  };
}

async function* rowsAfter(
  headerLine: number,
  width: number,
  records: AsyncGenerator<FeedRecord>,
): AsyncGenerator<FeedRecord> {
  for await (const record of records) {
    if (record.line <= headerLine) continue;
    // Rows that end with a delimiter have an extra empty cell.
    const surplus = record.cells.slice(width);
    yield surplus.length > 0 && surplus.every((cell) => cell.trim() === "")
      ? { ...record, cells: record.cells.slice(0, width) }
      : record;
  }
}
