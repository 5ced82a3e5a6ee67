import type { z } from "zod";
import {
  doneAnswer,
  requestResetBody,
  resetPasswordBody,
  verifyEmailBody,
} from "#shared/identity/identity-contract.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { callIdentityService } from "../call-identity-service.ts";
import type { Identity } from "../identity.ts";
import { findIdentityOfResetLink } from "../identity-store.ts";
import { limitEmails, limitLinks } from "../limit-attempts.ts";
import { refuseWeakPassword } from "./refuse-weak-password.ts";
import { requireSession, sessionOf } from "../sessions/require-session.ts";
import { padResponseTime } from "../pad-response-time.ts";

type Done = z.infer<typeof doneAnswer>;

/** Milliseconds. A reset request takes a multiple of this, for known and unknown emails alike. */
const resetResponseStep = 500;

/** Password reset and email confirmation by emailed links. */
export function recoveryRoutes(
  app: App,
  deps: { db: Database; config: Config; identity: Identity },
): void {
  app.post(
    "/api/auth/request-password-reset",
    {
      schema: {
        summary: "Send an email with a link to reset the password",
        body: requestResetBody,
        response: { 200: doneAnswer },
      },
      config: {
        priority: "essential",
        refusals: [429],
        examples: { body: { "An account": { email: "ada@example.com" } } },
      },
    },
    async (request, reply) => {
      await limitEmails(deps, "reset", { email: request.body.email, ip: request.ip });
      await padResponseTime(resetResponseStep, () => callIdentityService(deps, request, reply));
      // Always the same response, so that it does not reveal which emails have an account.
      return { status: true };
    },
  );

  app.post(
    "/api/auth/reset-password",
    {
      schema: {
        summary: "Set a new password with an emailed link",
        body: resetPasswordBody,
        response: { 200: doneAnswer },
      },
      config: {
        priority: "essential",
        refusals: [410, 429],
        examples: {
          body: {
            "With the token of the link": {
              token: "kq3xT7vJ9ZyB4mNcW8sRfD2h",
              newPassword: "violet harbour, 42 lanterns",
            },
          },
        },
      },
    },
    async (request, reply) => {
      const { token, newPassword } = request.body;
      const user = await findIdentityOfResetLink(deps.db, token);
      await refuseWeakPassword(deps, newPassword, { field: "newPassword", user });
      return limitLinks(deps, request.ip, () =>
        callIdentityService<Done>(deps, request, reply, {
          changes: user ? { identityId: user.id } : undefined,
        }),
      );
    },
  );

  app.post(
    "/api/auth/send-verification-email",
    {
      schema: {
        summary: "Send the email that confirms your address again",
        response: { 200: doneAnswer },
      },
      config: { priority: "essential", refusals: [401, 429] },
      onRequest: requireSession(deps),
    },
    async (request, reply) => {
      const { email } = sessionOf(request);
      await limitEmails(deps, "confirmation", { email, ip: request.ip });
      return callIdentityService<Done>(deps, request, reply, { body: { email } });
    },
  );

  app.post(
    "/api/auth/verify-email",
    {
      schema: {
        summary: "Confirm an email address with an emailed link",
        body: verifyEmailBody,
        response: { 200: doneAnswer },
      },
      config: {
        priority: "essential",
        refusals: [410, 429],
        examples: { body: { "With the token of the link": { token: "kq3xT7vJ9ZyB4mNcW8sRfD2h" } } },
      },
    },
    (request, reply) =>
      // The service takes the token in the URL, where logs would record it. Our clients send it in the body.
      limitLinks(deps, request.ip, () =>
        callIdentityService<Done>(deps, request, reply, { method: "GET", query: request.body }),
      ),
  );
}
