import { hashKey, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { storeAccessToken } from "./access-token.ts";
import { identityClient } from "#web/identity/identity-client.ts";
import { toast } from "#web/platform/toast.ts";
import { currentUserQuery, sessionKeys } from "./session-queries.ts";

// Location key at which the user last signed out.
let leftAt: string | null = null;

/** Ends the session, then removes the token and all cached data. */
export async function signOut(queryClient: QueryClient): Promise<void> {
  await identityClient.signOut();
  storeAccessToken(null);
  forgetPerson(queryClient);
}

/** Signs out, shows a toast and goes to the home page. Failures are only logged, and the user stays signed in. */
export function useSignOut(): () => Promise<void> {
  const queryClient = useQueryClient();
  const leave = useLeave();
  return async () => {
    const name = queryClient.getQueryData(currentUserQuery.queryKey)?.displayName ?? "";
    try {
      await identityClient.signOut();
    } catch (error) {
      console.error("Signing out failed", error);
      return;
    }
    await leave(`${name} Logout Successfuly!`);
  };
}

/** After a session has ended: shows `message`, goes to the home page and clears the cached data. */
export function useLeave(): (message: string) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { key } = useLocation();
  return async (message) => {
    leftAt = key;
    storeAccessToken(null);
    toast.success(message);
    await navigate("/", { flushSync: true });
    // Clear only after navigating: a guarded page without a user would redirect to the sign-in page.
    forgetPerson(queryClient);
  };
}

/**
 * Whether the user just signed out at this location (by its key). If so they go home instead of to the sign-in page.
 */
export function wasLeftAt(key: string): boolean {
  return leftAt === key;
}

/** Clears the user and everything fetched for them. */
function forgetPerson(queryClient: QueryClient): void {
  // Keep the signed-out state, so that no page asks again.
  queryClient.setQueryData(sessionKeys.user, null);
  const signedOut = hashKey(sessionKeys.user);
  queryClient.removeQueries({ predicate: (query) => query.queryHash !== signedOut });
}
