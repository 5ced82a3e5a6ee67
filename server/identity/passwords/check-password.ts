import { AppError } from "#shared/errors/app-error.ts";
import type { LimitDeps } from "#server/limits/public.ts";
import type { Database } from "#server/platform/database/database.ts";
import { findPasswordHash } from "../identity-store.ts";
import { verifyPassword } from "./password-hash.ts";
import { limitSignIns } from "./limit-sign-ins.ts";

/**
 * That a signed-in person knows the account's password. A wrong one counts as a failed sign-in.
 * @throws AppError wrong_password beside `password`, too_many_requests
 */
export async function checkPassword(
  deps: LimitDeps & { db: Database },
  person: { identityId: string; email: string; ip: string; knownDevice?: string | null },
  password: string,
): Promise<void> {
  const hash = await findPasswordHash(deps.db, person.identityId);
  await limitSignIns(deps, person, async () => {
    if (hash !== null && (await verifyPassword({ hash, password }))) return;
    throw new AppError("wrong_password", { fields: { password: "This is not your password." } });
  });
}
