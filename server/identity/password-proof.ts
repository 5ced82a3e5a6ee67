import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { findPasswordHash } from "./identity-store.ts";
import { verifyPassword } from "./password-hash.ts";
import { limitSignIns } from "./sign-in-attempt.ts";

/** Whether somebody signs in with a password, and not only in other ways. */
export async function hasPassword(deps: { db: Database }, identityId: string): Promise<boolean> {
  return (await findPasswordHash(deps.db, identityId)) !== null;
}

/**
 * That the person at the keyboard is the account's owner: they know its password, or where it has none, which address
 * it is under. Wrong passwords count as failed sign-ins.
 * @throws AppError invalid_input naming the field, too_many_requests
 */
export async function requireOwner(
  deps: { db: Database; config: Pick<Config, "RATE_LIMITS"> },
  owner: { identityId: string; email: string; ip: string },
  given: { password?: string | undefined; email?: string | undefined },
): Promise<void> {
  const hash = await findPasswordHash(deps.db, owner.identityId);
  if (hash === null) {
    if (given.email === owner.email) return;
    throw refused("email", "Please type the email address of your account.");
  }
  const { password } = given;
  if (!password) throw refused("password", "Please type your password.");
  await limitSignIns(deps, owner, async () => {
    if (!(await verifyPassword({ hash, password })))
      throw refused("password", "This is not your password.");
  });
}

function refused(field: "password" | "email", message: string): AppError {
  return new AppError("invalid_input", { message, fields: { [field]: message } });
}
