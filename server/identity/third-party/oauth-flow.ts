import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { RoundTrip } from "#shared/identity/third-party-contract.ts";
import { localPath } from "#shared/identity/return-path.ts";
import type { OpenIdClient } from "#server/openid-client/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { ownOrigin } from "#server/platform/http/trusted-origins.ts";
import type { Identity } from "../create-identity.ts";
import { sealedCookie } from "./sealed-cookie.ts";

/** Where the provider sends browsers back to. */
export const callbackPath = "/api/auth/callback/google";

/** Where somebody who is signed in connects their account and comes back to. */
const accountPage = "/dashboard/account";

const trip = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** The place to come back to in the end. */
  from: z.string().nullable(),
  /** Set where the account that is signed in is to be connected. */
  identityId: z.string().nullable(),
});
export type Trip = z.infer<typeof trip>;

/** What a browser takes along on its way to the provider. */
export const tripCookie = sealedCookie("google-trip", trip);

/** A person at the provider who waits to be connected with the account that has their email. */
export const pendingCookie = sealedCookie(
  "google-pending",
  z.object({ subject: z.string(), email: z.string() }),
);

/** Google's sign-in as the shop has it; null where it is not offered. @throws AppError not_found */
export function offered(google: OpenIdClient | null): OpenIdClient {
  if (!google) throw new AppError("not_found", { message: "Google sign-in is not set up here." });
  return google;
}

/**
 * Begins a round trip: what only this browser and this server know of it goes into its cookie, and the rest into the
 * provider's address.
 * @throws AppError provider_unavailable
 */
export async function beginTrip(
  deps: { config: Config; identity: Identity; google: OpenIdClient | null },
  request: FastifyRequest,
  reply: FastifyReply,
  { from, identityId }: { from: string | undefined; identityId: string | null },
) {
  const begun: Trip = {
    state: randomBytes(32).toString("base64url"),
    nonce: randomBytes(32).toString("base64url"),
    verifier: randomBytes(48).toString("base64url"),
    redirectUri: `${ownOrigin(deps.config, request)}${callbackPath}`,
    from: localPath(from),
    identityId,
  };
  const url = await offered(deps.google).authorizationUrl(begun);
  await tripCookie.keep(reply, deps.identity, begun);
  reply.header("cache-control", "no-store");
  return { url, redirect: true as const };
}

/** The page that goes on after a round trip, and says how it ended. */
export function pageAfter(
  ended: RoundTrip,
  begun: Pick<Trip, "from" | "identityId"> | null,
): string {
  const search = new URLSearchParams({ google: ended });
  if (begun?.identityId) return `${accountPage}?${search}`;
  if (begun?.from) search.set("from", begun.from);
  return `/login?${search}`;
}
