import type { z } from "zod";
import type { tokenAnswer } from "#shared/accounts/account-contract.ts";
import { storeAccessToken } from "./access-token.ts";
import { identityClient } from "#web/identity/identity-client.ts";
import { sendRequest } from "#web/platform/send-request.ts";

let running: Promise<string | null> | null = null;

/**
 * Fetches a fresh token for the browser's session and stores it. Null where the session has ended; the token is then
 * forgotten. Callers at the same time share one request.
 */
export function renewAccessToken(): Promise<string | null> {
  running ??= renew().finally(() => {
    running = null;
  });
  return running;
}

async function renew(): Promise<string | null> {
  const user = await identityClient.currentUser();
  if (user) return fetchAccessToken(user.email);
  storeAccessToken(null);
  return null;
}

/** Fetches and stores the token of the signed-in person with this address. */
export async function fetchAccessToken(email: string): Promise<string> {
  const accessToken = await askAccessToken(email);
  storeAccessToken(accessToken);
  return accessToken;
}

/**
 * The token of the signed-in person with this address, not stored.
 * @throws AppError account_missing where their sign-up never finished
 */
export async function askAccessToken(email: string): Promise<string> {
  const response = await sendRequest(`/api/jwt?email=${encodeURIComponent(email)}`, {});
  return ((await response.json()) as z.infer<typeof tokenAnswer>).accessToken;
}
