import { and, count, eq, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import {
  identityPasskeyTable,
  identitySessionTable,
  identityTwoFactorTable,
  identityUserTable,
} from "./identity-table.ts";

/**
 * Locks an identity until the transaction ends, so that changes to how it signs in happen one at a time.
 * @returns whether its address is confirmed; null if there is no such identity
 */
export async function lockIdentityForUpdate(
  tx: Executor,
  identityId: string,
): Promise<{ isConfirmed: boolean } | null> {
  const [row] = await tx
    .select({ isConfirmed: identityUserTable.emailVerified })
    .from(identityUserTable)
    .where(eq(identityUserTable.id, identityId))
    .for("update");
  return row ?? null;
}

/** Whether the identity still has this session. */
export async function hasSession(
  tx: Executor,
  { identityId, sessionId }: { identityId: string; sessionId: string },
): Promise<boolean> {
  const { id, userId } = identitySessionTable;
  const rows = await tx
    .select({ id })
    .from(identitySessionTable)
    .where(and(eq(id, sessionId), eq(userId, identityId)));
  return rows.length > 0;
}

/** Removes the passkeys, the authenticator app and the backup codes of an identity. False if there were none. */
export async function removeFactors(tx: Executor, identityId: string): Promise<boolean> {
  const passkeys = await tx
    .delete(identityPasskeyTable)
    .where(eq(identityPasskeyTable.userId, identityId))
    .returning({ id: identityPasskeyTable.id });
  const apps = await tx
    .delete(identityTwoFactorTable)
    .where(eq(identityTwoFactorTable.userId, identityId))
    .returning({ isOn: identityTwoFactorTable.verified });
  await tx
    .update(identityUserTable)
    .set({ twoFactorEnabled: false, updatedAt: sql`now()` })
    .where(eq(identityUserTable.id, identityId));
  return passkeys.length > 0 || apps.some(({ isOn }) => isOn);
}

/** The number of passkeys of an identity. */
export async function countPasskeys(db: Executor, identityId: string): Promise<number> {
  const [row] = await db
    .select({ passkeys: count() })
    .from(identityPasskeyTable)
    .where(eq(identityPasskeyTable.userId, identityId));
  return row?.passkeys ?? 0;
}

/** The hashed backup codes, as the service stores them; null without an authenticator app. */
export async function findBackupCodes(db: Executor, identityId: string): Promise<string | null> {
  const [row] = await db
    .select({ codes: identityTwoFactorTable.backupCodes })
    .from(identityTwoFactorTable)
    .where(eq(identityTwoFactorTable.userId, identityId));
  return row?.codes ?? null;
}
