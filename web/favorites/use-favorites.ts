import { useSyncExternalStore } from "react";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { useLateQuery } from "#web/platform/late-query.ts";
import { toast } from "#web/platform/toast.ts";
import { applyChanges, type FavoriteChange } from "./apply-changes.ts";
import { setFavorite, useDeviceFavorites } from "./device-favorites.ts";
import { favoriteIdsQuery, loadAccountFavorites } from "./favorite-ids.ts";

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
  const query = useLateQuery({
    ...favoriteIdsQuery(user?.email ?? ""),
    // With the role comes the token that the call needs.
    enabled: isSignedIn && role !== null,
  });
  const changes = useSyncExternalStore(
    onPendingChange,
    () => pending,
    () => none,
  );
  if (!isSignedIn) return { ids: onDevice, isLoaded: true, set: setOnDevice };
  return {
    ids: applyChanges(query.data ?? [], changes),
    isLoaded: query.data !== undefined,
    set: (productId, isSaved) => void setOnAccount({ productId, isSaved }),
  };
}

function setOnDevice(productId: string, isSaved: boolean): void {
  if (!setFavorite(productId, isSaved))
    toast.error("Your browser does not allow this page to save cars.");
}

const none: readonly FavoriteChange[] = [];
// Changes that the server has not confirmed yet, in order. One that fails is gone again.
let pending = none;
const listeners = new Set<() => void>();

function onPendingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function setPending(changes: readonly FavoriteChange[]): void {
  pending = changes;
  for (const listener of listeners) listener();
}

async function setOnAccount(change: FavoriteChange): Promise<void> {
  setPending([...pending, change]);
  try {
    const { changeFavorite } = await loadAccountFavorites();
    await changeFavorite(change);
  } catch {
    toast.error("This could not be loaded. Please check your connection and try again.");
  } finally {
    setPending(pending.filter((other) => other !== change));
  }
}
