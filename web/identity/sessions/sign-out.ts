import { useLocation, useNavigate } from "react-router";
import { toast } from "#web/platform/toast.ts";
import { storeAccessToken } from "./access-token.ts";
import { dropDrafts } from "#web/platform/drafts.ts";

// Location key at which the user last signed out.
let leftAt: string | null = null;

/** Shows a toast after signing out and goes to the home page. Failures are only logged, and the user stays signed in. */
export function useSignOut(): () => Promise<void> {
  const leave = useLeave();
  return async () => {
    let name: string;
    try {
      const { endSession } = await import("./end-session.ts");
      name = await endSession();
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
    const { clearAccountData } = await import("./end-session.ts");
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
