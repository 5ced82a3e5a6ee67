import { AppError } from "#shared/errors/app-error.ts";
import type { Database } from "#server/platform/database/database.ts";
import type { IdentitySession } from "./create-identity.ts";
import { findPasswordHash } from "./identity-store.ts";
import { verifyPassword } from "./password-hash.ts";
import { noteProof } from "./session-store.ts";

/**
 * Takes a signed-in person's password as the proof that it is they, for some minutes of this session.
 * @throws AppError wrong_password
 */
export async function provePassword(
  deps: { db: Database },
  { identityId, sessionId }: Pick<IdentitySession, "identityId" | "sessionId">,
  password: string,
): Promise<void> {
  const hash = await findPasswordHash(deps.db, identityId);
  if (hash === null || !(await verifyPassword({ hash, password })))
    throw new AppError("wrong_password");
  await noteProof(deps.db, sessionId);
}
