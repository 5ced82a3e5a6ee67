import type { z } from "zod";
import { emailQuery, tokenAnswer } from "#shared/accounts/account-contract.ts";
import {
  sessionAnswer,
  signedInAnswer,
  signedOutAnswer,
  signInBody,
  signUpBody,
} from "#shared/identity/identity-contract.ts";
import { passwordAcceptedAnswer } from "#shared/identity/security-contract.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { callIdentityService } from "./call-identity-service.ts";
import type { Identity } from "./identity.ts";
import { issueToken } from "./sessions/issue-token.ts";
import { knownDeviceOf, rememberDevice } from "./sessions/known-device.ts";
import { logSignIn } from "./sessions/log-sign-in.ts";
import { replaceSession } from "./sessions/replace-session.ts";
import { requireSession, sessionOf } from "./sessions/require-session.ts";
import { limitSignIns } from "./passwords/limit-sign-ins.ts";
import { signUp } from "./sign-up.ts";
import { padRefusalTime } from "./pad-response-time.ts";

/** Milliseconds. A refused sign-in takes a multiple of this, which is longer than hashing a password takes. */
const refusalStep = 500;

/** The identity service's calls at Better Auth's paths, and the exchange of its cookie for an access token. */
export function identityRoutes(
  app: App,
  deps: { db: Database; config: Config; identity: Identity },
): void {
  app.decorateRequest("identitySession", null);

  app.post(
    "/api/auth/sign-up/email",
    {
      schema: {
        summary: "Sign up with an email and a password",
        body: signUpBody,
        response: { 200: signedInAnswer },
      },
      config: {
        priority: "essential",
        refusals: [422],
        rateLimit: limits.signUp,
        examples: {
          body: {
            "A new account": {
              name: "Ada Harbour",
              email: "ada@example.com",
              password: "violet harbour, 42 lanterns",
            },
          },
        },
      },
    },
    (request, reply) => signUp(deps, request, reply),
  );

  app.post(
    "/api/auth/sign-in/email",
    {
      schema: {
        summary: "Sign in with an email and a password",
        body: signInBody,
        response: { 200: passwordAcceptedAnswer },
      },
      config: {
        priority: "essential",
        refusals: [401, 429],
        examples: {
          body: {
            "An account": { email: "ada@example.com", password: "violet harbour, 42 lanterns" },
          },
        },
      },
    },
    async (request, reply) => {
      const { email } = request.body;
      const from = { email, ip: request.ip, knownDevice: knownDeviceOf(deps, request, email) };
      const answer = await limitSignIns(deps, from, () =>
        padRefusalTime(refusalStep, () =>
          replaceSession(deps, request, () =>
            callIdentityService<z.infer<typeof passwordAcceptedAnswer>>(deps, request, reply),
          ),
        ),
      );
      // With two-factor authentication, the device is remembered after the code instead.
      if ("user" in answer) {
        rememberDevice(deps, reply, email);
        logSignIn(request, answer.user.id, "password");
      }
      return answer;
    },
  );

  app.post(
    "/api/auth/sign-out",
    {
      schema: { summary: "Sign out", response: { 200: signedOutAnswer } },
      config: { priority: "essential" },
    },
    (request, reply) => callIdentityService<z.infer<typeof signedOutAnswer>>(deps, request, reply),
  );

  app.get(
    "/api/auth/get-session",
    {
      schema: { summary: "Read the browser's session", response: { 200: sessionAnswer } },
      config: { priority: "essential" },
    },
    (request, reply) => callIdentityService<z.infer<typeof sessionAnswer>>(deps, request, reply),
  );

  app.get(
    "/api/jwt",
    {
      schema: {
        summary: "Issue an access token for the signed-in identity",
        querystring: emailQuery,
        response: { 200: tokenAnswer },
      },
      config: { priority: "essential", rateLimit: limits.token, refusals: [409] },
      onRequest: requireSession(deps),
    },
    (request, reply) => {
      reply.header("cache-control", "no-store");
      return issueToken(deps, sessionOf(request), request.query.email, new Date());
    },
  );
}
