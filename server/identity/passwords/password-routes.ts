import { doneAnswer } from "#shared/identity/identity-contract.ts";
import {
  changePasswordBody,
  factorsAnswer,
  provePasswordBody,
} from "#shared/identity/security-contract.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { askIdentity } from "../ask-identity.ts";
import { checkPassword } from "./check-password.ts";
import type { Identity } from "../create-identity.ts";
import { changedPasswordEmail } from "../identity-emails.ts";
import { hasPassword } from "../identity-store.ts";
import { refuseWeakPassword } from "./refuse-weak-password.ts";
import { proofMinutes } from "../sessions/require-reauthentication.ts";
import { requireSession, sessionOf } from "../sessions/require-session.ts";
import { isProved, noteProof } from "../sessions/session-store.ts";
import { signedInCaller } from "./signed-in-caller.ts";
import { limitSignIns } from "./limit-sign-ins.ts";

/** The password of somebody who is signed in, and what they sign in with. */
export function passwordRoutes(
  app: App,
  deps: { db: Database; config: Config; identity: Identity },
): void {
  const onRequest = requireSession(deps);

  app.post(
    "/api/auth/change-password",
    { schema: { body: changePasswordBody, response: { 200: doneAnswer } }, onRequest },
    async (request, reply) => {
      const person = sessionOf(request);
      const { newPassword } = request.body;
      await refuseWeakPassword(deps, newPassword, { field: "newPassword", person });
      await limitSignIns(deps, signedInCaller(deps, request), () =>
        askIdentity(deps, request, reply, {
          body: { ...request.body, revokeOtherSessions: true },
          changes: person,
          endsLinks: true,
          letter: changedPasswordEmail(deps.config, {
            person,
            shopAddress: deps.identity.baseUrl,
          }),
        }),
      );
      return { status: true };
    },
  );

  app.post(
    "/api/auth/verify-password",
    { schema: { body: provePasswordBody, response: { 200: doneAnswer } }, onRequest },
    async (request) => {
      const { identityId, sessionId } = sessionOf(request);
      const person = { identityId, ...signedInCaller(deps, request) };
      await checkPassword(deps, person, request.body.password);
      await noteProof(deps.db, sessionId);
      return { status: true };
    },
  );

  app.get(
    "/api/auth/factors",
    { schema: { response: { 200: factorsAnswer } }, onRequest },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const { identityId, sessionId, hasTwoFactor } = sessionOf(request);
      return {
        hasPassword: await hasPassword(deps.db, identityId),
        hasTwoFactor,
        isProved: await isProved(deps.db, sessionId, proofMinutes),
      };
    },
  );
}
