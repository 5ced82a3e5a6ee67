import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { whileSuspended } from "./add-listing.ts";
import { listingId, noSuchListing } from "./listing-id.ts";
import { statusOf } from "./listing-presenter.ts";
import { findListingRow, markAdvertised } from "./listing-store.ts";

/** Puts the viewer's own car on the home page. @throws AppError not_found where it is not theirs */
export async function advertiseListing(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  viewer: Viewer,
  id: string,
): Promise<ModifiedAnswer> {
  const listing = await findListingRow(db, listingId(id));
  if (!listing || listing.sellerId !== viewer.accountId) throw noSuchListing();
  if (listing.isSellerSuspended) return { modifiedCount: 0, message: whileSuspended };
  if (statusOf(listing) === "sold") return { modifiedCount: 0, message: "This car is sold." };
  if (!(await markAdvertised(db, listing.id, viewer.accountId)))
    return { modifiedCount: 0, message: "This car is advertised already." };
  await catalogue.refresh();
  return { modifiedCount: 1 };
}
