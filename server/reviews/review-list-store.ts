import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { StarCounts } from "#shared/reviews/review.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable, isSold } from "#server/bookings/booking-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readPage, type ListOrder } from "#server/platform/database/keyset.ts";
import { saleColumns } from "./review-store.ts";
import { reviewTable } from "./review-table.ts";

const buyer = alias(accountTable, "buyer");
const seller = alias(accountTable, "seller");

const order: ListOrder<"booked"> = {
  keys: { booked: { value: bookingTable.createdAt, kind: "instant" } },
  id: { value: bookingTable.id, kind: "uuid" },
};

type WhichSales = { accountId: string; bookingId: string | undefined };

// Sales that are paid, and refunded ones with a review.
function ofAccount({ accountId, bookingId }: WhichSales) {
  return and(
    or(eq(bookingTable.buyerId, accountId), eq(listingTable.sellerId, accountId)),
    or(isSold, sql`exists (select from review where booking_id = ${bookingTable.id})`),
    bookingId === undefined ? undefined : eq(bookingTable.id, bookingId),
  );
}

/** One page of an account's sales and purchases, the newest first. @throws AppError invalid_cursor */
export function listSales(
  db: Executor,
  which: WhichSales,
  query: { limit: number; cursor?: string | undefined },
) {
  return readPage(order, { ...query, sort: "-booked" }, ({ place, beyond, orderBy, limit }) =>
    db
      .select({
        place,
        bookingId: bookingTable.id,
        item: bookingTable.item,
        createdAt: bookingTable.createdAt,
        buyerId: bookingTable.buyerId,
        buyerName: buyer.name,
        sellerName: seller.name,
        ...saleColumns,
      })
      .from(bookingTable)
      .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
      .innerJoin(buyer, eq(buyer.id, bookingTable.buyerId))
      .innerJoin(seller, eq(seller.id, listingTable.sellerId))
      .where(and(ofAccount(which), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

export type SaleRow = Awaited<ReturnType<typeof listSales>>["rows"][number];

export async function countSales(db: Executor, which: WhichSales): Promise<number> {
  const [row] = await db
    .select({ sales: sql<number>`count(*)::int` })
    .from(bookingTable)
    .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
    .where(ofAccount(which));
  return row?.sales ?? 0;
}

/** The reviews of these bookings, by both sides. */
export async function listReviewsOf(db: Executor, bookingIds: string[]) {
  if (bookingIds.length === 0) return [];
  return db.select().from(reviewTable).where(inArray(reviewTable.bookingId, bookingIds));
}

export type ReviewRow = typeof reviewTable.$inferSelect;

const isShownAt = (listingId: string, now: Date) =>
  and(
    sql`${reviewTable.subjectId} = (
      select ${listingTable.sellerId} from ${listingTable} where ${listingTable.id} = ${listingId})`,
    eq(reviewTable.side, "buyer"),
    isNull(reviewTable.removedAt),
    sql`${reviewTable.visibleFrom} <= ${now.toISOString()}`,
    isSold,
  );

/** How many buyers gave the seller of a listing one to five stars, as visitors see it now. */
export async function countStars(db: Executor, listingId: string, now: Date): Promise<StarCounts> {
  const rows = await db
    .select({ stars: reviewTable.stars, reviews: sql<number>`count(*)::int` })
    .from(reviewTable)
    .innerJoin(bookingTable, eq(bookingTable.id, reviewTable.bookingId))
    .where(isShownAt(listingId, now))
    .groupBy(reviewTable.stars);
  const counts: StarCounts = [0, 0, 0, 0, 0];
  for (const { stars, reviews } of rows) counts[stars - 1] = reviews;
  return counts;
}

const shownOrder: ListOrder<"written"> = {
  keys: { written: { value: reviewTable.createdAt, kind: "instant" } },
  id: { value: reviewTable.id, kind: "uuid" },
};

/**
 * A page of the reviews of the seller of a listing, as visitors see them now, the newest first.
 * @throws AppError invalid_cursor
 */
export function listShownReviews(
  db: Executor,
  listingId: string,
  now: Date,
  query: { limit: number; cursor?: string | undefined },
) {
  return readPage(shownOrder, { ...query, sort: "-written" }, ({ place, beyond, orderBy, limit }) =>
    db
      .select({
        place,
        id: reviewTable.id,
        stars: reviewTable.stars,
        text: reviewTable.text,
        createdAt: reviewTable.createdAt,
        answer: reviewTable.answer,
        answeredAt: reviewTable.answeredAt,
        item: bookingTable.item,
      })
      .from(reviewTable)
      .innerJoin(bookingTable, eq(bookingTable.id, reviewTable.bookingId))
      .where(and(isShownAt(listingId, now), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}
