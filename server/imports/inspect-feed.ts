import { statSync } from "node:fs";
import path from "node:path";
import type { Column, Evidence, FeedOptions } from "./feed-context.ts";
import { openSource, withFirstRows, type FeedSource } from "./files/feed-source.ts";
import { gatherEvidence } from "./gather-evidence.ts";
import type { Field } from "./headers/feed-fields.ts";
import { ImportError } from "./import-error.ts";
import { mapHeaders } from "./headers/map-headers.ts";

/** A feed after a first pass over the whole file: its format, its columns and the evidence. */
export type Feed = FeedSource & {
  file: string;
  name: string;
  columns: Column[];
  evidence: Evidence;
};

/**
 * @param name what the feed is called, if not by its file
 * @param mostRows rows that are read, if not all
 * @throws ImportError if the file cannot be read or lacks headers or rows
 */
export async function inspectFeed(
  file: string,
  options: FeedOptions,
  name = path.basename(file),
  mostRows = Infinity,
): Promise<Feed> {
  try {
    return await inspectNamed(file, options, { name, mostRows });
  } catch (error) {
    // A file of an archive is in a temporary folder that no one knows.
    if (error instanceof ImportError && path.basename(file) !== path.basename(name))
      throw new ImportError(error.message.replaceAll(file, name));
    throw error;
  }
}

async function inspectNamed(
  file: string,
  options: FeedOptions,
  { name, mostRows }: { name: string; mostRows: number },
): Promise<Feed> {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new ImportError(`${file}: no such file.`);
  if (stats.size === 0) throw new ImportError(`${file}: the file is empty.`);
  const source = withFirstRows(file, await openSource(file, options), mostRows);
  const { headers } = source;
  const columns = mapHeaders(headers, options.headerMap, options.symbols);
  requireColumns(file, headers, columns);
  const evidence = await gatherEvidence(source.records(), columns, options, {
    name,
    delimiter: source.delimiter,
    width: headers.length,
  });
  if (evidence.rows === 0) throw new ImportError(`${file}: the file has headers but no rows.`);
  return { ...source, file, name, columns, evidence };
}

/** Rows that show what the columns contain. */
const sampleRows = 3;
const longestSample = 100;

/**
 * The columns of a file with their first values, and the required facts that have none.
 * @throws ImportError if the file has no known header
 */
export async function sampleColumns(file: string, options: FeedOptions) {
  const { headers, records } = await openSource(file, options);
  const columns = mapHeaders(headers, options.headerMap, options.symbols);
  const fields = new Map(columns.map(({ index, field }) => [index, field]));
  const first: string[][] = [];
  for await (const { cells } of records()) {
    first.push(cells);
    if (first.length === sampleRows) break;
  }
  return {
    missing: missingColumns(columns),
    columns: headers.map((header, index) => ({
      header,
      field: fields.get(index) ?? null,
      values: first.map((cells) => (cells[index] ?? "").slice(0, longestSample)),
    })),
  };
}

/** The facts that every row needs and no column has. */
function missingColumns(columns: readonly Column[]): string[] {
  const has = (...fields: Field[]) => columns.some(({ field }) => fields.includes(field));
  return [
    has("model") ? null : "model",
    has("year", "firstRegistration") ? null : "year",
    has("price") ? null : "price",
    has("mileage") ? null : "mileage",
  ].filter((field) => field !== null);
}

/** @throws ImportError if a fact that every row needs has no column */
function requireColumns(file: string, headers: readonly string[], columns: readonly Column[]) {
  const missing = missingColumns(columns);
  if (missing.length === 0) return;
  const shown = headers.map((header) => header.trim()).join(", ");
  throw new ImportError(
    `${file}: no column for ${missing.join(" and ")} (headers: ${shown.slice(0, 500)}). Name it with --map.`,
  );
}
