import type { KeptReason } from "../feed-facts.ts";
import type { LockedListing } from "../feed-store.ts";

/**
 * Why a listing must stay as it is. A retired car that is only off sale may be relisted, unless its seller deleted it,
 * or put it back on sale and took it off again.
 */
export function keptReasonOf(
  listing: Pick<LockedListing, "isTaken" | "removedAt" | "withdrawnAt"> &
    Partial<Pick<LockedListing, "offSaleAt" | "isOffByHand">>,
  isRetired: boolean,
): KeptReason | null {
  if (listing.isTaken) return "booked";
  if (listing.removedAt) return "removed";
  const isOffByFeed = isRetired && listing.offSaleAt && !listing.isOffByHand;
  return listing.withdrawnAt && !isOffByFeed ? "withdrawn" : null;
}
