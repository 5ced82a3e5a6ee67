import { hashKey, type QueryClient } from "@tanstack/react-query";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { storeAccessToken } from "./access-token.ts";
import { firstAccessToken } from "./renew-access-token.ts";
// Asked for the role next, also if an upgrade of the shop has removed the file since the page was opened.
import "./session-calls.ts";
import { sessionKeys } from "./session-queries.ts";

/**
 * Starts the session of `user`, who has just signed in: fetches and stores their token and clears data cached for
 * others.
 * @throws AppError account_missing if the sign-up was never finished
 */
export async function startSession(queryClient: QueryClient, user: IdentityUser): Promise<void> {
  storeAccessToken(await firstAccessToken(user.email));
  const userHash = hashKey(sessionKeys.user);
  queryClient.removeQueries({ predicate: (query) => query.queryHash !== userHash });
  queryClient.setQueryData(sessionKeys.user, user);
}
