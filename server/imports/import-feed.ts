import { unreadSheet } from "#shared/feeds/feed-contract.ts";
import { convertPrice, type Rate } from "./convert-price.ts";
import type { Refusal } from "./feed-car.ts";
import type { FeedOptions } from "./feed-context.ts";
import { findSharedPlates } from "./find-shared-plates.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { ImportError } from "./import-error.ts";
import type { ImportRow, Seller } from "./import-store.ts";
import type { Feed } from "./inspect-feed.ts";
import type { WriteBatch } from "./listing-writer.ts";
import type { Repeat } from "./list-duplicates.ts";
import { readFeed } from "./read-feed.ts";
import { readLimits } from "./read-limits.ts";
import type { ReportFile } from "./report-file.ts";
import { toListing, whyNotPriced } from "./to-listing.ts";

/** The rows of a feed by result: `imported + duplicates + quarantined = rows`, unless the run was stopped. */
export type FeedSummary = {
  rows: number;
  imported: number;
  duplicates: number;
  /**
   * All refused rows: those of other makes, of damaged cars and of cars that are not for sale, and those that can be
   * corrected.
   */
  quarantined: number;
  otherMake: number;
  damaged: number;
  notForSale: number;
  /** Values left out of imported rows, by "column: reason". */
  leftOut: Record<string, number>;
  /** Faults of quarantined rows, by "column: kind of reason". */
  refusals: Record<string, number>;
};

export type FeedRun = {
  seller: Seller;
  shopCurrency: string;
  digest: Secrets["digest"];
  options: FeedOptions;
  now: Date;
  write: WriteBatch;
  report: Pick<ReportFile, "add">;
  signal: AbortSignal;
  onProgress: (rows: number) => void;
  onRepeat?: (repeat: Repeat) => void;
};

const batchSize = 1_000;
/** Rows whose repetitions are found. Bounds the memory that a large feed takes. */
const mostRemembered = 200_000;

/** The summary of no rows. */
export function emptySummary(): FeedSummary {
  return {
    rows: 0,
    imported: 0,
    duplicates: 0,
    quarantined: 0,
    otherMake: 0,
    damaged: 0,
    notForSale: 0,
    leftOut: {},
    refusals: {},
  };
}

/** Reads a feed row by row and writes it in batches. A signal stops it after the current batch. */
export async function importFeed(feed: Feed, run: FeedRun): Promise<FeedSummary> {
  const summary = emptySummary();
  const origin = {
    sourceFile: feed.name,
    seller: run.seller,
    location: run.options.location,
    shopCurrency: run.shopCurrency,
    rate: rateOf(feed, run),
    digest: run.digest,
    sharedPlates: await findSharedPlates(feed),
  };
  countUnread(summary.leftOut, feed);
  const firstLines = new Map<string, number>();
  let batch: { listing: ImportRow; line: number; cells: readonly string[] }[] = [];
  const flush = async () => {
    const { imported, taken } = await run.write(batch.map(({ listing }) => listing));
    summary.imported += imported;
    summary.duplicates += batch.length - imported - taken.size;
    for (const { listing, line, cells } of batch) {
      if (!taken.has(listing)) continue;
      const faults = [{ column: "vin", reason: `"${listing.vin}" is for sale already` }];
      summary.quarantined++;
      countReason(summary.refusals, "vin", faults[0]!.reason);
      await run.report.add(line, faults, cells);
    }
    batch = [];
    run.onProgress(summary.rows);
  };
  for await (const { line, cells, read } of readFeed(
    feed,
    run.options,
    run.now,
    run.shopCurrency,
  )) {
    if (run.signal.aborted) break;
    summary.rows++;
    const listing = "car" in read ? toListing(read, origin, line) : null;
    const refusal: Refusal | null =
      "faults" in read
        ? read
        : listing
          ? null
          : {
              kind: "faults",
              faults: [whyNotPriced(read, origin)],
            };
    if (refusal) {
      summary.quarantined++;
      if (refusal.kind !== "faults") summary[refusal.kind]++;
      for (const { column, reason } of refusal.faults)
        countReason(summary.refusals, column, reason);
      await run.report.add(line, refusal.faults, cells);
    } else if (listing && "car" in read) {
      for (const { column, reason } of [...read.leftOut, ...read.sourceLeftOut])
        countReason(summary.leftOut, column, reason);
      const firstLine = firstLines.get(listing.importFingerprint ?? "");
      if (firstLine !== undefined) run.onRepeat?.({ line, firstLine });
      else if (firstLines.size < mostRemembered)
        firstLines.set(listing.importFingerprint ?? "", line);
      batch.push({ listing, line, cells });
    }
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  return summary;
}

/**
 * The rate for a feed's prices. One that is given is not used if the file itself says that its prices are in the shop's
 * currency, as an export does. Null if only rows in the shop's currency can be read, because no rate is given.
 * @throws ImportError if a rate is missing (different currencies) or given beside the shop's currency
 */
export function rateOf(
  { name, evidence }: Pick<Feed, "name" | "evidence">,
  run: Pick<FeedRun, "shopCurrency" | "options">,
): Rate | null {
  const { currency, currencySource } = evidence;
  const { rate } = run.options;
  // Without a currency every row is quarantined, so the rate is not used.
  if (!currency) return "1";
  if (currency !== run.shopCurrency) {
    if (rate) return rate;
    if (evidence.stated.has(run.shopCurrency)) return null;
    throw new ImportError(
      `${name} is in ${currency} and the shop in ${run.shopCurrency}: add --rate, the ${run.shopCurrency} for one ${currency}.`,
      2,
    );
  }
  const isOther = rate && convertPrice(1_000_000_000, currency, currency, rate) !== 1_000_000_000;
  if (isOther && currencySource === "--currency")
    throw new ImportError(`${name} is in ${currency}, like the shop: leave out --rate.`, 2);
  return "1";
}

/** Counts the sheets that are not read among the facts that are left out. */
export function countUnread(counts: Record<string, number>, { unread = [] }: Feed): void {
  for (const sheet of unread) counts[`${unreadSheet}: ${sheet}`] = 1;
}

const otherReasons = "other reasons";

/** Counts a reason without the value itself, so that reasons of the same kind are counted together. */
export function countReason(counts: Record<string, number>, column: string, reason: string): void {
  const kind = `${column ? `${column}: ` : ""}${reason
    .replace(/^".*?"(?=[ :])/s, "…")
    .replace(/"[^"]*"$/, "…")
    .replace(/(?<=Did you mean )[^?]+/, "…")
    .replace(/(?<=^the car is ").+(?=", and damaged)/s, "…")}`;
  const isNew = !(kind in counts);
  const counted = isNew && Object.keys(counts).length >= readLimits.reasons ? otherReasons : kind;
  counts[counted] = (counts[counted] ?? 0) + 1;
}
