import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { MergeFavoritesAnswer } from "#shared/favorites/favorite-contract.ts";
import { mostFavorites } from "#shared/favorites/favorite-limit.ts";
import { withLockedAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { insertFavorites, listFavoriteRows } from "./favorite-store.ts";
import { shownListings } from "./shown-listings.ts";

/**
 * Adds the cars saved on a device to the viewer's favorites and says what became of each id. Repeating a call changes
 * nothing. The latest cars take the places that are left.
 */
export async function mergeFavorites(
  { db }: Pick<Deps, "db">,
  { accountId }: Pick<Viewer, "accountId">,
  given: string[],
): Promise<MergeFavoritesAnswer> {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))];
  return withLockedAccount(db, accountId, async (tx, account) => {
    if (!account) throw new AppError("token_invalid");
    const now = new Date();
    const rows = await listFavoriteRows(tx, accountId);
    const saved = new Set(rows.map(({ listingId }) => listingId));
    const isUuid = (id: string) => z.uuid().safeParse(id).success;
    const shown = await shownListings(tx, ids.filter(isUuid), now);
    const answer = sortIds(ids, saved, shown);
    // A millisecond apart, which keeps the order of the device.
    const addedAt = (at: number) => new Date(now.getTime() - at);
    await insertFavorites(
      tx,
      accountId,
      answer.added.map((listingId, at) => ({ listingId, addedAt: addedAt(at) })),
    );
    return answer;
  });
}

function sortIds(
  ids: string[],
  saved: ReadonlySet<string>,
  shown: ReadonlySet<string>,
): MergeFavoritesAnswer {
  const fresh = ids.filter((id) => !saved.has(id));
  const wanted = fresh.filter((id) => shown.has(id));
  const places = Math.max(0, mostFavorites - saved.size);
  const overLimit = wanted.slice(places);
  return {
    added: wanted.slice(0, places),
    alreadySaved: ids.filter((id) => saved.has(id)),
    ignored: fresh.filter((id) => !shown.has(id)),
    overLimit,
    ...(overLimit.length > 0 && {
      message: `You can save at most ${mostFavorites} cars, so ${overLimit.length} from this device could not be added.`,
    }),
  };
}
