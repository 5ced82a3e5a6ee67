import { queryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { AppError } from "#shared/errors/app-error.ts";
import type {
  Favorite,
  FavoriteIds,
  MergeFavoritesAnswer,
} from "#shared/favorites/favorite-contract.ts";
import type { DeletedAnswer, ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { api } from "#web/platform/api-client.ts";
import { tellOtherTabs } from "./favorites-channel.ts";

export const favoriteKeys = {
  all: ["favorites"] as const,
  list: (email: string) => ["favorites", "list", email] as const,
  ids: (email: string) => ["favorites", "ids", email] as const,
  change: ["favorites", "change"] as const,
};
/** Milliseconds that the ids stay fresh; the header shows their number on every page. */
const idsLife = 5 * 60_000;

/** The ids of the account's saved cars, for the header and the save buttons. */
export function favoriteIdsQuery(email: string) {
  return queryOptions({
    queryKey: favoriteKeys.ids(email),
    queryFn: async ({ signal }) => (await api.get<FavoriteIds>("/favorites/ids", { signal })).ids,
    staleTime: idsLife,
  });
}

/** The account's saved cars, those for sale first. */
export function favoritesQuery(email: string) {
  return queryOptions({
    queryKey: favoriteKeys.list(email),
    queryFn: ({ signal }) => api.get<Favorite[]>("/favorites", { signal }),
  });
}

export type FavoriteChange = { productId: string; isSaved: boolean };

/**
 * Saves or removes a car of the account. Until the server has answered, `usePendingChanges` has the change; if it fails,
 * the toast says why and the change is gone.
 */
export function useChangeFavorite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: favoriteKeys.change,
    // One after the other, so that the last click wins.
    scope: { id: "favorites" },
    mutationFn: changeFavorite,
    // Awaited: the change counts as pending until the new list is here.
    onSettled: () => readAgain(queryClient),
  });
}

async function changeFavorite({ productId, isSaved }: FavoriteChange): Promise<void> {
  const path = `/favorites/${encodeURIComponent(productId)}`;
  const answer: ModifiedAnswer | DeletedAnswer = isSaved
    ? await api.put<ModifiedAnswer>(path)
    : await api.delete<DeletedAnswer>(path);
  if (answer.message) throw new AppError("conflict", { message: answer.message });
}

/** Adds the cars saved on the device to the account. */
export function useMergeFavorites() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (ids: readonly string[]) => api.post<MergeFavoritesAnswer>("/favorites", { ids }),
    onSuccess: () => readAgain(queryClient),
    meta: { formShowsErrors: true },
  });
}

function readAgain(queryClient: QueryClient): Promise<void> {
  tellOtherTabs();
  return queryClient.invalidateQueries({ queryKey: favoriteKeys.all });
}
