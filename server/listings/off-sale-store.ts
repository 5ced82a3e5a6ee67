import { and, eq, sql } from "drizzle-orm";
import type { Make } from "#shared/makes/all-makes.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { isListed, isOffSale, listingTable } from "./listing-table.ts";

/** Locks a listing that its seller has taken off sale, until the transaction ends; null if it is not one. */
export async function lockOffSale(
  tx: Executor,
  id: string,
): Promise<{ sellerId: string; make: Make; vin: string | null } | null> {
  const [listing] = await tx
    .select({ sellerId: listingTable.sellerId, make: listingTable.make, vin: listingTable.vin })
    .from(listingTable)
    .where(and(eq(listingTable.id, id), isOffSale))
    .for("no key update");
  return listing ?? null;
}

/** Withdraws a listing that the caller has locked, so that its seller can put it back on sale. */
export async function markOffSale(tx: Executor, id: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ withdrawnAt: sql`now()`, offSaleAt: sql`now()` })
    .where(and(eq(listingTable.id, id), isListed));
}

/** Puts a listing back on sale that the caller has locked. */
export async function markOnSale(tx: Executor, id: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ withdrawnAt: null, offSaleAt: null, lapsedAt: null, updatedAt: sql`now()` })
    .where(and(eq(listingTable.id, id), isOffSale));
}

/** Deletes a listing that is off sale, which stays withdrawn. */
export async function markDeleted(tx: Executor, id: string): Promise<void> {
  await tx
    .update(listingTable)
    .set({ offSaleAt: null })
    .where(and(eq(listingTable.id, id), isOffSale));
}
