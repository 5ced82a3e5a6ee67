import { AppError } from "#shared/errors/app-error.ts";
import type { LimitDeps } from "#server/limits/public.ts";
import type { Database } from "#server/platform/database/database.ts";
import { findIdentityByEmail, findPasswordHash } from "../identity-store.ts";
import { limitSignIns } from "./limit-sign-ins.ts";
import { verifyPassword } from "./verify-password.ts";

/**
 * Checks the password of a signed-in user. A wrong one counts as a failed sign-in.
 * @throws AppError wrong_password naming `password`, too_many_requests
 */
export async function checkPassword(
  deps: LimitDeps & { db: Database },
  user: { identityId: string; email: string; ip: string; knownDevice?: string | null },
  password: string,
): Promise<void> {
  const hash = await findPasswordHash(deps.db, user.identityId);
  await limitSignIns(deps, user, async () => {
    if (hash !== null && (await verifyPassword(deps.db, { hash, password }))) return;
    throw new AppError("wrong_password", { fields: { password: "That password is not correct." } });
  });
}

/** Whether an account with this email has this password. For checks at startup: attempts are not counted. */
export async function acceptsPassword(
  { db }: { db: Database },
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const identity = await findIdentityByEmail(db, email);
  const hash = identity && (await findPasswordHash(db, identity.id));
  return hash !== null && (await verifyPassword(db, { hash, password }));
}
