import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { OAuthFlowResult } from "#shared/identity/third-party-contract.ts";
import { localPath } from "#shared/identity/return-path.ts";
import type { OpenIdClient } from "#server/openid-client/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { ownOrigin } from "#server/platform/http/trusted-origins.ts";
import type { Identity } from "../identity.ts";
import { sealedCookie } from "./sealed-cookie.ts";

/** Where the provider sends browsers back to. */
export const callbackPath = "/api/auth/callback/google";

/** Where signed-in users connect their account. */
const accountPage = "/dashboard/account";

const oauthFlow = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  redirectUri: z.string(),
  /** The path to return to after signing in. */
  from: z.string().nullable(),
  /** Set if the signed-in account is to be connected. */
  identityId: z.string().nullable(),
});
export type OAuthFlow = z.infer<typeof oauthFlow>;

/** The state of a flow while the browser is at the provider. */
export const flowCookie = sealedCookie("google-flow", oauthFlow);

/** A user of the provider whose email has an account here, until they sign in to that account to connect both. */
export const pendingCookie = sealedCookie(
  "google-pending",
  z.object({ subject: z.string(), email: z.string() }),
);

/** @throws AppError not_found if Google sign-in is not set up */
export function requireGoogle(google: OpenIdClient | null): OpenIdClient {
  if (!google) throw new AppError("not_found", { message: "Google sign-in is not set up here." });
  return google;
}

/**
 * Starts a flow: its secrets go into a cookie that only this browser has, and the rest into the provider's URL.
 * @throws AppError provider_unavailable
 */
export async function beginOAuthFlow(
  deps: { config: Config; identity: Identity; google: OpenIdClient | null },
  request: FastifyRequest,
  reply: FastifyReply,
  { from, identityId }: { from: string | undefined; identityId: string | null },
) {
  const flow: OAuthFlow = {
    state: randomBytes(32).toString("base64url"),
    nonce: randomBytes(32).toString("base64url"),
    verifier: randomBytes(48).toString("base64url"),
    redirectUri: `${ownOrigin(deps.config, request)}${callbackPath}`,
    from: localPath(from),
    identityId,
  };
  const url = await requireGoogle(deps.google).authorizationUrl(flow);
  await flowCookie.set(reply, deps.identity, flow);
  reply.header("cache-control", "no-store");
  return { url, redirect: true as const };
}

/** The page that shows the result of a flow. */
export function resultPage(
  result: OAuthFlowResult,
  flow: Pick<OAuthFlow, "from" | "identityId"> | null,
): string {
  const search = new URLSearchParams({ google: result });
  if (flow?.identityId) return `${accountPage}?${search}`;
  if (flow?.from) search.set("from", flow.from);
  return `/login?${search}`;
}
