import { useMutationState, useQuery } from "@tanstack/react-query";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { toast } from "#web/platform/toast.ts";
import { applyChanges } from "./apply-changes.ts";
import { setFavorite, useDeviceFavorites } from "./device-favorites.ts";
import {
  favoriteKeys,
  favoriteIdsQuery,
  useChangeFavorite,
  type FavoriteChange,
} from "./favorite-queries.ts";

/** The saved cars: of the account, or of this browser until sign-in. */
export type Favorites = {
  ids: readonly string[];
  /** Whether `ids` is complete: an account's ids are loading at first. */
  isLoaded: boolean;
  set: (productId: string, isSaved: boolean) => void;
};

export function useFavorites(): Favorites {
  const { status, user, role } = useSession();
  const isSignedIn = status === "signed-in";
  const onDevice = useDeviceFavorites();
  const query = useQuery({
    ...favoriteIdsQuery(user?.email ?? ""),
    // With the role comes the token that the call needs.
    enabled: isSignedIn && role !== null,
  });
  const changes = usePendingChanges();
  const change = useChangeFavorite();
  if (!isSignedIn) return { ids: onDevice, isLoaded: true, set: setOnDevice };
  return {
    ids: applyChanges(query.data ?? [], changes),
    isLoaded: query.data !== undefined,
    set: (productId, isSaved) => change.mutate({ productId, isSaved }),
  };
}

function setOnDevice(productId: string, isSaved: boolean): void {
  if (!setFavorite(productId, isSaved))
    toast.error("Your browser does not allow this page to save cars.");
}

/** Changes that the server has not confirmed yet, in order. */
function usePendingChanges(): FavoriteChange[] {
  return useMutationState({
    filters: { mutationKey: favoriteKeys.change, status: "pending" },
    select: ({ state }) => state.variables as FavoriteChange,
  });
}
