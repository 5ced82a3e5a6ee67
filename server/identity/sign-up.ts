import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { signedInAnswer, signUpBody } from "#shared/identity/identity-contract.ts";
import { countAgainst } from "#server/limits/public.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { askIdentity } from "./ask-identity.ts";
import type { Identity } from "./create-identity.ts";
import { lockPerson } from "./factor-store.ts";
import { emailTakenEmail } from "./identity-emails.ts";
import { findIdentityByEmail } from "./identity-store.ts";
import { refuseWeakPassword } from "./passwords/refuse-weak-password.ts";
import { replaceSession } from "./sessions/replace-session.ts";
import { findAccountIdOf } from "./sessions/viewer-store.ts";

type SignUp = z.infer<typeof signUpBody>;

/**
 * Signs somebody up. Who asks with an email that has an account learns that it has one: its owner is told by mail, and
 * it can be asked a few times only (docs/decisions/0016-sign-up-reveals-taken-emails.md).
 * @throws AppError email_taken, too_many_requests, or invalid_input beside a weak password
 */
export async function signUp(
  deps: { db: Database; config: Config; identity: Identity },
  request: FastifyRequest<{ Body: SignUp }>,
  reply: FastifyReply,
): Promise<z.infer<typeof signedInAnswer>> {
  const { password, ...person } = request.body;
  await refuseWeakPassword(deps, password, { field: "password", person });
  const owner = await findIdentityByEmail(deps.db, person.email);
  if (owner) {
    await countAgainst(deps, limits.takenEmail, { account: person.email, ip: request.ip });
    // Whoever finishes a sign-up of their own that broke off needs no warning.
    const isFinished = (await findAccountIdOf(deps.db, owner.id)) !== null;
    const warning = {
      person: { name: owner.name, email: person.email, isConfirmed: owner.isConfirmed },
      shopAddress: deps.identity.baseUrl,
    };
    if (isFinished)
      await deps.db.transaction(async (tx) => {
        // None to an account that was deleted meanwhile.
        if (await lockPerson(tx, owner.id))
          await queueEmail(tx, emailTakenEmail(deps.config, warning));
      });
  }
  return replaceSession(deps, request, () => askIdentity(deps, request, reply));
}
