import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { toast } from "#web/platform/toast.ts";
import { applyChanges, type FavoriteChange } from "./apply-changes.ts";
import { setFavorite, useDeviceFavorites } from "./device-favorites.ts";
import { favoriteIdsQuery, loadAccountFavorites } from "./favorite-ids.ts";
import { FavoritesContext, type Favorites } from "./use-favorites.ts";
import { notLoadedText } from "#web/platform/loading/failed-script.ts";

/** Gives the saved cars to everything on a page. */
export function FavoritesProvider({ children }: { children: ReactNode }) {
  const { status, user, role } = useSession();
  const isSignedIn = status === "signed-in";
  const onDevice = useDeviceFavorites();
  const { data: onAccount } = useQuery({
    ...favoriteIdsQuery(user?.email ?? ""),
    // With the role comes the token that the call needs.
    enabled: isSignedIn && role !== null,
  });
  const changes = useSyncExternalStore(
    onPendingChange,
    () => pending,
    () => none,
  );
  const favorites = useMemo(
    (): Favorites =>
      isSignedIn
        ? {
            ids: applyChanges(onAccount ?? [], changes),
            isLoaded: onAccount !== undefined,
            set: (productId, isSaved) => void setOnAccount({ productId, isSaved }),
          }
        : { ids: onDevice, isLoaded: true, set: setOnDevice },
    [isSignedIn, onDevice, onAccount, changes],
  );
  return <FavoritesContext value={favorites}>{children}</FavoritesContext>;
}

function setOnDevice(productId: string, isSaved: boolean): void {
  const whyNot = setFavorite(productId, isSaved);
  if (whyNot !== null) toast.error(whyNot);
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
    toast.error(notLoadedText());
  } finally {
    setPending(pending.filter((other) => other !== change));
  }
}
