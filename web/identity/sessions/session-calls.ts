import type { z } from "zod";
import type { adminAnswer, sellerAnswer } from "#shared/accounts/account-contract.ts";
import type { Role } from "#shared/accounts/account.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { identityClient, type IdentityUser } from "#web/identity/identity-client.ts";
import { isTokenLive, readAccessToken, serverNow } from "./access-token.ts";
import { fetchAccessToken } from "./renew-access-token.ts";

/** The user of the browser's session, or null. */
export function fetchCurrentUser(): Promise<IdentityUser | null> {
  return identityClient.currentUser();
}

/** The role of the signed-in user with this email. Renews a token that has expired or belongs to another account. */
export async function fetchRole(email: string): Promise<Role> {
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
