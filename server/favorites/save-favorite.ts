import { AppError } from "#shared/errors/app-error.ts";
import { favoritesAreFull, mostFavorites } from "#shared/favorites/favorite-limit.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { withLockedAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import { listingId, noSuchListing } from "#server/listings/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { insertFavorites, listFavoriteRows } from "./favorite-store.ts";
import { shownListings } from "./shown-listings.ts";

/**
 * Saves a car to the viewer's favorites. `modifiedCount` is 0 if it was saved already, and with a `message` if the
 * account cannot save more.
 * @throws AppError not_found if the car has no page
 */
export async function saveFavorite(
  { db }: Pick<Deps, "db">,
  { accountId }: Pick<Viewer, "accountId">,
  given: string,
): Promise<ModifiedAnswer> {
  const id = listingId(given);
  return withLockedAccount(db, accountId, async (tx, account) => {
    // Locked, so that two calls cannot both take the last place and nothing is saved for a deleted account.
    if (!account) throw new AppError("token_invalid");
    const saved = await listFavoriteRows(tx, accountId);
    if (saved.some((favorite) => favorite.listingId === id)) return { modifiedCount: 0 };
    const now = new Date();
    if (!(await shownListings(tx, [id], now)).has(id)) throw noSuchListing();
    if (saved.length >= mostFavorites) return { modifiedCount: 0, message: favoritesAreFull };
    await insertFavorites(tx, accountId, [{ listingId: id, addedAt: now }]);
    return { modifiedCount: 1 };
  });
}
