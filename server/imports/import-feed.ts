import { convertPrice } from "./convert-price.ts";
import type { Remark } from "./feed-car.ts";
import type { Column, FeedContext, FeedOptions } from "./feed-context.ts";
import type { Field } from "./header-words.ts";
import { ImportError } from "./import-error.ts";
import type { NewListing, Seller } from "./import-store.ts";
import type { Feed } from "./inspect-feed.ts";
import type { WriteBatch } from "./listing-writer.ts";
import type { FeedRecord } from "./read-records.ts";
import { readRow } from "./read-row.ts";
import type { ReportFile } from "./report-file.ts";
import { toListing, type Origin } from "./to-listing.ts";

/** The rows of a feed by result: `imported + duplicates + quarantined = rows`, unless the run was stopped. */
export type FeedSummary = {
  rows: number;
  imported: number;
  duplicates: number;
  quarantined: number;
  /** Values left out of imported rows, by "column: reason". */
  leftOut: Record<string, number>;
  /** Faults of quarantined rows, by "column: kind of reason". */
  refusals: Record<string, number>;
};

export type FeedRun = {
  seller: Seller;
  shopCurrency: string;
  options: FeedOptions;
  now: Date;
  write: WriteBatch;
  report: Pick<ReportFile, "add">;
  signal: AbortSignal;
  onProgress: (rows: number) => void;
};

const batchSize = 1_000;

/** Reads a feed row by row and writes it in batches. A signal stops it after the current batch. */
export async function importFeed(feed: Feed, run: FeedRun): Promise<FeedSummary> {
  const summary: FeedSummary = {
    rows: 0,
    imported: 0,
    duplicates: 0,
    quarantined: 0,
    leftOut: {},
    refusals: {},
  };
  const context: FeedContext = {
    columns: byField(feed.columns),
    evidence: feed.evidence,
    options: run.options,
    now: run.now,
  };
  const origin = {
    sourceFile: feed.name,
    seller: run.seller,
    location: run.options.location,
    shopCurrency: run.shopCurrency,
    rate: rateOf(feed, run),
  };
  let batch: Omit<NewListing, "id">[] = [];
  const flush = async () => {
    const imported = await run.write(batch);
    summary.imported += imported;
    summary.duplicates += batch.length - imported;
    batch = [];
    run.onProgress(summary.rows);
  };
  for await (const record of feed.records()) {
    if (run.signal.aborted) break;
    summary.rows++;
    const outcome = decideRow(record, feed.headers.length, context, origin);
    if ("faults" in outcome) {
      summary.quarantined++;
      for (const { column, reason } of outcome.faults) count(summary.refusals, column, reason);
      await run.report.add(record.line, outcome.faults, record.cells);
    } else {
      for (const { column, reason } of outcome.leftOut) count(summary.leftOut, column, reason);
      batch.push(outcome.listing);
    }
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  return summary;
}

type Outcome = { listing: Omit<NewListing, "id">; leftOut: Remark[] } | { faults: Remark[] };

function decideRow(
  { line, cells, broken }: FeedRecord,
  width: number,
  context: FeedContext,
  origin: Omit<Origin, "sourceRow">,
): Outcome {
  if (broken) return { faults: [{ column: "", reason: broken }] };
  if (cells.length !== width)
    return {
      faults: [
        { column: "", reason: `the row has ${cells.length} cells where the header has ${width}` },
      ],
    };
  const row = readRow(cells, context);
  if ("faults" in row) return row;
  const listing = toListing(row.car, row.leftOut, { ...origin, sourceRow: line });
  return listing
    ? { listing, leftOut: row.leftOut }
    : {
        faults: [{ column: "price", reason: "the converted price is too small or too large" }],
      };
}

/**
 * The rate for a feed's prices.
 * @throws ImportError if a rate is missing (different currencies) or given without need (same currency)
 */
export function rateOf(
  { name, evidence }: Pick<Feed, "name" | "evidence">,
  run: Pick<FeedRun, "shopCurrency" | "options">,
): string {
  const { currency } = evidence;
  const { rate } = run.options;
  // Without a currency every row is quarantined, so the rate is not used.
  if (!currency) return "1";
  if (currency !== run.shopCurrency) {
    if (rate) return rate;
    throw new ImportError(
      `${name} is in ${currency} and the shop in ${run.shopCurrency}: add --rate, the ${run.shopCurrency} for one ${currency}.`,
      2,
    );
  }
  if (rate && convertPrice(1_000_000_000, currency, currency, rate) !== 1_000_000_000)
    throw new ImportError(`${name} is in ${currency}, like the shop: leave out --rate.`, 2);
  return "1";
}

function byField(columns: readonly Column[]): Map<Field, Column[]> {
  const map = new Map<Field, Column[]>();
  for (const column of columns) map.set(column.field, [...(map.get(column.field) ?? []), column]);
  return map;
}

// Without the value itself, so that reasons of the same kind are counted together.
function count(counts: Record<string, number>, column: string, reason: string): void {
  const kind = `${column ? `${column}: ` : ""}${reason.replace(/^".*?"(?=[ :])/s, "…").replace(/"[^"]*"$/, "…")}`;
  counts[kind] = (counts[kind] ?? 0) + 1;
}
