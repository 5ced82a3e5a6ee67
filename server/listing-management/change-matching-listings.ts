import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import {
  mostPreviewed,
  type BulkBody,
  type BulkOutcome,
  type MatchingAnswer,
  type MatchingBody,
} from "#shared/listings/own-product-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { BusyError } from "#server/platform/database/transaction-line.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { decodeCursor, encodeCursor } from "#server/platform/http/paging.ts";
import { changeListingsInBulk, type BulkDeps } from "./change-listings-in-bulk.ts";
import { changePlainListings } from "./change-plain-listings.ts";
import { countOutcomes } from "#shared/outcomes/count-outcomes.ts";
import { whichListings } from "./list-own-listings.ts";
import { refused } from "./listing-values.ts";
import {
  listListingRows,
  listMatchingIds,
  readTime,
  type WhichListings,
} from "./own-listing-store.ts";

/** Cars of one transaction, which locks them for some hundredths of a second. */
const batchSize = 200;
/** A call ends before proxies give up on it, and answers how to go on. */
const longestMs = 5_000;

/**
 * Changes all of the viewer's own listings that match a filter, or previews it. Those about which there is something to
 * decide go through the use case of their own page, the others are changed together, batch by batch. A crash leaves each
 * changed or not. After some seconds, or once the seller's account is busy, the answer says how to go on with the others. Prices that have changed since the
 * preview stay, so a call that is repeated changes none a second time.
 * @throws AppError conflict if another number of listings matches than the seller saw, or invalid_input with the
 * invalid field
 */
export async function changeMatchingListings(
  deps: BulkDeps,
  viewer: Viewer,
  body: MatchingBody,
  now: () => number = Date.now,
): Promise<MatchingAnswer> {
  const end = now() + longestMs;
  const which = whichListings(viewer.accountId, body.filter, deps.config.CURRENCY);
  const last = decodeAfter(body.after);
  const ids = await listMatchingIds(deps.db, which, last);
  if (body.preview) return preview(deps, viewer, { body, which, total: ids.length });
  if (last === null) checkCount(body.count, ids.length);
  const asOf = body.action === "price" ? readAsOf(body.asOf) : null;
  const outcomes: BulkOutcome[] = [];
  let plain = 0;
  let at = 0;
  while (at < ids.length && (at === 0 || now() < end)) {
    const batch = ids.slice(at, at + batchSize);
    try {
      const { changed, others, done, isBusy } = await changeBatch(deps, viewer, batch, {
        body,
        asOf,
      });
      outcomes.push(...others);
      plain += changed;
      at += done;
      if (isBusy) break;
    } catch (error) {
      // The answer says what was changed before.
      if (at === 0 || !(error instanceof BusyError)) throw error;
      break;
    }
  }
  await deps.catalogue.refresh();
  const counts = countOutcomes(outcomes);
  const next = at < ids.length ? encodeCursor(ids[at - 1]) : null;
  const doneCount = plain + counts.doneCount;
  return { total: ids.length, ...counts, doneCount, next, cars: [], asOf: null };
}

/** How many cars of a batch are done with, and whether the account was busy, so that others would wait as long. */
type Batch = { changed: number; others: BulkOutcome[]; done: number; isBusy: boolean };

async function changeBatch(
  deps: BulkDeps,
  viewer: Viewer,
  ids: readonly string[],
  { body, asOf }: { body: MatchingBody; asOf: Date | null },
): Promise<Batch> {
  const plain = await changePlainListings(deps, viewer, ids, { body, asOf });
  const changed = plain.size;
  const done = ids.length;
  const others = ids.filter((id) => !plain.has(id));
  if (others.length === 0) return { changed, others: [], done, isBusy: false };
  // The public lists are read again once, not after each batch.
  const quiet = { ...deps, catalogue: { ...deps.catalogue, refresh: async () => {} } };
  const { cars, busy } = await changeListingsInBulk(quiet, viewer, bulkOf(body, others), asOf);
  // Among plain ones, cars that are left out are answered with the reason: going on at the first would repeat the plain ones.
  if (!busy || changed > 0) return { changed, others: cars, done, isBusy: busy !== null };
  const untilBusy = ids.indexOf(busy.from);
  if (untilBusy === 0) throw busy.error;
  return { changed, others: cars.slice(0, untilBusy), done: untilBusy, isBusy: true };
}

function readAsOf(asOf: string | undefined): Date {
  if (asOf === undefined) throw refused({ asOf: "Send the asOf of the preview of these prices." });
  return new Date(asOf);
}

function decodeAfter(after: string | undefined): string | null {
  try {
    return decodeCursor(z.uuid(), after);
  } catch {
    throw refused({ after: "This is not the `next` of an answer." });
  }
}

async function preview(
  deps: BulkDeps,
  viewer: Viewer,
  { body, which, total }: { body: MatchingBody; which: WhichListings; total: number },
): Promise<MatchingAnswer> {
  // Before the prices are read, so that none changes in between.
  const asOf = (await readTime(deps.db)).toISOString();
  const answer = { total, ...countOutcomes([]), next: null, asOf };
  if (body.action !== "price" || total === 0) return { ...answer, cars: [] };
  const { rows } = await listListingRows(deps.db, which, { limit: mostPreviewed });
  const ids = rows.map(({ id }) => id);
  const { cars } = await changeListingsInBulk(deps, viewer, bulkOf(body, ids));
  return { ...answer, cars };
}

/** The seller decides about the cars that they were shown, so a car more or less stops the change. */
function checkCount(seen: number | undefined, total: number): void {
  if (seen === undefined) throw refused({ count: "Say how many cars you saw match." });
  if (seen === total) return;
  const message = `${formatNumber(total)} ${total === 1 ? "car matches" : "cars match"} now, not ${formatNumber(seen)}. Nothing was changed.`;
  throw new AppError("conflict", { message, fields: { count: message } });
}

function bulkOf(body: MatchingBody, ids: readonly string[]): BulkBody {
  const cars = ids.map((_id) => ({ _id }));
  return body.action === "price"
    ? { action: "price", change: body.change, preview: body.preview, cars }
    : { action: body.action, cars };
}
