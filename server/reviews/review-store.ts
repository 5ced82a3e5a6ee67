import { and, eq, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ReviewedSale, ReviewSide } from "#shared/reviews/review.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable, isSold } from "#server/bookings/booking-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { reviewTable } from "./review-table.ts";

const buyer = alias(accountTable, "buyer");
const seller = alias(accountTable, "seller");

/** When a booking was paid for; null unless it is paid and not refunded. */
const paidAt = sql<Date | null>`case when ${isSold} then coalesce(
  (select max(at) from booking_event where booking_id = ${bookingTable.id} and to_state = 'paid'),
  ${bookingTable.createdAt}) end`.mapWith(bookingTable.createdAt);

const writtenBy = (side: ReviewSide) =>
  sql<Date | null>`(select created_at from review
    where booking_id = ${bookingTable.id} and side = ${side})`.mapWith(reviewTable.createdAt);

/** What decides about the reviews of a booking, for queries that select bookings. */
export const saleColumns = {
  paidAt,
  buyerWroteAt: writtenBy("buyer"),
  sellerWroteAt: writtenBy("seller"),
};

export function asReviewedSale(row: {
  paidAt: Date | null;
  buyerWroteAt: Date | null;
  sellerWroteAt: Date | null;
}): ReviewedSale {
  return {
    paidAt: row.paidAt,
    writtenAt: { buyer: row.buyerWroteAt, seller: row.sellerWroteAt },
  };
}

/** A sale with both sides. Locks the booking, so that the two reviews are written one after the other. */
export async function lockSale(tx: Executor, bookingId: string) {
  await tx
    .select({ id: bookingTable.id })
    .from(bookingTable)
    .where(eq(bookingTable.id, bookingId))
    .for("no key update");
  const [row] = await tx
    .select({
      bookingId: bookingTable.id,
      item: bookingTable.item,
      image: bookingTable.image,
      buyer: person(buyer),
      seller: person(seller),
      ...saleColumns,
    })
    .from(bookingTable)
    .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
    .innerJoin(buyer, eq(buyer.id, bookingTable.buyerId))
    .innerJoin(seller, eq(seller.id, listingTable.sellerId))
    .where(eq(bookingTable.id, bookingId));
  return row ? { ...row, sale: asReviewedSale(row) } : null;
}

function person(account: typeof buyer | typeof seller) {
  return {
    id: account.id,
    name: account.name,
    email: account.email,
    isDeleted: sql<boolean>`${account.deletedAt} is not null`,
  };
}

/** Adds a review and makes both sides' reviews visible from `visibleFrom`, unless this side has one. */
export async function insertReview(
  tx: Executor,
  review: typeof reviewTable.$inferInsert,
): Promise<void> {
  const rows = await tx
    .insert(reviewTable)
    .values(review)
    .onConflictDoNothing()
    .returning({ id: reviewTable.id });
  if (rows.length === 0) return;
  await tx
    .update(reviewTable)
    .set({ visibleFrom: review.visibleFrom })
    .where(and(eq(reviewTable.bookingId, review.bookingId), ne(reviewTable.side, review.side)));
}

/** One review with its author, locked until the transaction ends. */
export async function lockReview(tx: Executor, id: string) {
  const [row] = await tx
    .select({
      id: reviewTable.id,
      bookingId: reviewTable.bookingId,
      side: reviewTable.side,
      authorId: reviewTable.authorId,
      subjectId: reviewTable.subjectId,
      visibleFrom: reviewTable.visibleFrom,
      answeredAt: reviewTable.answeredAt,
      removedAt: reviewTable.removedAt,
      item: bookingTable.item,
      authorName: accountTable.name,
      authorEmail: accountTable.email,
    })
    .from(reviewTable)
    .innerJoin(bookingTable, eq(bookingTable.id, reviewTable.bookingId))
    .innerJoin(accountTable, eq(accountTable.id, reviewTable.authorId))
    .where(eq(reviewTable.id, id))
    .for("no key update", { of: reviewTable });
  return row ?? null;
}

export type LockedReview = NonNullable<Awaited<ReturnType<typeof lockReview>>>;

/** Adds the seller's answer; false if there is one. */
export async function setAnswer(
  tx: Executor,
  { id, text, now }: { id: string; text: string; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(reviewTable)
    .set({ answer: text, answeredAt: now })
    .where(and(eq(reviewTable.id, id), isNull(reviewTable.answeredAt)))
    .returning({ id: reviewTable.id });
  return rows.length > 0;
}

/** Takes a review off; false if that was done before. */
export async function markReviewRemoved(
  tx: Executor,
  { id, adminId, reason, now }: { id: string; adminId: string; reason: string; now: Date },
): Promise<boolean> {
  const rows = await tx
    .update(reviewTable)
    .set({ removedAt: now, removedBy: adminId, removalReason: reason })
    .where(and(eq(reviewTable.id, id), isNull(reviewTable.removedAt)))
    .returning({ id: reviewTable.id });
  return rows.length > 0;
}

/** Marks the reviews that the clock has made visible. The trigger on the table then has their pages rendered again. */
export async function announceVisible(db: Executor, now: Date): Promise<void> {
  await db
    .update(reviewTable)
    .set({ announcedAt: now })
    .where(
      and(isNull(reviewTable.announcedAt), sql`${reviewTable.visibleFrom} <= ${now.toISOString()}`),
    );
}
