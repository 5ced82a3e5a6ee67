import { and, count, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import { isListed, listingTable } from "#server/listings/listing-table.ts";
import { appendMoves } from "#server/bookings/public.ts";
import type { BookingState } from "#shared/bookings/booking.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { identityUserTable } from "#server/identity/identity-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { bookingTable, isHeld, isLive, isRunning } from "#server/bookings/booking-table.ts";

/**
 * The buyer's account, locked: bookings of one buyer happen one after the other. Null where it has ended.
 * `isConfirmed`: whether the buyer has shown that the email address is theirs.
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

// Unpaid holds that keep a car: those that run, and those that wait for the provider to end their payment.
const keepsCar = or(and(isHeld, isRunning), eq(bookingTable.state, "releasing"));

/** Unpaid holds of a buyer that keep a car. */
export function countHolds(tx: Executor, buyerId: string): Promise<number> {
  return countHoldsThat(tx, eq(bookingTable.buyerId, buyerId));
}

/** Unpaid holds that keep a car, from one IP address; bookings from it wait for each other until the transaction ends. */
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

type NewBooking = Omit<typeof bookingTable.$inferInsert, "state" | "expiresAt" | "createdAt"> & {
  holdHours: number;
};

/** Takes the car for the buyer, by the database's clock. False if the unique index says that another buyer has it. */
export async function insertHold(
  tx: Executor,
  { holdHours, ...booking }: NewBooking,
): Promise<boolean> {
  const rows = await tx
    .insert(bookingTable)
    .values({
      ...booking,
      state: "held",
      expiresAt: sql`now() + make_interval(secs => ${holdHours * 3_600})`,
    })
    .onConflictDoNothing()
    .returning({ id: bookingTable.id });
  if (rows.length === 0) return false;
  await appendMoves(tx, [{ id: booking.id, from: null, to: "held" }], {
    actorId: booking.buyerId,
    why: "booked",
  });
  return true;
}

/** Listings with exactly this name that have not been deleted, at most `limit`. */
export async function listListingsNamed(executor: Executor, name: string, limit: number) {
  return executor
    .select({
      id: listingTable.id,
      image: listingTable.image,
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
    .where(and(eq(listingTable.name, name), isListed, isNull(bookingTable.id)))
    .limit(limit);
}
