import { type MutationOptions, queryOptions } from "@tanstack/react-query";
import { AppError } from "#shared/errors/app-error.ts";
import type {
  Favorite,
  FavoriteIds,
  MergeFavoritesAnswer,
} from "#shared/favorites/favorite-contract.ts";
import type { DeletedAnswer, ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { tabStorage } from "#web/platform/browser-storage.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { mayRetry, pageQueryClient, retryDelay } from "#web/platform/requests/query-client.ts";
import { toast } from "#web/platform/toast.ts";
import type { FavoriteChange } from "./apply-changes.ts";
import { dropFavorites } from "./device-favorites.ts";
import { onChangeElsewhere, tellOtherTabs } from "./favorites-channel.ts";
import { favoriteKeys } from "./favorite-keys.ts";

export async function fetchFavoriteIds(signal: AbortSignal): Promise<string[]> {
  return (await api.get<FavoriteIds>("/favorites/ids", { signal })).ids;
}

/** The account's saved cars, those for sale first. */
export function favoritesQuery(email: string) {
  return queryOptions({
    queryKey: favoriteKeys.list(email),
    queryFn: ({ signal }) => api.get<Favorite[]>("/favorites", { signal }),
  });
}

/** Saves or removes a car of the account, and resolves when the new list is here. A failure shows a toast. */
export async function changeFavorite(change: FavoriteChange): Promise<void> {
  const options: MutationOptions<void, Error, FavoriteChange> = {
    // One after the other, so that the last click wins.
    scope: { id: "favorites" },
    mutationFn: sendChange,
    onSettled: readAgain,
  };
  await run(options, change).catch(() => undefined);
}

async function sendChange({ productId, isSaved }: FavoriteChange): Promise<void> {
  const path = `/favorites/${encodeURIComponent(productId)}`;
  const answer: ModifiedAnswer | DeletedAnswer = isSaved
    ? await api.put<ModifiedAnswer>(path)
    : await api.delete<DeletedAnswer>(path);
  if (answer.message) throw new AppError("conflict", { message: answer.message });
}

/**
 * Adds the cars saved on the device to the account. If that still fails after some retries, they stay on the device,
 * without a message, and so do those for which the account has no place.
 */
export async function mergeFavorites(ids: readonly string[]): Promise<void> {
  const options: MutationOptions<MergeFavoritesAnswer, Error, readonly string[]> = {
    mutationFn: () => api.post<MergeFavoritesAnswer>("/favorites", { ids }),
    onSuccess: readAgain,
    // Until they are moved, they are not shown. Moving them twice changes nothing.
    retry: mayRetry,
    retryDelay,
    meta: { formShowsErrors: true },
  };
  const answer = await run(options, ids).catch(() => null);
  if (answer === null) return;
  // The answer has ids in lower case.
  dropFavorites(ids.filter((id) => !answer.overLimit.includes(id.toLowerCase())));
  if (answer.message && isNewRefusal(answer.overLimit))
    toast.error(`${answer.message} Remove others to make room for them.`);
}

/** Whether these cars were not refused before in this tab. Each page load tries them again, but the reason is said once. */
function isNewRefusal(ids: readonly string[]): boolean {
  const refused = JSON.stringify(ids);
  if (tabStorage.read("favorites-over-limit") === refused) return false;
  // Without storage, it is said each time.
  tabStorage.write("favorites-over-limit", refused);
  return true;
}

/** Reads the list again when another tab has changed it. @returns a function that stops it */
export function followOtherTabs(): () => void {
  return onChangeElsewhere(
    () => void pageQueryClient().invalidateQueries({ queryKey: favoriteKeys.all }),
  );
}

function run<Data, Variables>(
  options: MutationOptions<Data, Error, Variables>,
  variables: Variables,
): Promise<Data> {
  const queryClient = pageQueryClient();
  return queryClient.getMutationCache().build(queryClient, options).execute(variables);
}

async function readAgain(): Promise<void> {
  tellOtherTabs();
  const queryClient = pageQueryClient();
  // A first answer that is on its way may be from before the change, and would not be asked for again.
  await queryClient.cancelQueries({ queryKey: favoriteKeys.all });
  await queryClient.invalidateQueries({ queryKey: favoriteKeys.all });
}
