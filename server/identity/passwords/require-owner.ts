import { AppError } from "#shared/errors/app-error.ts";
import type { LimitDeps } from "#server/limits/public.ts";
import type { Database } from "#server/platform/database/database.ts";
import { checkPassword } from "./check-password.ts";
import { hasPassword } from "../identity-store.ts";
import { proofMinutes, refuseUnproved } from "../sessions/require-reauthentication.ts";

/**
 * That the person at the keyboard is the account's owner: they know its password, or where it has none, have signed in
 * minutes ago and type which address it is under.
 * @throws AppError wrong_password, invalid_input naming the field, proof_needed, too_many_requests
 */
export async function requireOwner(
  deps: LimitDeps & { db: Database },
  owner: {
    identityId: string;
    sessionId: string;
    email: string;
    ip: string;
    knownDevice?: string | null;
  },
  given: { password?: string | undefined; email?: string | undefined },
): Promise<void> {
  if (await hasPassword(deps.db, owner.identityId)) {
    if (!given.password) throw missing("password", "Please type your password.");
    return checkPassword(deps, owner, given.password);
  }
  if (given.email !== owner.email)
    throw missing("email", "Please type the email address of your account.");
  const way = `Please sign out and in again, and come back within ${proofMinutes} minutes.`;
  await refuseUnproved(deps, owner, way);
}

function missing(field: "password" | "email", message: string): AppError {
  return new AppError("invalid_input", { message, fields: { [field]: message } });
}
