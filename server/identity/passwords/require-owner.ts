import { AppError } from "#shared/errors/app-error.ts";
import type { LimitDeps } from "#server/limits/public.ts";
import type { Database } from "#server/platform/database/database.ts";
import { checkPassword } from "./check-password.ts";
import { hasPassword } from "../identity-store.ts";
import {
  reauthenticationMinutes,
  checkReauthentication,
} from "../sessions/require-reauthentication.ts";

/**
 * Checks that the caller owns the account: they know its password or, if it has none, signed in within the last minutes
 * and enter the account's email.
 * @throws AppError wrong_password, invalid_input naming the field, reauthentication_required, too_many_requests
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
    if (!given.password) throw missing("password", "Please enter your password.");
    return checkPassword(deps, owner, given.password);
  }
  if (given.email !== owner.email)
    throw missing("email", "Please enter the email address of your account.");
  const message = `Please sign out and in again, and come back within ${reauthenticationMinutes} minutes.`;
  await checkReauthentication(deps, owner, message);
}

function missing(field: "password" | "email", message: string): AppError {
  return new AppError("invalid_input", { message, fields: { [field]: message } });
}
