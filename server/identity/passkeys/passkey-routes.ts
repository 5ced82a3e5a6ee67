import { z } from "zod";
import { doneAnswer, signedInAnswer } from "#shared/identity/identity-contract.ts";
import {
  passkeyIdBody,
  passkeyOptions,
  passkeyRecord,
  registerPasskeyBody,
  renamePasskeyBody,
  signInByPasskeyBody,
} from "#shared/identity/security-contract.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { callIdentityService } from "../call-identity-service.ts";
import type { Identity } from "../identity.ts";
import { signInChangedEmail } from "../identity-emails.ts";
import { limitCodes } from "../limit-attempts.ts";
import { logSignIn } from "../sessions/log-sign-in.ts";
import { replaceSession } from "../sessions/replace-session.ts";
import { requireReauthentication } from "../sessions/require-reauthentication.ts";
import { requireSession, sessionOf } from "../sessions/require-session.ts";

type Options = z.infer<typeof passkeyOptions>;

type PasskeyDeps = { db: Database; config: Config; identity: Identity };

/** Managing passkeys, and signing in with one. */
export function passkeyRoutes(app: App, deps: PasskeyDeps): void {
  managePasskeys(app, deps);
  signInWithPasskey(app, deps);
}

function managePasskeys(app: App, deps: PasskeyDeps): void {
  const { config, identity } = deps;
  const shopAddress = identity.baseUrl;

  app.get(
    "/api/auth/passkey/list-user-passkeys",
    {
      schema: { summary: "List your passkeys", response: { 200: z.array(passkeyRecord) } },
      config: { priority: "essential", refusals: [401] },
      onRequest: requireSession(deps),
    },
    (request, reply) => callIdentityService<z.infer<typeof passkeyRecord>[]>(deps, request, reply),
  );

  app.get(
    "/api/auth/passkey/generate-register-options",
    {
      schema: { summary: "Start to add a passkey", response: { 200: passkeyOptions } },
      config: { priority: "essential", refusals: [401] },
      onRequest: requireReauthentication(deps),
    },
    (request, reply) => callIdentityService<Options>(deps, request, reply),
  );

  app.post(
    "/api/auth/passkey/verify-registration",
    {
      schema: {
        summary: "Add a passkey",
        body: registerPasskeyBody,
        response: { 200: passkeyRecord },
      },
      config: { priority: "essential", refusals: [401] },
      onRequest: requireReauthentication(deps),
    },
    (request, reply) =>
      callIdentityService<z.infer<typeof passkeyRecord>>(deps, request, reply, {
        changes: sessionOf(request),
        email: signInChangedEmail(config, {
          user: sessionOf(request),
          shopAddress,
          change: "passkey added",
        }),
      }),
  );

  app.post(
    "/api/auth/passkey/update-passkey",
    {
      schema: {
        summary: "Rename a passkey",
        body: renamePasskeyBody,
        response: { 200: doneAnswer },
      },
      config: {
        priority: "essential",
        refusals: [401, 404],
        examples: {
          body: {
            "A passkey of the list": { id: "0b6f3c1e-5f0b-4b37-9a55-0d6c2f8c2a11", name: "Phone" },
          },
        },
      },
      onRequest: requireSession(deps),
    },
    async (request, reply) => {
      await callIdentityService(deps, request, reply);
      return { status: true };
    },
  );

  app.post(
    "/api/auth/passkey/delete-passkey",
    {
      schema: { summary: "Delete a passkey", body: passkeyIdBody, response: { 200: doneAnswer } },
      config: {
        priority: "essential",
        refusals: [401, 404],
        examples: {
          body: { "A passkey of the list": { id: "0b6f3c1e-5f0b-4b37-9a55-0d6c2f8c2a11" } },
        },
      },
      onRequest: requireReauthentication(deps),
    },
    (request, reply) =>
      callIdentityService<z.infer<typeof doneAnswer>>(deps, request, reply, {
        changes: sessionOf(request),
        email: signInChangedEmail(config, {
          user: sessionOf(request),
          shopAddress,
          change: "passkey removed",
        }),
      }),
  );
}

function signInWithPasskey(app: App, deps: PasskeyDeps): void {
  app.get(
    "/api/auth/passkey/generate-authenticate-options",
    {
      schema: { summary: "Start to sign in with a passkey", response: { 200: passkeyOptions } },
      config: { priority: "essential", rateLimit: limits.passkey },
    },
    async (request, reply) => ({
      ...(await callIdentityService<Options>(deps, request, reply)),
      // The service would accept a device that does not verify its user; passkey-plugin.ts rejects its response.
      userVerification: "required",
    }),
  );

  app.post(
    "/api/auth/passkey/verify-authentication",
    {
      schema: {
        summary: "Sign in with a passkey",
        body: signInByPasskeyBody,
        response: { 200: signedInAnswer },
      },
      config: { priority: "essential", refusals: [401, 429] },
    },
    async (request, reply) => {
      const answer = await limitCodes(deps, request.ip, () =>
        replaceSession(deps, request, () =>
          callIdentityService<z.infer<typeof signedInAnswer>>(deps, request, reply),
        ),
      );
      logSignIn(request, answer.user.id, "passkey");
      return answer;
    },
  );
}
