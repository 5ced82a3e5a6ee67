import { findListing } from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { listLiveVins, lockVins } from "./live-vin-store.ts";

/** Whether another car for sale has the VIN of a listing that is to return. Locks the VIN. */
export async function isVinTaken(tx: Executor, listingId: string): Promise<boolean> {
  const vin = (await findListing(tx, listingId))?.vin;
  if (!vin) return false;
  await lockVins(tx, [vin]);
  return (await listLiveVins(tx, [vin], { except: listingId })).length > 0;
}
