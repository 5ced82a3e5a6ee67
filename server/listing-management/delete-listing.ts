import type { DeletedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { isListingHeld } from "#server/bookings/public.ts";
import { releaseBooking } from "#server/payments/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import {
  listingId,
  lockListing,
  lockOffSale,
  markDeleted,
  markWithdrawn,
  noSuchListing,
} from "#server/listings/public.ts";
import { removeListing } from "#server/moderation/public.ts";

/**
 * Deletes a listing. Sellers withdraw their own unless a buyer has reserved it; admins remove any, and the seller is
 * sent the reason. The row stays for its bookings.
 * @throws AppError not_found if it was deleted or is not theirs
 */
export async function deleteListing(
  deps: Pick<Deps, "db" | "config" | "catalogue" | "provider" | "log">,
  viewer: Viewer,
  given: string,
  reason: string | null = null,
): Promise<DeletedAnswer> {
  const id = listingId(given);
  let releasing: string[] = [];
  const answer = await deps.db.transaction(async (tx): Promise<DeletedAnswer> => {
    if (viewer.role === "admin") {
      releasing = await removeListing(tx, deps, { adminId: viewer.accountId, id, reason });
      return { deletedCount: 1 };
    }
    const offSale = await lockOffSale(tx, id);
    if (offSale?.sellerId === viewer.accountId) {
      await markDeleted(tx, id);
      return { deletedCount: 1 };
    }
    const listing = await lockListing(tx, id);
    if (listing?.sellerId !== viewer.accountId) throw noSuchListing();
    if (await isListingHeld(tx, id))
      return {
        deletedCount: 0,
        message: "A buyer holds this car. It can be deleted when the hold ends.",
      };
    await markWithdrawn(tx, id);
    return { deletedCount: 1 };
  });
  for (const booking of releasing) await releaseBooking(deps, booking);
  await deps.catalogue.refresh();
  return answer;
}
