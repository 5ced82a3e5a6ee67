import { statSync } from "node:fs";
import path from "node:path";
import type { Column, Evidence, FeedOptions } from "./feed-context.ts";
import { openSource, type FeedSource } from "./feed-source.ts";
import { gatherEvidence } from "./gather-evidence.ts";
import type { Field } from "./header-words.ts";
import { ImportError } from "./import-error.ts";
import { mapHeaders } from "./map-headers.ts";

/** A feed after a first pass over the whole file: its format, its columns and the evidence. */
export type Feed = FeedSource & {
  file: string;
  name: string;
  columns: Column[];
  evidence: Evidence;
};

/**
 * @param name what the feed is called, if not by its file
 * @throws ImportError if the file cannot be read or lacks headers or rows
 */
export async function inspectFeed(
  file: string,
  options: FeedOptions,
  name = path.basename(file),
): Promise<Feed> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new ImportError(`${file}: no such file.`);
  if (found.size === 0) throw new ImportError(`${file}: the file is empty.`);
  const source = await openSource(file, options);
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

/** @throws ImportError if a fact that every row needs has no column */
function requireColumns(file: string, headers: readonly string[], columns: readonly Column[]) {
  const has = (...fields: Field[]) => columns.some(({ field }) => fields.includes(field));
  const missing = [
    has("model") ? null : "model",
    has("year", "firstRegistration") ? null : "year",
    has("price") ? null : "price",
    has("mileage") ? null : "mileage",
  ].filter((field) => field !== null);
  if (missing.length === 0) return;
  const shown = headers.map((header) => header.trim()).join(", ");
  throw new ImportError(
    `${file}: no column for ${missing.join(" and ")} (headers: ${shown.slice(0, 500)}). Name it with --map.`,
  );
}
