import { hashKey, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import { storeAccessToken } from "./access-token.ts";
import { identityClient } from "#web/identity/identity-client.ts";
import { toast } from "#web/platform/toast.ts";
import { currentUserQuery, sessionKeys } from "./session-queries.ts";

// The place in the browser's history at which somebody signed out last.
let leftAt: string | null = null;

/** Ends the identity session, then forgets the token and all that was fetched with it. */
export async function signOut(queryClient: QueryClient): Promise<void> {
  await identityClient.signOut();
  storeAccessToken(null);
  forgetPerson(queryClient);
}

/** Signs out, says so and goes to the home page. A failure is only logged: the page stays signed in. */
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

/** Says `message` to somebody whose session has just ended, goes to the home page and forgets who they were. */
export function useLeave(): (message: string) => Promise<void> {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { key } = useLocation();
  return async (message) => {
    leftAt = key;
    storeAccessToken(null);
    toast.success(message);
    await navigate("/", { flushSync: true });
    // Only now, with the other page on the screen: a guarded one that loses its person sends them to the sign-in page.
    forgetPerson(queryClient);
  };
}

/**
 * Whether its person signed out at this place (a location's key): then they are on their way home, and not to the
 * sign-in page.
 */
export function wasLeftAt(key: string): boolean {
  return leftAt === key;
}

/** Forgets whoever was signed in, and what was fetched for them. */
function forgetPerson(queryClient: QueryClient): void {
  // The answer "nobody" is kept, so that no page asks again.
  queryClient.setQueryData(sessionKeys.user, null);
  const nobody = hashKey(sessionKeys.user);
  queryClient.removeQueries({ predicate: (query) => query.queryHash !== nobody });
}
