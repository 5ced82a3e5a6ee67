import { doneAnswer } from "#shared/identity/identity-contract.ts";
import {
  changePasswordBody,
  factorsAnswer,
  checkPasswordBody,
} from "#shared/identity/security-contract.ts";
import { countKeysOfIdentity } from "#server/api-keys/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { callIdentityService } from "../call-identity-service.ts";
import { checkPassword } from "./check-password.ts";
import type { Identity } from "../identity.ts";
import { passwordChangedEmail } from "../identity-emails.ts";
import { hasPassword } from "../identity-store.ts";
import { refuseWeakPassword } from "./refuse-weak-password.ts";
import { reauthenticationMinutes } from "../sessions/require-reauthentication.ts";
import { requireSession, sessionOf } from "../sessions/require-session.ts";
import { isReauthenticated, noteReauthentication } from "../sessions/session-store.ts";
import { limitSignIns, passwordCheckCaller } from "./limit-sign-ins.ts";

/** Password calls of signed-in users, and how they sign in. */
export function passwordRoutes(
  app: App,
  deps: { db: Database; config: Config; identity: Identity },
): void {
  const onRequest = requireSession(deps);

  app.post(
    "/api/auth/change-password",
    {
      schema: {
        summary: "Change your password",
        body: changePasswordBody,
        response: { 200: doneAnswer },
      },
      config: {
        priority: "essential",
        refusals: [401, 429],
        examples: {
          body: {
            "Both passwords": {
              currentPassword: "an old password of mine",
              newPassword: "violet harbour, 42 lanterns",
            },
          },
        },
      },
      onRequest,
    },
    async (request, reply) => {
      const user = sessionOf(request);
      const { newPassword } = request.body;
      await refuseWeakPassword(deps, newPassword, { field: "newPassword", user });
      await limitSignIns(deps, passwordCheckCaller(deps, request), () =>
        callIdentityService(deps, request, reply, {
          body: { ...request.body, revokeOtherSessions: true },
          changes: user,
          endsAccess: "password_change",
          email: (endedKeys) =>
            passwordChangedEmail(deps.config, {
              user,
              shopAddress: deps.identity.baseUrl,
              endedKeys,
            }),
        }),
      );
      return { status: true };
    },
  );

  app.post(
    "/api/auth/verify-password",
    {
      schema: {
        summary: "Confirm your password before a sensitive change",
        body: checkPasswordBody,
        response: { 200: doneAnswer },
      },
      config: {
        priority: "essential",
        refusals: [401, 429],
        examples: { body: { "Your password": { password: "violet harbour, 42 lanterns" } } },
      },
      onRequest,
    },
    async (request) => {
      const { identityId, sessionId } = sessionOf(request);
      const user = { identityId, ...passwordCheckCaller(deps, request) };
      await checkPassword(deps, user, request.body.password);
      await noteReauthentication(deps.db, sessionId);
      return { status: true };
    },
  );

  app.get(
    "/api/auth/factors",
    {
      schema: { summary: "Read how you sign in", response: { 200: factorsAnswer } },
      config: { priority: "essential", refusals: [401] },
      onRequest,
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const { identityId, sessionId, hasTwoFactor } = sessionOf(request);
      return {
        hasPassword: await hasPassword(deps.db, identityId),
        hasTwoFactor,
        apiKeys: await countKeysOfIdentity(deps.db, identityId),
        isReauthenticated: await isReauthenticated(deps.db, sessionId, reauthenticationMinutes),
      };
    },
  );
}
