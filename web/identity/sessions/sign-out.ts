import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { toast } from "#web/platform/toast.ts";
import { storeAccessToken } from "./access-token.ts";
import { dropDrafts } from "#web/platform/drafts.ts";

// Location key at which the user last signed out.
let leftAt: string | null = null;

const loadEndSession = () => import("./end-session.ts");

/** Ends the session if its code is gone, as after an upgrade of the shop: with the page, all of the user's data goes. */
async function leaveWithoutCode(): Promise<void> {
  const init = {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  } as const;
  const { ok, status } = await fetch("/api/auth/sign-out", init);
  if (!ok) throw new Error(`The shop answered ${status}`);
  storeAccessToken(null);
  dropDrafts();
  window.location.assign("/");
}

/** Shows a toast after signing out and goes to the home page. Failures are only logged, and the user stays signed in. */
export function useSignOut(isSignedIn: boolean): () => Promise<void> {
  const leave = useLeave();
  useEffect(() => {
    // Loaded with the page: an upgrade of the shop may remove the file before the user signs out.
    if (isSignedIn) void loadEndSession().catch(() => undefined);
  }, [isSignedIn]);
  return async () => {
    let name: string;
    try {
      const loaded = await loadEndSession().catch(() => null);
      if (!loaded) return await leaveWithoutCode();
      name = await loaded.endSession();
    } catch (error) {
      console.error("Signing out failed", error);
      return;
    }
    await leave(`${name} Logout Successfuly!`);
  };
}

/** After a session has ended: shows `message`, goes to the home page and clears the cached data. */
export function useLeave(): (message: string) => Promise<void> {
  const navigate = useNavigate();
  const { key } = useLocation();
  return async (message) => {
    leftAt = key;
    storeAccessToken(null);
    toast.success(message);
    await navigate("/", { flushSync: true });
    // Only now, because a form that is left writes its draft.
    dropDrafts();
    const { clearAccountData } = await loadEndSession();
    // Clear only after navigating: a guarded page without a user would redirect to the sign-in page.
    clearAccountData();
  };
}

/**
 * Whether the user just signed out at this location (by its key). If so they go home instead of to the sign-in page.
 */
export function wasLeftAt(key: string): boolean {
  return leftAt === key;
}
