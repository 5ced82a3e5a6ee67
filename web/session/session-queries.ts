import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { adminAnswer, sellerAnswer } from "#shared/accounts/account-contract.ts";
import type { Role } from "#shared/accounts/account.ts";
import { isTokenLive, readAccessToken, readTokenClaims } from "#web/platform/access-token.ts";
import { api } from "#web/platform/api-client.ts";
import { identityClient } from "#web/platform/identity-client.ts";
import { fetchAccessToken } from "#web/platform/renew-access-token.ts";

export const sessionKeys = {
  all: ["session"] as const,
  user: ["session", "user"] as const,
  role: (email: string) => ["session", "role", email] as const,
};

const oneMinute = 60_000;

/** The person the browser's session belongs to, or null. */
export const currentUserQuery = queryOptions({
  queryKey: sessionKeys.user,
  queryFn: () => identityClient.currentUser(),
  staleTime: 5 * oneMinute,
});

/** What the server says this person is. */
export function roleQuery(email: string) {
  return queryOptions({ queryKey: sessionKeys.role(email), queryFn: () => fetchRole(email), staleTime: oneMinute });
}

async function fetchRole(email: string): Promise<Role> {
  const token = readAccessToken();
  const owner = token === null ? null : readTokenClaims(token)?.email;
  // A token that ended, or that another person left in this browser, would only be refused.
  if (!isTokenLive(token, Date.now()) || (owner && owner !== email)) await fetchAccessToken(email);
  const address = encodeURIComponent(email);
  const [{ isAdmin }, { isSeller }] = await Promise.all([
    api.get<z.infer<typeof adminAnswer>>(`/users/admin/${address}`),
    api.get<z.infer<typeof sellerAnswer>>(`/users/seller/${address}`),
  ]);
  if (isAdmin) return "admin";
  return isSeller ? "Seller" : "Buyer";
}
