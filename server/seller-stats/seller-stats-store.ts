import { and, eq, sql } from "drizzle-orm";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { listingViewDayTable } from "./view-table.ts";

/** The seller of a listing, or null if there is no such listing. */
export async function readSellerOf(db: Executor, listingId: string): Promise<string | null> {
  const [row] = await db
    .select({ sellerId: listingTable.sellerId })
    .from(listingTable)
    .where(eq(listingTable.id, listingId));
  return row?.sellerId ?? null;
}

type DayCount = { day: string; count: number };

/** Views of all of a seller's listings per day since `since` (YYYY-MM-DD), without days that have none. */
export function listViewsByDay(db: Executor, sellerId: string, since: string): Promise<DayCount[]> {
  return db
    .select({
      day: listingViewDayTable.day,
      count: sql<number>`sum(${listingViewDayTable.views})::int`,
    })
    .from(listingViewDayTable)
    .innerJoin(listingTable, eq(listingTable.id, listingViewDayTable.listingId))
    .where(and(eq(listingTable.sellerId, sellerId), sql`${listingViewDayTable.day} >= ${since}`))
    .groupBy(listingViewDayTable.day);
}

/** Bookings of all of a seller's listings per day since `since`, without days that have none. */
export function listBookingsByDay(
  db: Executor,
  sellerId: string,
  since: string,
): Promise<DayCount[]> {
  const day = sql<string>`to_char(${bookingTable.createdAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  return db
    .select({ day, count: sql<number>`count(*)::int` })
    .from(bookingTable)
    .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
    .where(
      and(
        eq(listingTable.sellerId, sellerId),
        sql`${bookingTable.createdAt} >= ${since}::date::timestamp at time zone 'UTC'`,
      ),
    )
    .groupBy(sql`1`);
}

export type ListingStats = {
  id: string;
  name: string;
  viewsByDay: Record<string, number> | null;
  bookings: number;
  daysListed: number;
};

/** A seller's listings in the shop, the most viewed since `since` first. */
export async function listListingStats(
  db: Executor,
  sellerId: string,
  since: string,
  most: number,
): Promise<ListingStats[]> {
  // Read only for the listings that are shown.
  const { rows } = await db.execute<ListingStats>(sql`
    select car.id, car.name, car.by_day as "viewsByDay",
      (select count(*)::int from booking where booking.listing_id = car.id
        and booking.created_at >= ${since}::date::timestamp at time zone 'UTC') as bookings,
      extract(day from coalesce((select min(booking.created_at) from booking
        where booking.listing_id = car.id and booking.state in ('paid', 'partly_refunded')), now()) - car.created_at)::int
        as "daysListed"
    from (
      select listing.id, listing.name, listing.created_at, viewed.by_day
      from listing
      left join lateral (
        select sum(views) as total, json_object_agg(day, views) as by_day
        from listing_view_day where listing_id = listing.id and day >= ${since}
      ) as viewed on true
      where listing.seller_id = ${sellerId} and listing.withdrawn_at is null and listing.removed_at is null
      order by coalesce(viewed.total, 0) desc, listing.created_at desc, listing.id
      limit ${most}
    ) as car`);
  return rows;
}
