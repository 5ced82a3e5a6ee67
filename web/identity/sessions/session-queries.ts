import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { adminAnswer, sellerAnswer } from "#shared/accounts/account-contract.ts";
import type { Role } from "#shared/accounts/account.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { isTokenLive, readAccessToken, serverNow } from "./access-token.ts";
import { api } from "#web/platform/api-client.ts";
import { identityClient } from "#web/identity/identity-client.ts";
import { fetchAccessToken } from "./renew-access-token.ts";

export const sessionKeys = {
  all: ["session"] as const,
  user: ["session", "user"] as const,
  role: (email: string) => ["session", "role", email] as const,
};

const oneMinute = 60_000;

/** The user of the browser's session, or null. */
export const currentUserQuery = queryOptions({
  queryKey: sessionKeys.user,
  queryFn: () => identityClient.currentUser(),
  staleTime: 5 * oneMinute,
  meta: { isIdentity: true },
});

/** The user's role, from the server. */
export function roleQuery(email: string) {
  return queryOptions({
    queryKey: sessionKeys.role(email),
    queryFn: () => fetchRole(email),
    staleTime: oneMinute,
    meta: { isRole: true },
  });
}

async function fetchRole(email: string): Promise<Role> {
  if (!isTokenLive(readAccessToken(), serverNow())) await fetchAccessToken(email);
  try {
    return await requestRole(email);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_allowed") throw error;
    // The stored token belongs to another account.
    await fetchAccessToken(email);
    return requestRole(email);
  }
}

async function requestRole(email: string): Promise<Role> {
  const address = encodeURIComponent(email);
  const [{ isAdmin }, { isSeller }] = await Promise.all([
    api.get<z.infer<typeof adminAnswer>>(`/users/admin/${address}`),
    api.get<z.infer<typeof sellerAnswer>>(`/users/seller/${address}`),
  ]);
  if (isAdmin) return "admin";
  return isSeller ? "Seller" : "Buyer";
}
