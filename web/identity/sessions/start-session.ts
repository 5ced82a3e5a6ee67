import { hashKey, type QueryClient } from "@tanstack/react-query";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { fetchAccessToken } from "./renew-access-token.ts";
import { sessionKeys } from "./session-queries.ts";

/**
 * Makes `user`, whom the identity service has just signed in, the person of this page: fetches and stores their token and
 * forgets what was fetched for anybody else.
 * @throws AppError account_missing where the sign-up never finished
 */
export async function startSession(queryClient: QueryClient, user: IdentityUser): Promise<void> {
  await fetchAccessToken(user.email);
  const person = hashKey(sessionKeys.user);
  queryClient.removeQueries({ predicate: (query) => query.queryHash !== person });
  queryClient.setQueryData(sessionKeys.user, user);
}
