import { and, eq, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Make } from "#shared/makes/all-makes.ts";
import type { Photo } from "#shared/listings/listing.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { isListed, isOnSale, isRemovable, listingTable } from "./listing-table.ts";

const batchSize = 5_000;

export async function insertListing(
  tx: Executor,
  listing: typeof listingTable.$inferInsert,
): Promise<void> {
  await tx.insert(listingTable).values(listing);
}

/** Puts a seller's own unsold listing on the home page. False if it is already there. */
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

/** Locks an undeleted listing against bookings, changes and deletion until the transaction ends. */
export async function lockListing(
  tx: Executor,
  id: string,
): Promise<{ id: string; sellerId: string; saleReversedAt: Date | null } | null> {
  const [listing] = await tx
    .select({
      id: listingTable.id,
      sellerId: listingTable.sellerId,
      saleReversedAt: listingTable.saleReversedAt,
    })
    .from(listingTable)
    .where(and(eq(listingTable.id, id), isListed))
    .for("no key update");
  return listing ?? null;
}

/** Locks a listing that an admin is to remove, like `lockListing`, but also one that can come back. */
export async function lockRemovable(
  tx: Executor,
  id: string,
): Promise<{ id: string; sellerId: string; name: string } | null> {
  const [listing] = await tx
    .select({ id: listingTable.id, sellerId: listingTable.sellerId, name: listingTable.name })
    .from(listingTable)
    .where(and(eq(listingTable.id, id), isRemovable))
    .for("no key update");
  return listing ?? null;
}

/** Locks a listing that its seller is changing, like `lockListing`, but also one that an admin removed. */
export async function lockListingForChange(tx: Executor, id: string) {
  const [listing] = await tx
    .select({
      sellerId: listingTable.sellerId,
      removedAt: listingTable.removedAt,
      resalePriceMinor: listingTable.resalePriceMinor,
      mileage: listingTable.mileage,
      mileageUnit: listingTable.mileageUnit,
      photos: listingTable.photos,
      details: listingTable.details,
      make: listingTable.make,
      year: listingTable.year,
      vin: listingTable.vin,
      model: listingTable.model,
      stockNumber: listingTable.stockNumber,
      registration: listingTable.registration,
      lapsedAt: listingTable.lapsedAt,
      saleReversedAt: listingTable.saleReversedAt,
    })
    .from(listingTable)
    .where(and(eq(listingTable.id, id), isNull(listingTable.withdrawnAt)))
    .for("no key update");
  return listing ?? null;
}

/** Changes a listing that the caller has locked, which confirms that it is for sale. Undefined columns stay. */
export async function updateListing(
  tx: Executor,
  id: string,
  changes: Partial<typeof listingTable.$inferInsert>,
): Promise<void> {
  await tx
    .update(listingTable)
    .set({ ...changes, updatedAt: sql`now()`, lapsedAt: null })
    .where(eq(listingTable.id, id));
}

/** Shows other photos of a listing that the caller has locked. It does not confirm the car. */
export async function setPhotos(tx: Executor, id: string, photos: Photo[]): Promise<void> {
  await tx.update(listingTable).set({ photos }).where(eq(listingTable.id, id));
}

/** The recipient of emails to a listing's seller. */
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

/** Marks a listing as withdrawn by its seller. */
export async function markWithdrawn(tx: Executor, id: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ withdrawnAt: sql`now()` })
    .where(and(eq(listingTable.id, id), isListed));
}

/** Restores a listing that an admin removed. */
export async function markRestored(tx: Executor, id: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ removedAt: null })
    .where(and(eq(listingTable.id, id), isNotNull(listingTable.removedAt)));
}

/** Locks all of a seller's listings, in a fixed order, against bookings until the transaction ends. */
export async function lockListingsOfSeller(tx: Executor, sellerId: string): Promise<void> {
  await tx
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(eq(listingTable.sellerId, sellerId))
    .orderBy(listingTable.id)
    .for("no key update");
}

/** Marks a listing as removed by an admin. */
export async function markRemoved(tx: Executor, id: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ removedAt: sql`now()` })
    .where(and(eq(listingTable.id, id), isRemovable));
}

/** Withdraws all of a seller's listings for good. The caller must first check that no buyer has booked one. */
export async function withdrawListingsOfSeller(tx: Executor, sellerId: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ withdrawnAt: sql`coalesce(${listingTable.withdrawnAt}, now())`, offSaleAt: null })
    .where(and(eq(listingTable.sellerId, sellerId), isRemovable));
}

/** Reads a listing for booking and locks it against changes and deletion until the transaction ends. */
export async function lockListingForShare(tx: Executor, id: string) {
  // Lock before reading: after a wait, PostgreSQL would re-read this row but not the seller's, which says whether they
  // are suspended. The lock is shared because the unique index decides between buyers.
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
      make: listingTable.make,
      model: listingTable.model,
      bodyType: listingTable.bodyType,
      colour: listingTable.colour,
      resalePriceMinor: listingTable.resalePriceMinor,
      isForSale: sql<boolean>`${isNull(accountTable.deletedAt)} and ${isNull(accountTable.suspendedAt)} and ${isListed} and ${isOnSale}`,
    })
    .from(listingTable)
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .where(eq(listingTable.id, id));
  return listing ?? null;
}

/** Takes a car off sale after a refund undid its sale, until an admin relists it. */
export async function markSaleUndone(tx: Executor, id: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ saleReversedAt: sql`now()` })
    .where(eq(listingTable.id, id));
}

/** Puts a car back on sale after its sale was undone. False if it was not. */
export async function markRelisted(tx: Executor, id: string): Promise<boolean> {
  const rows = await tx
    .update(listingTable)
    .set({ saleReversedAt: null })
    .where(and(eq(listingTable.id, id), isNotNull(listingTable.saleReversedAt), isListed))
    .returning({ id: listingTable.id });
  return rows.length > 0;
}

/** Takes listings off sale that were not confirmed. The caller has locked them. */
export async function markLapsed(tx: Executor, ids: readonly string[], now: Date): Promise<void> {
  await tx
    .update(listingTable)
    .set({ lapsedAt: now })
    .where(and(inArray(listingTable.id, [...ids]), isNull(listingTable.lapsedAt)));
}

/** Puts lapsed ones among these listings back on sale. */
export async function clearLapsed(tx: Executor, ids: readonly string[]): Promise<void> {
  // In batches, because a statement about all cars of a large feed would take longer than one may.
  for (let at = 0; at < ids.length; at += batchSize) {
    const some = sql.param(ids.slice(at, at + batchSize));
    await tx
      .update(listingTable)
      .set({ lapsedAt: null })
      .where(and(sql`${listingTable.id} = any(${some}::uuid[])`, isNotNull(listingTable.lapsedAt)));
  }
}

/** A listing by id, including deleted ones, or null. */
export async function findListing(
  executor: Executor,
  id: string,
): Promise<{
  id: string;
  name: string;
  make: Make;
  vin: string | null;
  isWithdrawn: boolean;
  isGone: boolean;
} | null> {
  const [listing] = await executor
    .select({
      id: listingTable.id,
      name: listingTable.name,
      make: listingTable.make,
      vin: listingTable.vin,
      isWithdrawn: sql<boolean>`${listingTable.withdrawnAt} is not null`,
      isGone: sql<boolean>`not ${isRemovable}`,
    })
    .from(listingTable)
    .where(eq(listingTable.id, id));
  return listing ?? null;
}
