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
  signInMethods,
  type OAuthFlowResult,
} from "#shared/identity/third-party-contract.ts";
import type { OpenIdClient } from "#server/openid-client/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { refuseForeignOrigin } from "#server/platform/http/trusted-origins.ts";
import type { Identity } from "../identity.ts";
import { finishOAuthFlow } from "./finish-oauth-flow.ts";
import { linkPendingAccount } from "./link-pending-account.ts";
import { requireSession, sessionOf } from "../sessions/require-session.ts";
import {
  beginOAuthFlow,
  callbackPath,
  resultPage,
  pendingCookie,
  flowCookie,
} from "./oauth-flow.ts";
import { readSignInMethods } from "./third-party-store.ts";
import { unlinkThirdParty } from "./unlink-third-party.ts";

type ThirdPartyDeps = {
  db: Database;
  config: Config;
  identity: Identity;
  /** Null if Google sign-in is not set up. */
  google: OpenIdClient | null;
};

/** Sign-in with Google, and connecting a Google account. */
export function thirdPartyRoutes(app: App, deps: ThirdPartyDeps): void {
  app.post(
    "/api/auth/sign-in/social",
    {
      schema: {
        summary: "Start to sign in with Google",
        body: socialBody,
        response: { 200: socialAnswer },
      },
      config: {
        priority: "essential",
        rateLimit: limits.thirdParty,
        refusals: [404],
        examples: {
          body: { "From the page of a car": { provider: "google", callbackURL: "/search" } },
        },
      },
    },
    (request, reply) => {
      refuseForeignOrigin(deps.config, request);
      return beginOAuthFlow(deps, request, reply, {
        from: request.body.callbackURL,
        identityId: null,
      });
    },
  );

  app.post(
    "/api/auth/link-social",
    {
      schema: {
        summary: "Start to connect your account with Google",
        body: linkSocialBody,
        response: { 200: socialAnswer },
      },
      config: {
        priority: "essential",
        rateLimit: limits.thirdParty,
        refusals: [401, 404],
        examples: { body: { Google: { provider: "google" } } },
      },
      onRequest: requireSession(deps),
    },
    (request, reply) => {
      const { identityId } = sessionOf(request);
      return beginOAuthFlow(deps, request, reply, { from: undefined, identityId });
    },
  );

  // Browsers navigate here, so errors redirect to a page instead of returning JSON.
  app.get(
    callbackPath,
    {
      // A provider may add its own parameters to the response.
      config: {
        priority: "essential",
        rateLimit: limits.thirdParty,
        takesAnyQuery: true,
        redirects: true,
      },
      exposeHeadRoute: false,
      schema: {
        summary: "Finish to sign in with Google, on the way back",
        querystring: callbackQuery,
      },
      errorHandler: (error, request, reply) =>
        void redirectToResult(deps, request, reply, resultOfError(error, request)),
    },
    async (request, reply) => {
      const flow = await flowCookie.read(request, deps.identity);
      // Works once, whatever the result.
      flowCookie.clear(reply, deps.identity);
      const result = await finishOAuthFlow(deps, request, reply, flow, request.query);
      return redirectToResult(deps, request, reply, result);
    },
  );

  app.get(
    "/api/auth/link-account",
    {
      schema: {
        summary: "Read which account waits to be connected with Google",
        response: { 200: pendingLink },
      },
      config: { priority: "essential" },
    },
    async (request, reply) => {
      refuseForeignOrigin(deps.config, request);
      reply.header("cache-control", "no-store");
      return { email: (await pendingCookie.read(request, deps.identity))?.email ?? null };
    },
  );

  app.post(
    "/api/auth/link-account",
    {
      schema: { summary: "Connect the waiting account with Google", response: { 200: doneAnswer } },
      config: { priority: "essential", rateLimit: limits.thirdParty, refusals: [401, 410] },
      onRequest: requireSession(deps),
    },
    (request, reply) => linkPendingAccount(deps, sessionOf(request), request, reply),
  );

  app.get(
    "/api/auth/list-accounts",
    {
      schema: { summary: "List the ways you can sign in", response: { 200: signInMethods } },
      config: { priority: "essential", refusals: [401] },
      onRequest: requireSession(deps),
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      return readSignInMethods(deps.db, sessionOf(request).identityId);
    },
  );

  app.post(
    "/api/auth/unlink-account",
    {
      schema: {
        summary: "Disconnect your account from Google",
        body: unlinkBody,
        response: { 200: doneAnswer },
      },
      config: {
        priority: "essential",
        rateLimit: limits.thirdParty,
        refusals: [401],
        examples: { body: { Google: { providerId: "google" } } },
      },
      onRequest: requireSession(deps),
    },
    (request) => unlinkThirdParty(deps, sessionOf(request).identityId),
  );
}

async function redirectToResult(
  { identity }: Pick<ThirdPartyDeps, "identity">,
  request: FastifyRequest,
  reply: FastifyReply,
  result: OAuthFlowResult,
) {
  const flow = await flowCookie.read(request, identity);
  return reply.header("cache-control", "no-store").redirect(resultPage(result, flow), 302);
}

const resultOfCode: Record<string, OAuthFlowResult> = {
  provider_unavailable: "unavailable",
  too_many_requests: "busy",
  not_found: "unavailable",
};

function resultOfError(error: Error, request: FastifyRequest): OAuthFlowResult {
  const isKnown =
    error instanceof AppError ||
    ("statusCode" in error && Number(error.statusCode) < 500) ||
    "validation" in error;
  if (!isKnown) request.log.error({ err: error }, "request failed");
  return (error instanceof AppError && resultOfCode[error.code]) || "failed";
}
