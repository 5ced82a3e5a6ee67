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

/** Takes a reported car off and settles its reports. @throws AppError not_found where there is no such car, or it is gone */
export async function removeReported(
  { db, catalogue, releaseBooking }: Pick<Deps, "db" | "catalogue" | "releaseBooking">,
  viewer: Viewer,
  given: string,
): Promise<ModifiedAnswer> {
  const id = listingId(given);
  const releasing = await db.transaction(async (tx) => {
    if ((await readListingRows(tx, [id])).length === 0) throw noSuchListing();
    return (await isReported(tx, id)) ? removeListing(tx, viewer.accountId, id) : null;
  });
  if (releasing === null)
    return { modifiedCount: 0, message: "There are no open reports of this product." };
  for (const booking of releasing) await releaseBooking(booking);
  await catalogue.refresh();
  return { modifiedCount: 1 };
}
