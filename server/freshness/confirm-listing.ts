import { AppError } from "#shared/errors/app-error.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { isListingSold } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import {
  listingId,
  lockListingForChange,
  withLockedSeller,
  noSuchListing,
} from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { confirmListings } from "./confirm-listings.ts";

/**
 * Confirms that the viewer's own listing is still for sale; a lapsed one is for sale again. Refused while they are
 * suspended, and when it is sold, off sale after a refund, or was removed by an admin.
 * @throws AppError not_found if the listing is not theirs
 */
export async function confirmListing(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  viewer: Viewer,
  given: string,
): Promise<ModifiedAnswer> {
  const id = listingId(given);
  const refusal = await withLockedSeller(db, viewer.accountId, async (tx, seller) => {
    if (!seller) throw new AppError("not_allowed");
    const listing = await lockListingForChange(tx, id);
    if (listing?.sellerId !== viewer.accountId) throw noSuchListing();
    const obstacle = await whyNotConfirm(tx, id, seller, listing);
    if (obstacle !== null) return obstacle;
    const taken = await confirmListings(tx, [id], new Date());
    return taken.size > 0 ? "Another car with this VIN is for sale by now." : null;
  });
  if (refusal !== null) return { modifiedCount: 0, message: refusal };
  await catalogue.refresh();
  return { modifiedCount: 1 };
}

async function whyNotConfirm(
  tx: Executor,
  id: string,
  { isSuspended }: { isSuspended: boolean },
  { removedAt, saleReversedAt }: { removedAt: Date | null; saleReversedAt: Date | null },
): Promise<string | null> {
  if (isSuspended) return "You are suspended, so your cars are off sale.";
  if (removedAt) return "An admin removed this car.";
  if (saleReversedAt)
    return "This car is off sale because its booking was refunded. An admin can relist it.";
  return (await isListingSold(tx, id)) ? "This car is sold." : null;
}
