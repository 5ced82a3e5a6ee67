import type { Hold } from "../feed-facts.ts";
import type { LockedListing } from "../feed-store.ts";

/**
 * Why a listing must stay as it is. Those of retired cars are off sale, unless their seller deleted them, or put them back
 * on sale and took them off again.
 */
export function holdOfListing(listing: LockedListing, isRetired: boolean): Hold | null {
  if (listing.isTaken) return "booked";
  if (listing.removedAt) return "removed";
  const isOffByFeed = isRetired && listing.offSaleAt && !listing.isOffByHand;
  return listing.withdrawnAt && !isOffByFeed ? "withdrawn" : null;
}
