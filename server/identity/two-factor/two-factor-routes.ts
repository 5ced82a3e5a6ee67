import type { FastifyRequest } from "fastify";
import type { z } from "zod";
import { doneAnswer, signedInAnswer } from "#shared/identity/identity-contract.ts";
import {
  appCodeBody,
  backupCodeBody,
  backupCodesAnswer,
  factorBody,
  twoFactorAnswer,
} from "#shared/identity/security-contract.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { callIdentityService } from "../call-identity-service.ts";
import type { Identity } from "../identity.ts";
import { hasPassword } from "../identity-store.ts";
import { signInChangedEmail, type SignInChange } from "../identity-emails.ts";
import { rememberDevice } from "../sessions/known-device.ts";
import { limitCodes } from "../limit-attempts.ts";
import { logSignIn } from "../sessions/log-sign-in.ts";
import { checkReauthentication } from "../sessions/require-reauthentication.ts";
import { requireSession, sessionOf } from "../sessions/require-session.ts";
import { limitSignIns, passwordCheckCaller } from "../passwords/limit-sign-ins.ts";

type SignedIn = z.infer<typeof signedInAnswer>;
type PasswordCall = FastifyRequest<{ Body: z.infer<typeof factorBody> }>;

type TwoFactorDeps = { db: Database; config: Config; identity: Identity };

/** Managing two-factor authentication, and entering its codes at sign-in. */
export function twoFactorRoutes(app: App, deps: TwoFactorDeps): void {
  manageTwoFactor(app, deps);
  verifyCodes(app, deps);
}

function manageTwoFactor(app: App, deps: TwoFactorDeps): void {
  const onRequest = requireSession(deps);

  /** Runs a change that needs the password or, for users without one, recent reauthentication. */
  async function byPassword<Answer>(
    request: PasswordCall,
    change: (body: PasswordCall["body"]) => Promise<Answer>,
  ) {
    const user = sessionOf(request);
    if (await hasPassword(deps.db, user.identityId))
      return limitSignIns(deps, passwordCheckCaller(deps, request), () => change(request.body));
    // The service accepts any password of a user without one, so none is passed on.
    await checkReauthentication(deps, user);
    return change({});
  }

  app.post(
    "/api/auth/two-factor/enable",
    {
      schema: {
        summary: "Start two-factor authentication",
        body: factorBody,
        response: { 200: twoFactorAnswer },
      },
      config: {
        priority: "essential",
        refusals: [401],
        examples: { body: { "Your password": { password: "violet harbour, 42 lanterns" } } },
      },
      onRequest,
    },
    (request, reply) =>
      byPassword(request, (body) =>
        callIdentityService<z.infer<typeof twoFactorAnswer>>(deps, request, reply, {
          body,
          changes: sessionOf(request),
        }),
      ),
  );

  app.post(
    "/api/auth/two-factor/disable",
    {
      schema: {
        summary: "Turn off two-factor authentication",
        body: factorBody,
        response: { 200: doneAnswer },
      },
      config: {
        priority: "essential",
        refusals: [401],
        examples: { body: { "Your password": { password: "violet harbour, 42 lanterns" } } },
      },
      onRequest,
    },
    (request, reply) =>
      byPassword(request, (body) =>
        callIdentityService<z.infer<typeof doneAnswer>>(deps, request, reply, {
          body,
          changes: sessionOf(request),
          email: changeEmail(deps, request, "codes off"),
        }),
      ),
  );

  app.post(
    "/api/auth/two-factor/generate-backup-codes",
    {
      schema: {
        summary: "Replace your backup codes",
        body: factorBody,
        response: { 200: backupCodesAnswer },
      },
      config: {
        priority: "essential",
        refusals: [401],
        examples: { body: { "Your password": { password: "violet harbour, 42 lanterns" } } },
      },
      onRequest,
    },
    (request, reply) =>
      byPassword(request, (body) =>
        callIdentityService<z.infer<typeof backupCodesAnswer>>(deps, request, reply, {
          body,
          changes: sessionOf(request),
          email: changeEmail(deps, request, "new backup codes"),
        }),
      ),
  );
}

function verifyCodes(app: App, deps: TwoFactorDeps): void {
  app.post(
    "/api/auth/two-factor/verify-totp",
    {
      schema: {
        summary: "Sign in, or turn two-factor authentication on, with a code",
        body: appCodeBody,
        response: { 200: signedInAnswer },
      },
      config: {
        priority: "essential",
        refusals: [401, 429],
        examples: { body: { "A code of the app": { code: "492039" } } },
      },
    },
    async (request, reply) => {
      const session = await deps.identity.sessionOf(request.headers.cookie);
      const turnsOn = session !== null && !session.hasTwoFactor;
      request.identitySession = session;
      const answer = await limitCodes(deps, request.ip, () =>
        callIdentityService<SignedIn>(deps, request, reply, {
          ...(turnsOn && { changes: session, email: changeEmail(deps, request, "codes on") }),
        }),
      );
      rememberDevice(deps, reply, answer.user.email);
      if (session === null) logSignIn(request, answer.user.id, "code");
      return answer;
    },
  );

  app.post(
    "/api/auth/two-factor/verify-backup-code",
    {
      schema: {
        summary: "Sign in with a backup code",
        body: backupCodeBody,
        response: { 200: signedInAnswer },
      },
      config: {
        priority: "essential",
        refusals: [401, 429],
        examples: { body: { "A backup code": { code: "x7Kd2-Qm9Pz" } } },
      },
    },
    async (request, reply) => {
      const answer = await limitCodes(deps, request.ip, () =>
        callIdentityService<SignedIn>(deps, request, reply),
      );
      logSignIn(request, answer.user.id, "backup code");
      return answer;
    },
  );
}

function changeEmail(
  { config, identity }: TwoFactorDeps,
  request: FastifyRequest,
  change: SignInChange,
) {
  return signInChangedEmail(config, {
    user: sessionOf(request),
    shopAddress: identity.baseUrl,
    change,
  });
}
