import { queryOptions } from "@tanstack/react-query";
import { favoriteKeys } from "./favorite-keys.ts";

/** Milliseconds that the ids stay fresh; the header shows their number on every page. */
const idsLife = 5 * 60_000;

/** The ids of the account's saved cars, for the header and the save buttons. */
export function favoriteIdsQuery(email: string) {
  return queryOptions({
    queryKey: favoriteKeys.ids(email),
    queryFn: async ({ signal }) => (await loadAccountFavorites()).fetchFavoriteIds(signal),
    staleTime: idsLife,
  });
}

/** The code for an account's favorites, which signed-out visitors never need. */
export const loadAccountFavorites = () => import("./account-favorites.ts");
