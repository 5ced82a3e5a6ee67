import { useEffect, useRef } from "react";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { useLateModule } from "#web/platform/use-late-module.ts";
import { useDeviceFavorites } from "./device-favorites.ts";
import { loadAccountFavorites } from "./favorite-ids.ts";

/**
 * Moves the cars saved in this browser to the account when the user is signed in. If that fails, they stay here until
 * the next page load.
 */
export function MergeDeviceFavorites() {
  const { status, role } = useSession();
  const ids = useDeviceFavorites();
  const tried = useRef<readonly string[] | null>(null);
  const isReady = status === "signed-in" && role !== null;
  const { module } = useLateModule(isReady, loadAccountFavorites);
  useEffect(() => module?.followOtherTabs(), [module]);
  useEffect(() => {
    if (!isReady || !module || ids.length === 0 || tried.current === ids) return;
    tried.current = ids;
    void module.mergeFavorites(ids);
  }, [isReady, module, ids]);
  return null;
}
