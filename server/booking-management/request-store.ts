import { and, count, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import { isListed, listingTable } from "#server/listings/listing-table.ts";
import type { BookingState } from "#shared/bookings/booking.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { identityUserTable } from "#server/identity/identity-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { bookingTable, isHeld, isLive, isRunning } from "#server/bookings/booking-table.ts";

/**
 * Locks the buyer's account, so that one buyer's bookings run one at a time. Null if the account was deleted.
 * `isConfirmed`: whether the buyer has confirmed their email address.
 */
export async function lockBuyer(
  tx: Executor,
  buyerId: string,
): Promise<{ isConfirmed: boolean } | null> {
  const [buyer] = await tx
    .select({
      isConfirmed: sql<boolean>`coalesce(
        (select ${identityUserTable.emailVerified} from ${identityUserTable} where ${identityUserTable.id} = ${accountTable.identityId}), false)`,
    })
    .from(accountTable)
    .where(
      and(
        eq(accountTable.id, buyerId),
        eq(accountTable.role, "Buyer"),
        sql`${accountTable.deletedAt} is null`,
      ),
    )
    .for("no key update");
  return buyer ?? null;
}

/** The buyer who has the car now, or null. An expired hold does not count. */
export async function findTaker(
  tx: Executor,
  listingId: string,
): Promise<{ buyerId: string; state: BookingState } | null> {
  const [taker] = await tx
    .select({ buyerId: bookingTable.buyerId, state: bookingTable.state })
    .from(bookingTable)
    .where(and(eq(bookingTable.listingId, listingId), isLive));
  return taker ?? null;
}

// Unpaid holds that reserve a car: running ones, and those waiting for the provider to cancel their payment.
const keepsCar = or(and(isHeld, isRunning), eq(bookingTable.state, "releasing"));

/** Counts a buyer's unpaid holds that reserve a car. */
export function countHolds(tx: Executor, buyerId: string): Promise<number> {
  return countHoldsThat(tx, eq(bookingTable.buyerId, buyerId));
}

/** Counts unpaid holds from one IP address. Locks the address, so that bookings from it run one at a time. */
export async function countHoldsFrom(tx: Executor, heldFrom: string): Promise<number> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`booking:${heldFrom}`}, 0))`,
  );
  return countHoldsThat(tx, eq(bookingTable.heldFrom, heldFrom));
}

async function countHoldsThat(tx: Executor, which: SQL): Promise<number> {
  const [row] = await tx.select({ holds: count() }).from(bookingTable).where(and(which, keepsCar));
  return row?.holds ?? 0;
}

/** Listings with exactly this name that have not been deleted, at most `limit`. */
export async function listListingsNamed(executor: Executor, name: string, limit: number) {
  return executor
    .select({
      id: listingTable.id,
      image: listingTable.image,
      make: listingTable.make,
      model: listingTable.model,
      bodyType: listingTable.bodyType,
      colour: listingTable.colour,
    })
    .from(listingTable)
    .innerJoin(
      accountTable,
      and(
        eq(accountTable.id, listingTable.sellerId),
        isNull(accountTable.deletedAt),
        isNull(accountTable.suspendedAt),
      ),
    )
    .leftJoin(bookingTable, and(eq(bookingTable.listingId, listingTable.id), isLive))
    .where(
      and(
        eq(listingTable.name, name),
        isListed,
        isNull(listingTable.lapsedAt),
        isNull(bookingTable.id),
      ),
    )
    .limit(limit);
}
