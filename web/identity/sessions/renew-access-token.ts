import type { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { tokenAnswer } from "#shared/accounts/account-contract.ts";
import { storeAccessToken } from "./access-token.ts";
import { identityClient } from "#web/identity/identity-client.ts";
import { sendRequest } from "#web/platform/requests/send-request.ts";

let running: Promise<string | null> | null = null;

/**
 * Fetches and stores a new token for the browser's session. If the session has ended, removes the token and returns
 * null. Concurrent callers share one request.
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

/** Fetches and stores the token of the signed-in user with this email. */
export async function fetchAccessToken(email: string): Promise<string> {
  const accessToken = await requestAccessToken(email);
  storeAccessToken(accessToken);
  return accessToken;
}

/**
 * The token of the signed-in user with this email, not stored.
 * @throws AppError account_missing if their sign-up was never finished
 */
export async function requestAccessToken(email: string): Promise<string> {
  const response = await sendRequest(`/api/jwt?email=${encodeURIComponent(email)}`, {});
  return ((await response.json()) as z.infer<typeof tokenAnswer>).accessToken;
}

/**
 * The token of a user who has just signed in or up.
 * @throws AppError if the browser did not keep the session's cookie, and account_missing
 */
export async function firstAccessToken(email: string): Promise<string> {
  try {
    return await requestAccessToken(email);
  } catch (error) {
    if (!(error instanceof AppError) || error.status !== 401) throw error;
    throw new AppError("not_signed_in", { message: refusedCookies() });
  }
}

function refusedCookies(): string {
  return `Your browser did not keep the cookie that signs you in. Allow cookies for ${window.location.hostname} and try again.`;
}
