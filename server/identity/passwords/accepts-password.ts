import type { Database } from "#server/platform/database/database.ts";
import { findIdentityByEmail, findPasswordHash } from "../identity-store.ts";
import { verifyPassword } from "./password-hash.ts";

/** Whether an account with this email signs in with this password. For the program itself; it counts no tries. */
export async function acceptsPassword(
  { db }: { db: Database },
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const identity = await findIdentityByEmail(db, email);
  const hash = identity && (await findPasswordHash(db, identity.id));
  return hash !== null && (await verifyPassword({ hash, password }));
}
