import { and, eq, inArray, sql, type SQL } from "drizzle-orm";
import {
  bookingMoves,
  isPaid,
  type BookingState,
  type EndOfHold,
} from "#shared/bookings/booking.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { afterCommit, type Executor } from "#server/platform/database/database.ts";
import { count } from "#server/platform/metrics/metrics.ts";
import {
  bookingEventTable,
  bookingTable,
  hasLapsed,
  isHeld,
  isInLiveState,
  isRunning,
} from "./booking-table.ts";

/** Who changed a booking's state (null for the clock or the card provider), and why. */
export type MoveCause = { actorId: string | null; why: string };

/** The facts of a booking that payment decisions need. */
export type LockedBooking = {
  id: string;
  listingId: string;
  buyerId: string;
  state: BookingState;
  releasingTo: EndOfHold | null;
  isRunning: boolean;
  priceMinor: number;
  dueNowMinor: number;
  currency: string;
};

/**
 * Locks a booking and its car until the transaction ends; null if there is none. To avoid deadlocks, locks are always
 * taken in this order: account, car, booking, payment.
 */
export async function lockBookingWithCar(tx: Executor, id: string): Promise<LockedBooking | null> {
  const [row] = await tx
    .select({ listingId: bookingTable.listingId })
    .from(bookingTable)
    .where(eq(bookingTable.id, id));
  if (!row) return null;
  await tx
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(eq(listingTable.id, row.listingId))
    .for("no key update");
  return lockBooking(tx, id);
}

/** Locks a booking until the transaction ends. For changes that do not affect its car. */
export async function lockBooking(tx: Executor, id: string): Promise<LockedBooking | null> {
  const [booking] = await tx
    .select({
      id: bookingTable.id,
      listingId: bookingTable.listingId,
      buyerId: bookingTable.buyerId,
      state: bookingTable.state,
      releasingTo: bookingTable.releasingTo,
      isRunning: sql<boolean>`${isRunning}`,
      priceMinor: bookingTable.priceMinor,
      dueNowMinor: bookingTable.dueNowMinor,
      currency: bookingTable.currency,
    })
    .from(bookingTable)
    .where(eq(bookingTable.id, id))
    .for("no key update");
  return booking ?? null;
}

/** Records that a payment was started. From now on the hold ends only after the provider has canceled it. */
export async function beginPayment(tx: Executor, id: string): Promise<void> {
  await tx
    .update(bookingTable)
    .set({ paymentBegunAt: sql`coalesce(${bookingTable.paymentBegunAt}, now())` })
    .where(eq(bookingTable.id, id));
}

/**
 * Changes the state of a locked booking and logs it.
 * @throws Error if the transition is not in `bookingMoves`, which is a bug
 */
export async function moveBooking(
  tx: Executor,
  booking: Pick<LockedBooking, "id" | "state">,
  to: BookingState,
  cause: MoveCause,
): Promise<void> {
  const allowed: readonly BookingState[] = bookingMoves[booking.state];
  if (!allowed.includes(to))
    throw new Error(`A booking does not go from ${booking.state} to ${to}.`);
  const rows = await tx
    .update(bookingTable)
    .set({ state: to, releasingTo: null, heldFrom: null })
    .where(and(eq(bookingTable.id, booking.id), eq(bookingTable.state, booking.state)))
    .returning({ id: bookingTable.id });
  if (rows.length === 0) throw new Error(`Booking ${booking.id} was not locked.`);
  await appendMoves(tx, [{ id: booking.id, from: booking.state, to }], cause);
}

/** Holds that ended. Those in `releasing` are finished once the provider has canceled their payment. */
export type EndedHolds = { ended: string[]; releasing: string[] };

/**
 * Selects holds: a buyer's own running hold, a car's hold (expired or any), those on all of a seller's cars, or every
 * expired hold.
 */
export type WhichHolds =
  | { bookingId: string; buyerId: string }
  | { lapsedOf: string }
  | { listingId: string }
  | { sellerId: string }
  | { lapsed: true; limit: number };

