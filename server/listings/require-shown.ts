import { AppError } from "#shared/errors/app-error.ts";
import { isStillShown } from "#shared/listings/listing-detail.ts";
import type { ListingStatus } from "#shared/listings/listing.ts";
import { listingId, noSuchListing } from "./listing-id.ts";

/** What the catalogue knows of a listing; null if it has no such listing. */
type Standings = {
  standing: (id: string) => { status: ListingStatus; soldAt: Date | null } | null;
};

/** Whether visitors can open a listing's page: it is on sale or reserved, or was sold lately. */
export function isShown(catalogue: Standings, id: string, now: Date): boolean {
  const standing = catalogue.standing(id);
  return standing !== null && standing.status !== "off_sale" && isStillShown(standing, now);
}

/** The id of a listing whose page visitors can open. @throws AppError not_found or listing_gone */
export function requireShown(catalogue: Standings, given: string, now: Date): string {
  const id = listingId(given);
  if (isShown(catalogue, id, now)) return id;
  const standing = catalogue.standing(id);
  throw !standing || standing.status === "off_sale"
    ? noSuchListing()
    : new AppError("listing_gone");
}
