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
import { askIdentity } from "../ask-identity.ts";
import type { Identity } from "../create-identity.ts";
import { findPersonOfResetLink } from "../identity-store.ts";
import { limitEmails, limitLinks } from "../limit-attempts.ts";
import { refuseWeakPassword } from "./refuse-weak-password.ts";
import { requireSession, sessionOf } from "../sessions/require-session.ts";
import { inSteadyTime } from "../pad-response-time.ts";

type Done = z.infer<typeof doneAnswer>;

/** Milliseconds of which the answer to "I forgot my password" takes a whole multiple, whoever asks for whom. */
const resetAnswerStep = 500;

/** A new password, and the confirmation of an address: the calls that go by links in mails. */
export function recoveryRoutes(
  app: App,
  deps: { db: Database; config: Config; identity: Identity },
): void {
  app.post(
    "/api/auth/request-password-reset",
    { schema: { body: requestResetBody, response: { 200: doneAnswer } } },
    async (request, reply) => {
      await limitEmails(deps, "reset", { email: request.body.email, ip: request.ip });
      await inSteadyTime(resetAnswerStep, () => askIdentity(deps, request, reply));
      // In our own words, the same whether there is such an account or not.
      return { status: true };
    },
  );

  app.post(
    "/api/auth/reset-password",
    { schema: { body: resetPasswordBody, response: { 200: doneAnswer } } },
    async (request, reply) => {
      const { token, newPassword } = request.body;
      const person = await findPersonOfResetLink(deps.db, token);
      await refuseWeakPassword(deps, newPassword, { field: "newPassword", person });
      return limitLinks(deps, request.ip, () =>
        askIdentity<Done>(deps, request, reply, {
          changes: person ? { identityId: person.id } : undefined,
        }),
      );
    },
  );

  app.post(
    "/api/auth/send-verification-email",
    { schema: { response: { 200: doneAnswer } }, onRequest: requireSession(deps) },
    async (request, reply) => {
      const { email } = sessionOf(request);
      await limitEmails(deps, "confirmation", { email, ip: request.ip });
      return askIdentity<Done>(deps, request, reply, { body: { email } });
    },
  );

  app.post(
    "/api/auth/verify-email",
    { schema: { body: verifyEmailBody, response: { 200: doneAnswer } } },
    (request, reply) =>
      // The service takes the token in its address, where logs would keep it; our own callers send it in the body.
      limitLinks(deps, request.ip, () =>
        askIdentity<Done>(deps, request, reply, { method: "GET", query: request.body }),
      ),
  );
}
