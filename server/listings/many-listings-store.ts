import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { isListed, listingTable } from "./listing-table.ts";

/** Locks listings, in the order of their ids, against bookings, changes and deletion until the transaction ends. */
export async function lockListings(tx: Executor, ids: readonly string[]): Promise<void> {
  await tx
    .select({ id: listingTable.id })
    .from(listingTable)
    .where(inArray(listingTable.id, [...ids]))
    .orderBy(asc(listingTable.id))
    .for("no key update");
}

/** Sets the prices of listings that the caller has locked, in minor units, which confirms that they are for sale. */
export async function setPrices(
  tx: Executor,
  prices: readonly { id: string; priceMinor: number }[],
): Promise<void> {
  if (prices.length === 0) return;
  await tx.execute(sql`
    update ${listingTable} set resale_price_minor = given."priceMinor", updated_at = now(), lapsed_at = null
    from json_to_recordset(${JSON.stringify(prices)}::json) as given(id uuid, "priceMinor" bigint)
    where listing.id = given.id`);
}

/** Puts listings on the home page that the caller has locked. */
export async function markAllAdvertised(tx: Executor, ids: readonly string[]): Promise<void> {
  await tx
    .update(listingTable)
    .set({ isAdvertised: true, advertisedAt: sql`now()` })
    .where(and(inArray(listingTable.id, [...ids]), eq(listingTable.isAdvertised, false), isListed));
}

/** Withdraws listings that the caller has locked, so that their seller can put them back on sale. */
export async function markAllOffSale(tx: Executor, ids: readonly string[]): Promise<void> {
  await tx
    .update(listingTable)
    .set({ withdrawnAt: sql`now()`, offSaleAt: sql`now()` })
    .where(and(inArray(listingTable.id, [...ids]), isListed));
}
