import { hashKey } from "@tanstack/react-query";
import { pageQueryClient } from "#web/platform/requests/query-client.ts";
import { identityClient } from "#web/identity/identity-client.ts";
import { storeAccessToken } from "./access-token.ts";
import { currentUserQuery, sessionKeys } from "./session-queries.ts";
import { dropDrafts } from "#web/platform/drafts.ts";

/** Ends the session, then removes the token and all cached data. */
export async function signOut(): Promise<void> {
  await identityClient.signOut();
  storeAccessToken(null);
  dropDrafts();
  clearAccountData();
}

/** Ends the session and returns the user's name. The token and the cached data stay. */
export async function endSession(): Promise<string> {
  const name = pageQueryClient().getQueryData(currentUserQuery.queryKey)?.displayName ?? "";
  await identityClient.signOut();
  return name;
}

/** Clears the user and everything fetched for them. */
export function clearAccountData(): void {
  const queryClient = pageQueryClient();
  // Keep the signed-out state, so that no page asks again.
  queryClient.setQueryData(sessionKeys.user, null);
  const signedOut = hashKey(sessionKeys.user);
  queryClient.removeQueries({ predicate: (query) => query.queryHash !== signedOut });
}
