import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { releaseBooking } from "#server/payments/public.ts";
import type { Deps } from "#server/deps.ts";
import { listingId, findListing, noSuchListing } from "#server/listings/public.ts";
import { removeListing } from "./remove-listing.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { isReported } from "#server/reports/public.ts";

/** Removes a listing and settles its reports. Its seller is sent the reason. @throws AppError not_found */
export async function removeReported(
  deps: Pick<Deps, "db" | "config" | "catalogue" | "provider" | "log">,
  viewer: Viewer,
  given: string,
  reason: string | undefined,
): Promise<ModifiedAnswer> {
  const id = listingId(given);
  const releasing = await deps.db.transaction(async (tx) => {
    if (!(await findListing(tx, id))) throw noSuchListing();
    return (await isReported(tx, id))
      ? removeListing(tx, deps, { adminId: viewer.accountId, id, reason: reason || null })
      : null;
  });
  if (releasing === null)
    return { modifiedCount: 0, message: "There are no open reports of this product." };
  for (const booking of releasing) await releaseBooking(deps, booking);
  await deps.catalogue.refresh();
  return { modifiedCount: 1 };
}
