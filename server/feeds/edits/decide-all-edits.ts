import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { DecideAllEdits, DecideAllEditsAnswer } from "#shared/feeds/feed-edit-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import type { Deps } from "#server/deps.ts";
import { countOutcomes } from "#shared/outcomes/count-outcomes.ts";
import { BusyError } from "#server/platform/database/transaction-line.ts";
import { decodeCursor, encodeCursor } from "#server/platform/http/paging.ts";
import { decideInBatch, type CarEdits, type EditOutcome } from "./decide-in-batch.ts";
import { listOpenFields } from "./edited-car-store.ts";
import { ownFeed, type Owner } from "../own-feeds.ts";

/** Cars of one transaction, which locks them for some hundredths of a second. */
const batchSize = 200;
/** A call ends before proxies give up on it, and answers how to go on. */
const longestMs = 5_000;

/**
 * Decides who wins in every edit of the viewer's feed that waits, batch by batch. A crash leaves each edit decided or
 * waiting. After some seconds, or once the seller's account is busy, the answer says how to go on with the others.
 * @throws AppError not_found if the viewer has no such feed, conflict if another number of edits waits than the seller
 * saw, or invalid_input about `after`
 */
export async function decideAllEdits(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  viewer: Owner,
  { id, winner, count, after }: DecideAllEdits & { id: string },
  now: () => number = Date.now,
): Promise<DecideAllEditsAnswer> {
  const end = now() + longestMs;
  const feed = await ownFeed(db, viewer, id);
  const last = decodeAfter(after);
  const cars = await listOpenFields(db, feed, last);
  const total = cars.reduce((sum, { fields }) => sum + fields.length, 0);
  if (last === null) checkCount(count, total);
  const outcomes: EditOutcome[] = [];
  let at = 0;
  while (at < cars.length && (at === 0 || now() < end)) {
    const batch: CarEdits[] = cars.slice(at, at + batchSize);
    const whose = { feedId: feed.id, sellerId: viewer.accountId };
    try {
      outcomes.push(...(await decideInBatch(db, { ...whose, winner, cars: batch })));
    } catch (error) {
      // The answer says what was decided before.
      if (at === 0 || !(error instanceof BusyError)) throw error;
      break;
    }
    at += batch.length;
  }
  if (winner === "feed") await catalogue.refresh();
  return {
    total,
    ...countOutcomes(outcomes.map((outcome) => ({ ...outcome, isDone: outcome.message === null }))),
    next: at < cars.length ? encodeCursor(cars[at - 1]!.listingId) : null,
  };
}

function decodeAfter(after: string | undefined): string | null {
  try {
    return decodeCursor(z.uuid(), after);
  } catch {
    const message = "This is not the `next` of an answer.";
    throw new AppError("invalid_input", { message, fields: { after: message } });
  }
}

/** The seller decides about the edits that they were shown, so one more or less stops the change. */
function checkCount(seen: number, total: number): void {
  if (seen === total) return;
  const message = `${formatNumber(total)} ${total === 1 ? "edit waits" : "edits wait"} now, not ${formatNumber(seen)}. Nothing was changed.`;
  throw new AppError("conflict", { message, fields: { count: message } });
}
