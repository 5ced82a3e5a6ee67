import type { Secrets } from "#server/platform/secrets.ts";
import type { Seller } from "./import-store.ts";
import { countReason, countUnread, emptySummary, type FeedSummary } from "../feed-summary.ts";
import { newCarOf, type FileCar } from "./new-car-of-seller.ts";
import type { WriteBatch } from "./listing-writer.ts";
import type { Repeat } from "./list-duplicates.ts";
import type { ReadLine } from "../files/read-lines.ts";
import type { ReportFile } from "./report-file.ts";

export type FeedRun = {
  seller: Seller;
  digest: Secrets["digest"];
  write: WriteBatch;
  report: Pick<ReportFile, "add">;
  signal: AbortSignal;
  onProgress: (rows: number) => void;
  onRepeat?: (repeat: Repeat) => void;
};

const batchSize = 1_000;
/** Rows whose repetitions are found. Bounds the memory that a large feed takes. */
const mostRemembered = 200_000;

/**
 * Writes a feed's rows in batches as they are read. A signal stops it after the current batch.
 * @param unread sheets of the feed that are not read
 */
export async function importFeed(
  { lines, unread }: { lines: AsyncIterable<ReadLine>; unread: readonly string[] },
  run: FeedRun,
): Promise<FeedSummary> {
  const summary = emptySummary();
  countUnread(summary.leftOut, { unread });
  const firstLines = new Map<string, number>();
  let batch: { car: FileCar; line: number; cells: readonly string[] }[] = [];
  const flush = async () => {
    const cars = batch.map(({ car }) => car);
    const { imported, taken } = await run.write(run.seller, cars);
    summary.imported += imported;
    summary.duplicates += batch.length - imported - taken.size;
    for (const { car, line, cells } of batch) {
      if (!taken.has(car)) continue;
      const faults = [{ column: "vin", reason: `"${car.facts.vin}" is for sale already` }];
      summary.quarantined++;
      countReason(summary.refusals, "vin", faults[0]!.reason);
      await run.report.add(line, faults, cells);
    }
    batch = [];
    run.onProgress(summary.rows);
  };
  for await (const { line, cells, listing, leftOut, refusal } of lines) {
    if (run.signal.aborted) break;
    summary.rows++;
    if (refusal) {
      summary.quarantined++;
      if (refusal.kind !== "faults") summary[refusal.kind]++;
      for (const { column, reason } of refusal.faults)
        countReason(summary.refusals, column, reason);
      await run.report.add(line, refusal.faults, cells);
    } else if (listing) {
      for (const { column, reason } of leftOut) countReason(summary.leftOut, column, reason);
      const firstLine = firstLines.get(listing.fingerprint);
      if (firstLine !== undefined) run.onRepeat?.({ line, firstLine });
      else if (firstLines.size < mostRemembered) firstLines.set(listing.fingerprint, line);
      batch.push({ car: newCarOf(listing, run.seller.id, run.digest), line, cells });
    }
    if (batch.length >= batchSize) await flush();
  }
  await flush();
  return summary;
}
