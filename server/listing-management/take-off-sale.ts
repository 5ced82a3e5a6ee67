import { AppError } from "#shared/errors/app-error.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { isListingHeld, isListingSold, listLiveVins, lockVins } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { confirmListings } from "#server/freshness/public.ts";
import {
  listingId,
  lockListing,
  lockOffSale,
  withLockedSeller,
  markOffSale,
  markOnSale,
  noSuchListing,
  whyMakeNotSold,
} from "#server/listings/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { whyNotOffer } from "#server/seller-limits/public.ts";

type OfferDeps = Pick<Deps, "db" | "config" | "catalogue">;

/**
 * Takes the viewer's own listing off sale until they put it back: it is withdrawn, with its history. Refused while a
 * buyer holds it, when it is sold, and after a refund until an admin relists it.
 * @throws AppError not_found if it is not on sale or not theirs
 */
export async function takeOffSale(
  { db, catalogue }: OfferDeps,
  viewer: Viewer,
  given: string,
): Promise<ModifiedAnswer> {
  const id = listingId(given);
  const refusal = await db.transaction(async (tx) => {
    const listing = await lockListing(tx, id);
    if (listing?.sellerId !== viewer.accountId) throw noSuchListing();
    // An admin decides about it, and finds only cars that are listed.
    if (listing.saleReversedAt)
      return "This car is off sale already because its booking was refunded. An admin can relist it.";
    if (await isListingSold(tx, id)) return "This car is sold.";
    if (await isListingHeld(tx, id))
      return "A buyer holds this car. It can be taken off sale when the hold ends.";
    await markOffSale(tx, id);
    return null;
  });
  return answer(catalogue, refusal);
}

/**
 * Puts the viewer's own listing back on sale that they took off. Refused while they are suspended or have reached the
 * limit for unverified sellers, if the shop no longer sells its make, and if its VIN is for sale in another listing by now.
 * @throws AppError not_found if it was not taken off sale or is not theirs
 */
export async function putOnSale(
  { db, config, catalogue }: OfferDeps,
  viewer: Viewer,
  given: string,
): Promise<ModifiedAnswer> {
  const id = listingId(given);
  const refusal = await withLockedSeller(db, viewer.accountId, async (tx, seller) => {
    if (!seller) throw new AppError("not_allowed");
    const listing = await lockOffSale(tx, id);
    if (listing?.sellerId !== viewer.accountId) throw noSuchListing();
    const obstacle =
      whyMakeNotSold(listing.make) ??
      (await whyNotOffer(tx, config, { ...seller, id: viewer.accountId }, "add"));
    if (obstacle !== null) return obstacle;
    const vins = listing.vin === null ? [] : [listing.vin];
    await lockVins(tx, vins);
    if ((await listLiveVins(tx, vins)).length > 0)
      return "Another car with this VIN is for sale by now.";
    await markOnSale(tx, id);
    await confirmListings(tx, [id], new Date());
    return null;
  });
  return answer(catalogue, refusal);
}

async function answer(
  catalogue: Deps["catalogue"],
  message: string | null,
): Promise<ModifiedAnswer> {
  if (message !== null) return { modifiedCount: 0, message };
  await catalogue.refresh();
  return { modifiedCount: 1 };
}
