import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import {
  listingId,
  readListingRows,
  noSuchListing,
  removeListing,
} from "#server/listings/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { isReported } from "./report-store.ts";

/** Takes a reported car off, for a reason that its seller is sent, and settles its reports. @throws AppError not_found where there is no such car, or it is gone */
export async function removeReported(
  deps: Pick<Deps, "db" | "config" | "catalogue" | "releaseBooking">,
  viewer: Viewer,
  given: string,
  reason: string | undefined,
): Promise<ModifiedAnswer> {
  const id = listingId(given);
  const releasing = await deps.db.transaction(async (tx) => {
    if ((await readListingRows(tx, [id])).length === 0) throw noSuchListing();
    return (await isReported(tx, id))
      ? removeListing(tx, deps, { adminId: viewer.accountId, id, reason: reason || null })
      : null;
  });
  if (releasing === null)
    return { modifiedCount: 0, message: "There are no open reports of this product." };
  for (const booking of releasing) await deps.releaseBooking(booking);
  await deps.catalogue.refresh();
  return { modifiedCount: 1 };
}
