import { eq } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { forgetLinks } from "./identity-store.ts";
import {
  identityCredentialTable,
  identityPasskeyTable,
  identityTwoFactorTable,
  identityUserTable,
} from "./identity-table.ts";
import { endAllSessions } from "./sessions/session-store.ts";

/**
 * Closes every way into an identity: password, other providers, passkeys, links in emails and sessions. Its email stays
 * taken, so that no one else can sign up with it and pass for the account. False where there was no way in any more.
 */
export async function closeIdentity(tx: Executor, identityId: string): Promise<boolean> {
  const credentials = await tx
    .delete(identityCredentialTable)
    .where(eq(identityCredentialTable.userId, identityId))
    .returning({ id: identityCredentialTable.id });
  const passkeys = await tx
    .delete(identityPasskeyTable)
    .where(eq(identityPasskeyTable.userId, identityId))
    .returning({ id: identityPasskeyTable.id });
  await tx.delete(identityTwoFactorTable).where(eq(identityTwoFactorTable.userId, identityId));
  await tx
    .update(identityUserTable)
    .set({ twoFactorEnabled: false })
    .where(eq(identityUserTable.id, identityId));
  await forgetLinks(tx, identityId);
  await endAllSessions(tx, identityId);
  return credentials.length + passkeys.length > 0;
}
