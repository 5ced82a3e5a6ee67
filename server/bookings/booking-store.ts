import { and, count, eq, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { bookingTable, isBinding, isInLiveState, isSold, isUnpaid } from "./booking-table.ts";

/** An account's open bookings: reserved cars, and sales less than `settledDays` old. */
export type OpenBookings = { held: number; sold: number };

/**
 * Counts an account's open bookings as buyer and as seller. Locks the account and its cars, so the counts stay true for
 * the rest of the transaction. An expired hold counts only while a payment for it can still arrive.
 */
export async function countOpenBookings(
  tx: Executor,
  accountId: string,
  settledDays: number,
): Promise<{ bought: OpenBookings; offered: OpenBookings }> {
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
    ) as open_booking
    where is_open`);
  const counted = rows[0]!;
  return {
    bought: { held: counted.held, sold: counted.sold },
    offered: { held: counted.heldOfTheirs, sold: counted.soldOfTheirs },
  };
}

/** Whether the booking exists. Does not lock it. */
export async function bookingExists(executor: Executor, id: string): Promise<boolean> {
  const rows = await executor
    .select({ id: bookingTable.id })
    .from(bookingTable)
    .where(eq(bookingTable.id, id));
  return rows.length > 0;
}

/** Whether the listing has an unpaid booking: a running hold, or one whose started payment can still arrive. */
export async function isListingHeld(tx: Executor, listingId: string): Promise<boolean> {
  const [hold] = await tx
    .select({ id: bookingTable.id })
    .from(bookingTable)
    .where(and(eq(bookingTable.listingId, listingId), isBinding, isUnpaid));
  return hold !== undefined;
}

/** Whether the listing is paid for, in full or after a partial refund. */
export async function isListingSold(tx: Executor, listingId: string): Promise<boolean> {
  const [sold] = await tx
    .select({ id: bookingTable.id })
    .from(bookingTable)
    .where(and(eq(bookingTable.listingId, listingId), isSold));
  return sold !== undefined;
}

/** Counts a buyer's live bookings. Locks the account, so the count stays true for the rest of the transaction. */
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