/** Ends holds and frees their cars. If a payment was started, the provider has to cancel it first. */
export async function endHeldBookings(
  tx: Executor,
  which: WhichHolds,
  to: EndOfHold,
  cause: MoveCause,
): Promise<EndedHolds> {
  const query = tx
    .select({ id: bookingTable.id, begun: bookingTable.paymentBegunAt })
    .from(bookingTable)
    .where(and(isHeld, holdsThat(which)))
    .orderBy(bookingTable.expiresAt)
    .$dynamic();
  // Processes that expire holds at the same time take different ones.
  const locked =
    "lapsed" in which
      ? await query.limit(which.limit).for("no key update", { skipLocked: true })
      : await query.for("no key update");
  const releasing = locked.filter((hold) => hold.begun !== null).map((hold) => hold.id);
  const ended = locked.filter((hold) => hold.begun === null).map((hold) => hold.id);
  if (ended.length > 0)
    await tx
      .update(bookingTable)
      .set({ state: to, heldFrom: null })
      .where(inArray(bookingTable.id, ended));
  if (releasing.length > 0)
    await tx
      .update(bookingTable)
      .set({ state: "releasing", releasingTo: to })
      .where(inArray(bookingTable.id, releasing));
  await appendMoves(
    tx,
    [
      ...ended.map((id) => ({ id, from: "held" as const, to })),
      ...releasing.map((id) => ({ id, from: "held" as const, to: "releasing" as const })),
    ],
    cause,
  );
  return { ended, releasing };
}

function holdsThat(which: WhichHolds): SQL | undefined {
  if ("bookingId" in which)
    return and(
      eq(bookingTable.id, which.bookingId),
      eq(bookingTable.buyerId, which.buyerId),
      isRunning,
    );
  if ("lapsedOf" in which) return and(eq(bookingTable.listingId, which.lapsedOf), hasLapsed);
  if ("sellerId" in which)
    return sql`${bookingTable.listingId} in (select id from ${listingTable} where seller_id = ${which.sellerId})`;
  return "listingId" in which ? eq(bookingTable.listingId, which.listingId) : hasLapsed;
}

/** Bookings waiting for the provider to cancel their payment. */
export async function listReleasing(executor: Executor, limit: number): Promise<string[]> {
  const rows = await executor
    .select({ id: bookingTable.id })
    .from(bookingTable)
    .where(eq(bookingTable.state, "releasing"))
    .limit(limit);
  return rows.map((row) => row.id);
}

/** Whether an ended booking's listing is on sale and not booked, and both accounts still exist. */
export async function isCarUnheldFor(tx: Executor, booking: LockedBooking): Promise<boolean> {
  const { rows } = await tx.execute<{ free: boolean }>(sql`
    select listing.withdrawn_at is null and listing.removed_at is null and listing.sale_reversed_at is null
      and listing.lapsed_at is null
      and seller.deleted_at is null and seller.suspended_at is null and buyer.deleted_at is null
      and not exists (
        select from ${bookingTable} where ${bookingTable.listingId} = listing.id and ${isInLiveState}) as free
    from ${listingTable} as listing
    join ${accountTable} as seller on seller.id = listing.seller_id
    join ${accountTable} as buyer on buyer.id = ${booking.buyerId}
    where listing.id = ${booking.listingId}`);
  return rows[0]?.free === true;
}

/** Whether a booking whose refund failed can become a sale again: the car has no other booking. */
export async function isCarUntaken(tx: Executor, booking: LockedBooking): Promise<boolean> {
  if (isPaid(booking.state)) return true;
  const [taker] = await tx
    .select({ id: bookingTable.id })
    .from(bookingTable)
    .where(and(eq(bookingTable.listingId, booking.listingId), isInLiveState));
  return taker === undefined;
}

/** Appends state changes to the booking log. */
export async function appendMoves(
  tx: Executor,
  moves: { id: string; from: BookingState | null; to: BookingState }[],
  { actorId, why }: MoveCause,
): Promise<void> {
  if (moves.length === 0) return;
  await tx
    .insert(bookingEventTable)
    .values(moves.map(({ id, from, to }) => ({ bookingId: id, actorId, from, to, why })));
  afterCommit(tx, () => moves.forEach(countMove));
}

function countMove({ from, to }: { from: BookingState | null; to: BookingState }): void {
  if (from === null) return count("holds", { outcome: "placed" });
  if (from !== "held" && from !== "releasing") return;
  if (to === "cancelled") count("holds", { outcome: "canceled" });
  else if (to === "paid" || to === "expired") count("holds", { outcome: to });
}

type NewBooking = Omit<typeof bookingTable.$inferInsert, "state" | "expiresAt" | "createdAt"> & {
  holdHours: number;
};

/** Reserves the car for the buyer, by the database's clock. False if the unique index shows that it is taken. */
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
