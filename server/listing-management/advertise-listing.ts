import { AppError } from "#shared/errors/app-error.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import {
  listingId,
  noSuchListing,
  withLockedSeller,
  markAdvertised,
} from "#server/listings/public.ts";
import { statusOf } from "#server/catalogue/public.ts";
import { findListingRow } from "./own-listing-store.ts";
import { whyNotOffer } from "#server/seller-limits/public.ts";

const alreadyAdvertised = "This car is advertised already.";

/**
 * Puts the viewer's own listing on the home page. Refused while they are suspended or have reached the limit for
 * unverified sellers.
 * @throws AppError not_found if the listing is not theirs
 */
export async function advertiseListing(
  { db, config, catalogue }: Pick<Deps, "db" | "config" | "catalogue">,
  viewer: Viewer,
  id: string,
): Promise<ModifiedAnswer> {
  const refusal = await withLockedSeller(db, viewer.accountId, async (tx, seller) => {
    if (!seller) throw new AppError("not_allowed");
    const listing = await findListingRow(tx, listingId(id));
    if (!listing || listing.sellerId !== viewer.accountId) throw noSuchListing();
    if (!seller.isSuspended && statusOf(listing) === "sold") return "This car is sold.";
    if (!seller.isSuspended && listing.isAdvertised) return alreadyAdvertised;
    const obstacle = await whyNotOffer(
      tx,
      config,
      { ...seller, id: viewer.accountId },
      "advertise",
    );
    if (obstacle !== null) return obstacle;
    const isDone = await markAdvertised(tx, listing.id, viewer.accountId);
    return isDone ? null : alreadyAdvertised;
  });
  if (refusal !== null) return { modifiedCount: 0, message: refusal };
  await catalogue.refresh();
  return { modifiedCount: 1 };
}
