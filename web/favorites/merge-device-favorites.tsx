import { useEffect, useRef } from "react";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { useLateModule } from "#web/platform/loading/use-late-module.ts";
import { useDeviceFavorites } from "./device-favorites.ts";
import { loadAccountFavorites } from "./favorite-ids.ts";

/**
 * Moves the cars saved in this browser to the account when the user is signed in. Those that cannot be moved stay here
 * until the next page load.
 */
export function MergeDeviceFavorites() {
  const { status, user, role } = useSession();
  const ids = useDeviceFavorites();
  const email = user?.email ?? "";
  const tried = useRef({ email, ids: new Set<string>() });
  const isReady = status === "signed-in" && role !== null;
  const { module } = useLateModule(isReady, loadAccountFavorites);
  useEffect(() => module?.followOtherTabs(), [module]);
  useEffect(() => {
    if (!isReady || !module) return;
    if (tried.current.email !== email) tried.current = { email, ids: new Set() };
    const mergedIds = tried.current.ids;
    if (ids.every((id) => mergedIds.has(id))) return;
    for (const id of ids) mergedIds.add(id);
    void module.mergeFavorites(ids);
  }, [isReady, module, email, ids]);
  return null;
}
