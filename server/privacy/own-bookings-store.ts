import { and, asc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { bookingEventTable, bookingTable } from "#server/bookings/booking-table.ts";
import { listingViewDayTable } from "#server/seller-stats/view-table.ts";
import { favoriteTable } from "#server/favorites/favorite-table.ts";
import {
  savedSearchEmailTable,
  savedSearchMatchTable,
  savedSearchTable,
} from "#server/saved-searches/saved-search-table.ts";
import { listingPriceChangeTable, listingTable } from "#server/listings/listing-table.ts";
import { disputeTable, paymentTable, refundTable } from "#server/payments/payment-table.ts";
import { feedPlanTable, feedTable } from "#server/feeds/feed-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { receiptTable } from "#server/payments/receipts/receipt-table.ts";
import { readOwnPage } from "./own-page-store.ts";

/** A page of a seller's listings, newest first, each with its number of views and its prices. */
export function listOwnListings(tx: Executor, accountId: string, cursor?: string) {
  const views = sql<number>`coalesce(
    (select sum(views) from ${listingViewDayTable} where listing_id = ${listingTable.id}), 0)::int`;
  const prices = sql<{ priceMinor: number; at: string }[]>`(
    select json_agg(json_build_object('priceMinor', price_minor, 'at', at) order by id)
    from ${listingPriceChangeTable} where listing_id = listing.id)`;
  const { createdAt: at, id } = listingTable;
  return readOwnPage({ at, id, sort: "-at", cursor }, ({ place, beyond, orderBy, limit }) =>
    tx
      .select({ ...getTableColumns(listingTable), views, prices, place })
      .from(listingTable)
      .where(and(eq(listingTable.sellerId, accountId), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** A page of a buyer's bookings, newest first. */
export function listOwnBookings(tx: Executor, accountId: string, cursor?: string) {
  const { createdAt: at, id } = bookingTable;
  return readOwnPage({ at, id, sort: "-at", cursor }, ({ place, beyond, orderBy, limit }) =>
    tx
      .select({ booking: bookingTable, receipt: receiptTable, place })
      .from(bookingTable)
      .leftJoin(receiptTable, eq(receiptTable.bookingId, bookingTable.id))
      .where(and(eq(bookingTable.buyerId, accountId), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** A page of the cars that an account saved, in that order. */
export function listOwnFavorites(tx: Executor, accountId: string, cursor?: string) {
  const { addedAt: at, listingId: id } = favoriteTable;
  return readOwnPage({ at, id, sort: "at", cursor }, ({ place, beyond, orderBy, limit }) =>
    tx
      .select({ place, productId: id, name: listingTable.name, savedAt: at })
      .from(favoriteTable)
      .innerJoin(listingTable, eq(listingTable.id, id))
      .where(and(eq(favoriteTable.accountId, accountId), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** A page of the searches that an account saved, in that order, with the cars that were found for each. */
export function listOwnSavedSearches(tx: Executor, accountId: string, cursor?: string) {
  const matches = sql<{ productId: string; foundAt: string | null; emailedAt: string | null }[]>`
    coalesce((
      select json_agg(json_build_object('productId', listing_id, 'foundAt', found_at, 'emailedAt', announced_at))
      from ${savedSearchMatchTable} where search_id = saved_search.id), '[]')`;
  const { createdAt: at, id } = savedSearchTable;
  return readOwnPage({ at, id, sort: "at", cursor }, ({ place, beyond, orderBy, limit }) =>
    tx
      .select({
        ...getTableColumns(savedSearchTable),
        lastEmailAt: savedSearchEmailTable.at,
        matches,
        place,
      })
      .from(savedSearchTable)
      .leftJoin(
        savedSearchEmailTable,
        eq(savedSearchEmailTable.accountId, savedSearchTable.accountId),
      )
      .where(and(eq(savedSearchTable.accountId, accountId), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** A page of a seller's feeds with their syncs. A feed keeps only its newest ones. */
export function listOwnFeeds(tx: Executor, accountId: string, cursor?: string) {
  type Sync = { file: string; state: string; rows: number; refused: number; createdAt: string };
  const syncs = sql<Sync[]>`
    coalesce((
      select json_agg(json_build_object('file', source, 'state', state, 'rows', rows,
        'refused', refused, 'createdAt', created_at) order by created_at)
      from ${feedPlanTable} where feed_id = feed.id), '[]')`;
  const { createdAt: at, id } = feedTable;
  return readOwnPage({ at, id, sort: "at", cursor }, ({ place, beyond, orderBy, limit }) =>
    tx
      .select({
        name: feedTable.name,
        createdAt: at,
        path: feedTable.path,
        options: feedTable.options,
        feedWins: feedTable.feedWins,
        fetchUrl: feedTable.fetchUrl,
        fetchHour: feedTable.fetchHour,
        fetchUsername: feedTable.fetchUsername,
        syncs,
        place,
      })
      .from(feedTable)
      .where(and(eq(feedTable.sellerId, accountId), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** The events, payments and refunds of these bookings. */
export async function readBookingHistory(tx: Executor, bookingIds: string[]) {
  const events = await tx
    .select()
    .from(bookingEventTable)
    .where(inArray(bookingEventTable.bookingId, bookingIds))
    .orderBy(asc(bookingEventTable.id));
  const payments = await tx
    .select()
    .from(paymentTable)
    .where(inArray(paymentTable.bookingId, bookingIds))
    .orderBy(asc(paymentTable.createdAt));
  const paid = payments.map(({ id }) => id);
  const refunds = await tx
    .select()
    .from(refundTable)
    .where(inArray(refundTable.paymentId, paid))
    .orderBy(asc(refundTable.createdAt));
  const disputes = await tx
    .select()
    .from(disputeTable)
    .where(inArray(disputeTable.paymentId, paid))
    .orderBy(asc(disputeTable.openedAt));
  return { events, payments, refunds, disputes };
}

/** A page of the bookings of a seller's listings, newest first, without data of the buyers. */
export function listOwnSales(tx: Executor, accountId: string, cursor?: string) {
  const { createdAt: at, id } = bookingTable;
  return readOwnPage({ at, id, sort: "-at", cursor }, ({ place, beyond, orderBy, limit }) =>
    tx
      .select({
        booking: {
          id: bookingTable.id,
          listingId: bookingTable.listingId,
          item: bookingTable.item,
          state: bookingTable.state,
          priceMinor: bookingTable.priceMinor,
          currency: bookingTable.currency,
          createdAt: bookingTable.createdAt,
        },
        receipt: receiptTable,
        place,
      })
      .from(bookingTable)
      .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
      .leftJoin(receiptTable, eq(receiptTable.bookingId, bookingTable.id))
      .where(and(eq(listingTable.sellerId, accountId), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}
