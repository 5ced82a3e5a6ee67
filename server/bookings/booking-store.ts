import { and, count, eq, gt, lte, sql } from "drizzle-orm";
import {
  bookingTransitions,
  type BookingEvent,
  type BookingState,
} from "#shared/bookings/booking.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { bookingEventTable, bookingTable } from "./booking-table.ts";

const { from: heldState, to: expiredState } = bookingTransitions.expire;
const isHeld = eq(bookingTable.state, heldState);
/** The end of a hold, by the database's clock: the one guard of every expiry. */
const hasLapsed = lte(bookingTable.expiresAt, sql`now()`);
const isRunning = gt(bookingTable.expiresAt, sql`now()`);
// Written out as in the partial unique index, which the planner then uses.
const isLive = sql`${bookingTable.state} in ('held', 'releasing', 'paid', 'partly_refunded')`;

/** The buyer's account, locked: bookings of one buyer happen one after the other. False where it has ended. */
export async function lockBuyer(tx: Executor, buyerId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: accountTable.id })
    .from(accountTable)
    .where(
      and(
        eq(accountTable.id, buyerId),
        eq(accountTable.role, "Buyer"),
        sql`${accountTable.deletedAt} is null`,
      ),
    )
    .for("no key update");
  return rows.length > 0;
}

/** Who has the car now, if anybody. A hold that has run out counts as nobody's. */
export async function findTaker(
  tx: Executor,
  listingId: string,
): Promise<{ buyerId: string; state: BookingState } | null> {
  const [taker] = await tx
    .select({ buyerId: bookingTable.buyerId, state: bookingTable.state })
    .from(bookingTable)
    .where(
      and(eq(bookingTable.listingId, listingId), isLive, sql`not (${isHeld} and ${hasLapsed})`),
    );
  return taker ?? null;
}

/** Unpaid holds of a buyer that are still running. */
export async function countHolds(tx: Executor, buyerId: string): Promise<number> {
  const [row] = await tx
    .select({ holds: count() })
    .from(bookingTable)
    .where(and(eq(bookingTable.buyerId, buyerId), isHeld, isRunning));
  return row?.holds ?? 0;
}

type NewBooking = Omit<typeof bookingTable.$inferInsert, "state" | "expiresAt" | "createdAt"> & {
  holdHours: number;
};

/** Takes the car for the buyer, by the database's clock. False where the unique index says that somebody else has it. */
export async function insertHold(
  tx: Executor,
  { holdHours, ...booking }: NewBooking,
): Promise<boolean> {
  const rows = await tx
    .insert(bookingTable)
    .values({
      ...booking,
      state: bookingTransitions.book.to,
      expiresAt: sql`now() + make_interval(secs => ${holdHours * 3_600})`,
    })
    .onConflictDoNothing()
    .returning({ id: bookingTable.id });
  if (rows.length === 0) return false;
  await appendEvents(tx, "book", rows, { actorId: booking.buyerId, why: "booked" });
  return true;
}

/** Ends the hold of one listing where it has run out, so that the next buyer need not wait for the sweep. */
export async function expireHoldOfListing(tx: Executor, listingId: string): Promise<void> {
  const rows = await tx
    .update(bookingTable)
    .set({ state: expiredState })
    .where(and(eq(bookingTable.listingId, listingId), isHeld, hasLapsed))
    .returning({ id: bookingTable.id });
  await appendEvents(tx, "expire", rows, {
    actorId: null,
    why: "hold ran out; the next buyer came",
  });
}

/** Ends up to `limit` holds that have run out. Two processes at once take different ones. Says how many. */
export async function expireHolds(tx: Executor, limit: number): Promise<number> {
  const due = tx
    .select({ id: bookingTable.id })
    .from(bookingTable)
    .where(and(isHeld, hasLapsed))
    .orderBy(bookingTable.expiresAt)
    .limit(limit)
    .for("update", { skipLocked: true });
  const rows = await tx
    .update(bookingTable)
    .set({ state: expiredState })
    .where(and(sql`${bookingTable.id} in ${due}`, isHeld, hasLapsed))
    .returning({ id: bookingTable.id });
  await appendEvents(tx, "expire", rows, { actorId: null, why: "hold ran out" });
  return rows.length;
}

/** Ends a buyer's own running hold; false where there is none. */
export async function cancelHold(
  tx: Executor,
  { id, buyerId }: { id: string; buyerId: string },
): Promise<boolean> {
  const rows = await tx
    .update(bookingTable)
    .set({ state: bookingTransitions.cancel.to })
    .where(and(eq(bookingTable.id, id), eq(bookingTable.buyerId, buyerId), isHeld, isRunning))
    .returning({ id: bookingTable.id });
  await appendEvents(tx, "cancel", rows, { actorId: buyerId, why: "cancelled by the buyer" });
  return rows.length > 0;
}

/** Ends the hold on a listing that moderation takes off. Says which booking it was, or null. The listing must be locked. */
export async function releaseHoldOfListing(
  tx: Executor,
  { listingId, actorId }: { listingId: string; actorId: string | null },
): Promise<string | null> {
  const rows = await tx
    .update(bookingTable)
    .set({ state: bookingTransitions.remove_listing.to })
    .where(and(eq(bookingTable.listingId, listingId), isHeld))
    .returning({ id: bookingTable.id });
  await appendEvents(tx, "remove_listing", rows, { actorId, why: "the listing was removed" });
  return rows[0]?.id ?? null;
}

/** Whether a buyer holds the listing and has not paid. True only while the hold runs. */
export async function heldBookingOfListing(tx: Executor, listingId: string): Promise<boolean> {
  const taker = await findTaker(tx, listingId);
  return taker?.state === "held" || taker?.state === "releasing";
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
    .where(and(eq(bookingTable.buyerId, accountId), isLive, sql`not (${isHeld} and ${hasLapsed})`));
  return row?.bookings ?? 0;
}

/** Live bookings of a seller's cars; the cars are locked, so that in a transaction the count stays true. */
export async function liveBookingCountOfSeller(
  executor: Executor,
  accountId: string,
): Promise<number> {
  await executor
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(eq(listingTable.sellerId, accountId))
    .orderBy(listingTable.id)
    .for("no key update");
  const [row] = await executor
    .select({ bookings: count() })
    .from(bookingTable)
    .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
    .where(
      and(eq(listingTable.sellerId, accountId), isLive, sql`not (${isHeld} and ${hasLapsed})`),
    );
  return row?.bookings ?? 0;
}

async function appendEvents(
  tx: Executor,
  event: BookingEvent,
  rows: { id: string }[],
  { actorId, why }: { actorId: string | null; why: string },
) {
  if (rows.length === 0) return;
  const { from, to } = bookingTransitions[event];
  await tx
    .insert(bookingEventTable)
    .values(rows.map((row) => ({ bookingId: row.id, actorId, from, to, why })));
}
