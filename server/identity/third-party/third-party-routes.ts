import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import { doneAnswer } from "#shared/identity/identity-contract.ts";
import {
  callbackQuery,
  linkSocialBody,
  pendingLink,
  socialAnswer,
  socialBody,
  unlinkBody,
  waysIn,
  type RoundTrip,
} from "#shared/identity/third-party-contract.ts";
import type { OpenIdClient } from "#server/openid-client/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { refuseForeignOrigin } from "#server/platform/http/trusted-origins.ts";
import type { Identity } from "../create-identity.ts";
import { finishTrip } from "./finish-oauth-flow.ts";
import { linkPending } from "./link-pending.ts";
import { requireSession, sessionOf } from "../sessions/require-session.ts";
import { beginTrip, callbackPath, pageAfter, pendingCookie, tripCookie } from "./oauth-flow.ts";
import { readWaysIn } from "./third-party-store.ts";
import { unlinkThirdParty } from "./unlink-third-party.ts";

type ThirdPartyDeps = {
  db: Database;
  config: Config;
  identity: Identity;
  /** Null where Google's sign-in is not offered. */
  google: OpenIdClient | null;
};

/** Sign-in with Google: the way there and back, and connecting it with an account. */
export function thirdPartyRoutes(app: App, deps: ThirdPartyDeps): void {
  const limited = { config: { rateLimit: limits.thirdParty } };
  const signedIn = { ...limited, onRequest: requireSession(deps) };

  app.post(
    "/api/auth/sign-in/social",
    { ...limited, schema: { body: socialBody, response: { 200: socialAnswer } } },
    (request, reply) => {
      refuseForeignOrigin(deps.config, request);
      return beginTrip(deps, request, reply, { from: request.body.callbackURL, identityId: null });
    },
  );

  app.post(
    "/api/auth/link-social",
    { ...signedIn, schema: { body: linkSocialBody, response: { 200: socialAnswer } } },
    (request, reply) => {
      const { identityId } = sessionOf(request);
      return beginTrip(deps, request, reply, { from: undefined, identityId });
    },
  );

  // A browser comes here by itself, so whatever goes wrong it gets a page and no JSON.
  app.get(
    callbackPath,
    {
      // A provider may add parameters of its own to its answer.
      config: { ...limited.config, takesAnyQuery: true },
      exposeHeadRoute: false,
      schema: { querystring: callbackQuery },
      errorHandler: (error, request, reply) =>
        void backToPage(deps, request, reply, tripEnd(error, request)),
    },
    async (request, reply) => {
      const begun = await tripCookie.read(request, deps.identity);
      // Used up, however it ends.
      tripCookie.forget(reply, deps.identity);
      const ended = await finishTrip(deps, request, reply, begun, request.query);
      return backToPage(deps, request, reply, ended);
    },
  );

  app.get(
    "/api/auth/link-account",
    { schema: { response: { 200: pendingLink } } },
    async (request, reply) => {
      refuseForeignOrigin(deps.config, request);
      reply.header("cache-control", "no-store");
      return { email: (await pendingCookie.read(request, deps.identity))?.email ?? null };
    },
  );

  app.post(
    "/api/auth/link-account",
    { ...signedIn, schema: { response: { 200: doneAnswer } } },
    (request, reply) => linkPending(deps, sessionOf(request), request, reply),
  );

  app.get(
    "/api/auth/list-accounts",
    { schema: { response: { 200: waysIn } }, onRequest: requireSession(deps) },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      return readWaysIn(deps.db, sessionOf(request).identityId);
    },
  );

  app.post(
    "/api/auth/unlink-account",
    { ...signedIn, schema: { body: unlinkBody, response: { 200: doneAnswer } } },
    (request) => unlinkThirdParty(deps, sessionOf(request).identityId),
  );
}

async function backToPage(
  { identity }: Pick<ThirdPartyDeps, "identity">,
  request: FastifyRequest,
  reply: FastifyReply,
  ended: RoundTrip,
) {
  const begun = await tripCookie.read(request, identity);
  return reply.header("cache-control", "no-store").redirect(pageAfter(ended, begun), 302);
}

const endOfCode: Record<string, RoundTrip> = {
  provider_unavailable: "unavailable",
  too_many_requests: "busy",
  not_found: "unavailable",
};

function tripEnd(error: Error, request: FastifyRequest): RoundTrip {
  const isKnown =
    error instanceof AppError ||
    ("statusCode" in error && Number(error.statusCode) < 500) ||
    "validation" in error;
  if (!isKnown) request.log.error({ err: error }, "request failed");
  return (error instanceof AppError && endOfCode[error.code]) || "failed";
}
