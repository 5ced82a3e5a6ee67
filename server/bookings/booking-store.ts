import { and, count, eq, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { bookingTable, isBinding, isInLiveState, isSold, isUnpaid } from "./booking-table.ts";

/** What ties a person to others still: cars that are reserved, and sales that are not yet `settledDays` old. */
export type OpenDeals = { held: number; sold: number };

/**
 * The open deals of a person, as buyer and as seller. Their account and cars are locked, so that in a transaction the
 * answer stays true. An expired hold does not count unless money may still arrive for it.
 */
export async function countOpenDeals(
  tx: Executor,
  accountId: string,
  settledDays: number,
): Promise<{ bought: OpenDeals; offered: OpenDeals }> {
  await tx.execute(sql`select from account where id = ${accountId} for no key update`);
  await tx.execute(
    sql`select from listing where seller_id = ${accountId} order by id for no key update`,
  );
  const { rows } = await tx.execute<
    Record<"held" | "sold" | "heldOfTheirs" | "soldOfTheirs", number>
  >(sql`
    select
      count(*) filter (where is_buyer and not is_sold)::int as held,
      count(*) filter (where is_buyer and is_sold)::int as sold,
      count(*) filter (where not is_buyer and not is_sold)::int as "heldOfTheirs",
      count(*) filter (where not is_buyer and is_sold)::int as "soldOfTheirs"
    from (
      select booking.buyer_id = ${accountId} as is_buyer, ${isSold} as is_sold,
        case booking.state
          when 'held' then booking.expires_at > now() or booking.payment_begun_at is not null
          when 'releasing' then true
          else coalesce(
            (select max(at) from booking_event where booking_id = booking.id and to_state = 'paid'),
            booking.created_at
          ) > now() - make_interval(days => ${settledDays})
        end as is_open
      from booking join listing on listing.id = booking.listing_id
      where (booking.buyer_id = ${accountId} or listing.seller_id = ${accountId})
        and ${isInLiveState}
    ) as deal
    where is_open`);
  const counted = rows[0]!;
  return {
    bought: { held: counted.held, sold: counted.sold },
    offered: { held: counted.heldOfTheirs, sold: counted.soldOfTheirs },
  };
}

/** Whether there is such a booking, without locking it. */
export async function bookingExists(executor: Executor, id: string): Promise<boolean> {
  const rows = await executor
    .select({ id: bookingTable.id })
    .from(bookingTable)
    .where(eq(bookingTable.id, id));
  return rows.length > 0;
}

/** Whether a buyer holds the listing and has not paid: while the hold runs, or a payment that was begun may still come. */
export async function heldBookingOfListing(tx: Executor, listingId: string): Promise<boolean> {
  const [hold] = await tx
    .select({ id: bookingTable.id })
    .from(bookingTable)
    .where(and(eq(bookingTable.listingId, listingId), isBinding, isUnpaid));
  return hold !== undefined;
}

/** Live bookings of a buyer; the account is locked, so that in a transaction the count stays true. */
export async function liveBookingCountOfBuyer(
  executor: Executor,
  accountId: string,
): Promise<number> {
  await executor
    .select({ id: accountTable.id })
    .from(accountTable)
    .where(eq(accountTable.id, accountId))
    .for("no key update");
  const [row] = await executor
    .select({ bookings: count() })
    .from(bookingTable)
    .where(and(eq(bookingTable.buyerId, accountId), isBinding));
  return row?.bookings ?? 0;
}
