import type { Hold } from "./feed-facts.ts";
import type { LockedListing } from "./feed-store.ts";

/** Why a listing must stay as it is. Those of retired cars are off sale, unless their seller deleted them. */
export function holdOfListing(listing: LockedListing, isRetired: boolean): Hold | null {
  if (listing.isTaken) return "booked";
  if (listing.removedAt) return "removed";
  return listing.withdrawnAt && !(isRetired && listing.offSaleAt) ? "withdrawn" : null;
}
