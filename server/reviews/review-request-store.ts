import { and, eq, isNull, lte, sql } from "drizzle-orm";
import { askedWithinDays, daysUntilAsked, type ReviewSide } from "#shared/reviews/review.ts";
import { bookingTable, isSold } from "#server/bookings/booking-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { reviewRequestTable } from "./review-table.ts";

const dayMs = 86_400_000;

/**
 * Bookings about which an email may be due: sold lately and not asked about, or asked about and not reminded. A booking is
 * never paid before it was made, and at most some hours after it, for which there is a margin of a day.
 */
export async function listToRequest(
  db: Executor,
  { now, after, limit }: { now: Date; after: string; limit: number },
): Promise<string[]> {
  const from = new Date(now.getTime() - (askedWithinDays + 1) * dayMs).toISOString();
  const until = new Date(now.getTime() - daysUntilAsked * dayMs);
  const requests = (side: ReviewSide) =>
    sql`exists (select from review_request where booking_id = ${bookingTable.id} and side = ${side})`;
  const hasToRemind = sql`exists (
    select from review_request where booking_id = ${bookingTable.id} and reminded_at is null)`;
  const rows = await db
    .select({ id: bookingTable.id })
    .from(bookingTable)
    .where(
      and(
        isSold,
        sql`${bookingTable.id} > ${after}`,
        lte(bookingTable.createdAt, until),
        // Those asked about stay in it until 30 days after they were asked.
        sql`${bookingTable.createdAt} > ${from}::timestamptz - interval '30 days'`,
        sql`(${hasToRemind} or ${bookingTable.createdAt} > ${from}
          and not (${requests("buyer")} and ${requests("seller")}))`,
      ),
    )
    .orderBy(bookingTable.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** When a side was asked and reminded. */
export async function readRequest(tx: Executor, bookingId: string, side: ReviewSide) {
  const [row] = await tx
    .select({ askedAt: reviewRequestTable.askedAt, remindedAt: reviewRequestTable.remindedAt })
    .from(reviewRequestTable)
    .where(and(eq(reviewRequestTable.bookingId, bookingId), eq(reviewRequestTable.side, side)));
  return row ?? { askedAt: null, remindedAt: null };
}

export async function recordAsked(
  tx: Executor,
  request: { bookingId: string; side: ReviewSide; askedAt: Date },
): Promise<void> {
  await tx.insert(reviewRequestTable).values(request);
}

export async function recordReminded(
  tx: Executor,
  { bookingId, side, now }: { bookingId: string; side: ReviewSide; now: Date },
): Promise<void> {
  await tx
    .update(reviewRequestTable)
    .set({ remindedAt: now })
    .where(
      and(
        eq(reviewRequestTable.bookingId, bookingId),
        eq(reviewRequestTable.side, side),
        isNull(reviewRequestTable.remindedAt),
      ),
    );
}
