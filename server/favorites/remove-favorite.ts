import type { DeletedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { findListing, listingId, noSuchListing } from "#server/listings/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { deleteFavorite } from "./favorite-store.ts";

/**
 * Removes a car from the viewer's favorites; `deletedCount` is 0 if it was not saved.
 * @throws AppError not_found if there is no such car
 */
export async function removeFavorite(
  { db }: Pick<Deps, "db">,
  { accountId }: Pick<Viewer, "accountId">,
  given: string,
): Promise<DeletedAnswer> {
  const id = listingId(given);
  if (await deleteFavorite(db, accountId, id)) return { deletedCount: 1 };
  if (!(await findListing(db, id))) throw noSuchListing();
  return { deletedCount: 0 };
}
