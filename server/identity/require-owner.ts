import { AppError } from "#shared/errors/app-error.ts";
import type { LimitDeps } from "#server/limits/public.ts";
import type { Database } from "#server/platform/database/database.ts";
import { checkPassword } from "./check-password.ts";
import { hasPassword } from "./identity-store.ts";
import { proofMinutes } from "./require-proof.ts";
import { isProved } from "./session-store.ts";

/**
 * That the person at the keyboard is the account's owner: they know its password, or where it has none, have signed in
 * minutes ago and type which address it is under.
 * @throws AppError wrong_password, invalid_input naming the field, proof_needed, too_many_requests
 */
export async function requireOwner(
  deps: LimitDeps & { db: Database },
  owner: { identityId: string; sessionId: string; email: string; ip: string },
  given: { password?: string | undefined; email?: string | undefined },
): Promise<void> {
  if (await hasPassword(deps.db, owner.identityId)) {
    if (!given.password) throw missing("password", "Please type your password.");
    return checkPassword(deps, owner, given.password);
  }
  if (given.email !== owner.email)
    throw missing("email", "Please type the email address of your account.");
  if (!(await isProved(deps.db, owner.sessionId, proofMinutes)))
    throw new AppError("proof_needed", {
      message: `Please sign out and in again, and come back within ${proofMinutes} minutes.`,
    });
}

function missing(field: "password" | "email", message: string): AppError {
  return new AppError("invalid_input", { message, fields: { [field]: message } });
}
