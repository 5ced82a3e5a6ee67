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
import { askIdentity } from "../ask-identity.ts";
import type { Identity } from "../create-identity.ts";
import { hasPassword } from "../identity-store.ts";
import { factorChangedEmail } from "../factor-emails.ts";
import { rememberDevice } from "../sessions/known-device.ts";
import { limitCodes } from "../limit-attempts.ts";
import { logSignIn } from "../sessions/log-sign-in.ts";
import { refuseUnproved } from "../sessions/require-reauthentication.ts";
import { requireSession, sessionOf } from "../sessions/require-session.ts";
import { signedInCaller } from "../passwords/signed-in-caller.ts";
import { limitSignIns } from "../passwords/limit-sign-ins.ts";

type SignedIn = z.infer<typeof signedInAnswer>;
type PasswordCall = FastifyRequest<{ Body: z.infer<typeof factorBody> }>;

/** Codes from an authenticator app: turned on and off by who is signed in, and given at the door. */
export function twoFactorRoutes(
  app: App,
  deps: { db: Database; config: Config; identity: Identity },
): void {
  const { config, identity } = deps;
  const onRequest = requireSession(deps);
  const letter = (
    request: FastifyRequest,
    change: Parameters<typeof factorChangedEmail>[1]["change"],
  ) =>
    factorChangedEmail(config, {
      person: sessionOf(request),
      shopAddress: identity.baseUrl,
      change,
    });

  /** Runs a change that the service makes for the right password, or for a recent proof of who has none. */
  async function byPassword<Answer>(
    request: PasswordCall,
    change: (body: PasswordCall["body"]) => Promise<Answer>,
  ) {
    const person = sessionOf(request);
    if (await hasPassword(deps.db, person.identityId))
      return limitSignIns(deps, signedInCaller(deps, request), () => change(request.body));
    // Of somebody without a password the service takes any for right, so none is handed on.
    await refuseUnproved(deps, person);
    return change({});
  }

  app.post(
    "/api/auth/two-factor/enable",
    { schema: { body: factorBody, response: { 200: twoFactorAnswer } }, onRequest },
    (request, reply) =>
      byPassword(request, (body) =>
        askIdentity<z.infer<typeof twoFactorAnswer>>(deps, request, reply, {
          body,
          changes: sessionOf(request),
        }),
      ),
  );

  app.post(
    "/api/auth/two-factor/disable",
    { schema: { body: factorBody, response: { 200: doneAnswer } }, onRequest },
    (request, reply) =>
      byPassword(request, (body) =>
        askIdentity<z.infer<typeof doneAnswer>>(deps, request, reply, {
          body,
          changes: sessionOf(request),
          letter: letter(request, "codes off"),
        }),
      ),
  );

  app.post(
    "/api/auth/two-factor/generate-backup-codes",
    { schema: { body: factorBody, response: { 200: backupCodesAnswer } }, onRequest },
    (request, reply) =>
      byPassword(request, (body) =>
        askIdentity<z.infer<typeof backupCodesAnswer>>(deps, request, reply, {
          body,
          changes: sessionOf(request),
          letter: letter(request, "new backup codes"),
        }),
      ),
  );

  app.post(
    "/api/auth/two-factor/verify-totp",
    { schema: { body: appCodeBody, response: { 200: signedInAnswer } } },
    async (request, reply) => {
      const person = await identity.sessionOf(request.headers.cookie);
      const turnsOn = person !== null && !person.hasTwoFactor;
      request.identitySession = person;
      const answer = await limitCodes(deps, request.ip, () =>
        askIdentity<SignedIn>(deps, request, reply, {
          ...(turnsOn && { changes: person, letter: letter(request, "codes on") }),
        }),
      );
      rememberDevice(deps, reply, answer.user.email);
      if (person === null) logSignIn(request, answer.user.id, "code");
      return answer;
    },
  );

  app.post(
    "/api/auth/two-factor/verify-backup-code",
    { schema: { body: backupCodeBody, response: { 200: signedInAnswer } } },
    async (request, reply) => {
      const answer = await limitCodes(deps, request.ip, () =>
        askIdentity<SignedIn>(deps, request, reply),
      );
      logSignIn(request, answer.user.id, "backup code");
      return answer;
    },
  );
}
