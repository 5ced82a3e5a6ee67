import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { isListed, listingTable } from "./listing-table.ts";

/** Adds a listing of the seller's. */
export async function insertListing(
  tx: Executor,
  listing: typeof listingTable.$inferInsert,
): Promise<void> {
  await tx.insert(listingTable).values(listing);
}

/**
 * The account, where it sells, locked until the transaction ends: it stays suspended, verified or not, and its seller
 * adds and advertises one car after the other.
 */
export async function lockSeller(
  tx: Executor,
  accountId: string,
): Promise<{ isSuspended: boolean; isVerified: boolean } | null> {
  const [seller] = await tx
    .select({
      isSuspended: sql<boolean>`${accountTable.suspendedAt} is not null`,
      isVerified: accountTable.isVerified,
    })
    .from(accountTable)
    .where(
      and(
        eq(accountTable.id, accountId),
        eq(accountTable.role, "Seller"),
        isNull(accountTable.deletedAt),
      ),
    )
    .for("no key update");
  return seller ?? null;
}

/** Puts an own, unsold listing on the home page; false where it is there already. */
export async function markAdvertised(tx: Executor, id: string, sellerId: string): Promise<boolean> {
  const rows = await tx
    .update(listingTable)
    .set({ isAdvertised: true, advertisedAt: sql`now()` })
    .where(
      and(
        eq(listingTable.id, id),
        eq(listingTable.sellerId, sellerId),
        eq(listingTable.isAdvertised, false),
        isListed,
      ),
    )
    .returning({ id: listingTable.id });
  return rows.length > 0;
}

/** A listing that has not been deleted, locked against bookings, changes and deletion until the transaction ends. */
export async function lockListing(
  tx: Executor,
  id: string,
): Promise<{ id: string; sellerId: string; name: string } | null> {
  const [listing] = await tx
    .select({ id: listingTable.id, sellerId: listingTable.sellerId, name: listingTable.name })
    .from(listingTable)
    .where(and(eq(listingTable.id, id), isListed))
    .for("no key update");
  return listing ?? null;
}

/** Whom a mail to the seller of a listing goes to. */
export async function readSeller(
  tx: Executor,
  sellerId: string,
): Promise<{ name: string; email: string }> {
  const [seller] = await tx
    .select({ name: accountTable.name, email: accountTable.email })
    .from(accountTable)
    .where(eq(accountTable.id, sellerId));
  if (!seller) throw new Error(`There is no account ${sellerId}.`);
  return seller;
}

/** Takes a listing off by its seller's wish. */
export async function markWithdrawn(tx: Executor, id: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(listingTable.id, id), isListed));
}

/** Puts a car that moderation took off back; false where it is not one of those. */
export async function markRestored(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx
    .update(listingTable)
    .set({ removedAt: null })
    .where(and(eq(listingTable.id, id), isNotNull(listingTable.removedAt)))
    .returning({ id: listingTable.id });
  return rows.length > 0;
}

/** Locks every car of a seller's, in one order for all, until the transaction ends: none is booked meanwhile. */
export async function lockListingsOfSeller(tx: Executor, sellerId: string): Promise<void> {
  await tx
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(eq(listingTable.sellerId, sellerId))
    .orderBy(listingTable.id)
    .for("no key update");
}

/** Takes a listing off by moderation. */
export async function markRemoved(tx: Executor, id: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ removedAt: sql`now()` })
    .where(and(eq(listingTable.id, id), isListed));
}

/** Takes every listing of a seller off. Refuse before, where a buyer holds one: see `liveBookingCountOfSeller`. */
export async function withdrawListingsOfSeller(tx: Executor, sellerId: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(listingTable.sellerId, sellerId), isListed));
}

/** A listing as a booking needs it, locked against changes and deletion until the transaction ends. */
export async function holdListingForBooking(tx: Executor, id: string) {
  // Locked first and read after: whether its seller is suspended stands in another row, which waiting for this one's
  // lock would not be read again. Shared: buyers of one car do not wait for each other here; the unique index decides.
  await tx
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(eq(listingTable.id, id))
    .for("share");
  const [listing] = await tx
    .select({
      id: listingTable.id,
      sellerId: listingTable.sellerId,
      name: listingTable.name,
      image: listingTable.image,
      bodyType: listingTable.bodyType,
      colour: listingTable.colour,
      resalePriceMinor: listingTable.resalePriceMinor,
      isForSale: sql<boolean>`${isNull(accountTable.deletedAt)} and ${isNull(accountTable.suspendedAt)} and ${isListed} and ${isNull(listingTable.saleReversedAt)}`,
    })
    .from(listingTable)
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .where(eq(listingTable.id, id));
  return listing ?? null;
}

/** Takes a car off sale because its sale was undone, until an admin relists it. */
export async function markSaleUndone(tx: Executor, id: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ saleReversedAt: sql`now()` })
    .where(eq(listingTable.id, id));
}

/** Puts a car whose sale was undone on sale again; false where there is nothing to undo. */
export async function markRelisted(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx
    .update(listingTable)
    .set({ saleReversedAt: null })
    .where(and(eq(listingTable.id, id), isNotNull(listingTable.saleReversedAt), isListed))
    .returning({ id: listingTable.id });
  return rows.length > 0;
}

/** A listing by its id, deleted or not, or null. */
export async function findListing(
  executor: Executor,
  id: string,
): Promise<{ id: string; name: string; isListed: boolean } | null> {
  const [listing] = await executor
    .select({
      id: listingTable.id,
      name: listingTable.name,
      isListed: sql<boolean>`${isListed}`,
    })
    .from(listingTable)
    .where(eq(listingTable.id, id));
  return listing ?? null;
}
