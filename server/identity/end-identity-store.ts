import { eq, or, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { deleteLinks } from "./identity-store.ts";
import {
  identityCredentialTable,
  identityPasskeyTable,
  identityTwoFactorTable,
  identityUserTable,
  identityVerificationTable,
} from "./identity-table.ts";
import { endAllSessions } from "./sessions/session-store.ts";

/**
 * Closes every way to sign in: password, third parties, passkeys, emailed links and sessions. The email stays taken, so
 * that no one else can sign up with it and pass for the account.
 * @returns false if there was no way to sign in left
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
  await deleteLinks(tx, identityId);
  await endAllSessions(tx, identityId);
  return credentials.length + passkeys.length > 0;
}

/**
 * Locks an identity before it is erased. Waits for an email that is being queued for it, and no other can be queued
 * afterwards.
 * @returns what the identity knows and its account may not: another name or picture, and whether the email is confirmed
 */
export async function lockIdentityForErasure(
  tx: Executor,
  identityId: string,
): Promise<{ name: string; email: string; isConfirmed: boolean; image: string | null } | null> {
  const [row] = await tx
    .select({
      name: identityUserTable.name,
      email: identityUserTable.email,
      isConfirmed: identityUserTable.emailVerified,
      image: identityUserTable.image,
    })
    .from(identityUserTable)
    .where(eq(identityUserTable.id, identityId))
    .for("update");
  return row ?? null;
}

/** Erases an identity: sessions, password, third parties and emailed links. */
export async function eraseIdentity(
  tx: Executor,
  owner: { identityId: string | null; emails: readonly string[] },
): Promise<void> {
  const { identityId, emails } = owner;
  await tx
    .delete(identityVerificationTable)
    .where(
      or(
        identityId === null
          ? undefined
          : sql`strpos(${identityVerificationTable.value}, ${identityId}) > 0`,
        ...emails.map(
          (email) =>
            sql`strpos(lower(${identityVerificationTable.value} || ' ' || ${identityVerificationTable.identifier}), ${email}) > 0`,
        ),
      ),
    );
  // Foreign keys delete the rest.
  if (identityId !== null)
    await tx.delete(identityUserTable).where(eq(identityUserTable.id, identityId));
}
