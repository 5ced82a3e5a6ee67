import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import type { signedInAnswer, signUpBody } from "#shared/identity/identity-contract.ts";
import { countAgainst } from "#server/limits/public.ts";
import { queueEmail } from "#server/email/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { callIdentityService } from "./call-identity-service.ts";
import type { Identity } from "./identity.ts";
import { lockIdentityForUpdate } from "./factor-store.ts";
import { takenEmailWarning } from "./identity-emails.ts";
import { findIdentityByEmail } from "./identity-store.ts";
import { refuseWeakPassword } from "./passwords/refuse-weak-password.ts";
import { replaceSession } from "./sessions/replace-session.ts";
import { findAccountIdOf } from "./sessions/viewer-store.ts";

type SignUp = z.infer<typeof signUpBody>;

/**
 * Signs a user up. A taken email is refused as such. Its owner is warned by email, and the attempts are limited
 * (docs/decisions/0016-sign-up-reveals-taken-emails.md).
 * @throws AppError email_taken, too_many_requests, or invalid_input for a weak password
 */
export async function signUp(
  deps: { db: Database; config: Config; identity: Identity },
  request: FastifyRequest<{ Body: SignUp }>,
  reply: FastifyReply,
): Promise<z.infer<typeof signedInAnswer>> {
  const { password, ...user } = request.body;
  await refuseWeakPassword(deps, password, { field: "password", user });
  const owner = await findIdentityByEmail(deps.db, user.email);
  if (owner) {
    await countAgainst(deps, limits.takenEmail, { account: user.email, ip: request.ip });
    // A user who resumes an interrupted sign-up needs no warning.
    const isFinished = (await findAccountIdOf(deps.db, owner.id)) !== null;
    const warning = {
      user: { name: owner.name, email: user.email, isConfirmed: owner.isConfirmed },
      shopAddress: deps.identity.baseUrl,
    };
    if (isFinished)
      await deps.db.transaction(async (tx) => {
        // No email if the account was deleted in the meantime.
        if (await lockIdentityForUpdate(tx, owner.id))
          await queueEmail(tx, takenEmailWarning(deps.config, warning));
      });
  }
  return replaceSession(deps, request, () => callIdentityService(deps, request, reply));
}
