import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { toast } from "#web/platform/toast.ts";
import { dropFavorites, useDeviceFavorites } from "./device-favorites.ts";
import { favoriteKeys, useMergeFavorites } from "./favorite-queries.ts";
import { onChangeElsewhere } from "./favorites-channel.ts";

/**
 * Moves the cars saved in this browser to the account when the user is signed in. If that fails, they stay here until
 * the next page load.
 */
export function MergeDeviceFavorites() {
  useFavoritesOfOtherTabs();
  const { status, role } = useSession();
  const ids = useDeviceFavorites();
  const { mutate } = useMergeFavorites();
  const tried = useRef<readonly string[] | null>(null);
  const isReady = status === "signed-in" && role !== null;
  useEffect(() => {
    if (!isReady || ids.length === 0 || tried.current === ids) return;
    tried.current = ids;
    mutate(ids, {
      onSuccess: ({ message }) => {
        dropFavorites(ids);
        if (message) toast.error(message);
      },
    });
  }, [isReady, ids, mutate]);
  return null;
}

/** Reads the list again when another tab has changed it. */
function useFavoritesOfOtherTabs(): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      onChangeElsewhere(() => void queryClient.invalidateQueries({ queryKey: favoriteKeys.all })),
    [queryClient],
  );
}
