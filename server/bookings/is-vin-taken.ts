import { findListing } from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { listLiveVins, lockVins } from "./live-vin-store.ts";

/**
 * Whether another car for sale has the VIN of a listing that is to return. Locks the VIN. A withdrawn listing does not
 * return by that: its seller puts it on sale, or not.
 */
export async function isVinTaken(tx: Executor, listingId: string): Promise<boolean> {
  const listing = await findListing(tx, listingId);
  if (!listing?.vin || listing.isWithdrawn) return false;
  await lockVins(tx, [listing.vin]);
  return (await listLiveVins(tx, [listing.vin], { except: listingId })).length > 0;
}
