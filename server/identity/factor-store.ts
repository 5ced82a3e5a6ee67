import { and, count, eq, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import {
  identityPasskeyTable,
  identitySessionTable,
  identityTwoFactorTable,
  identityUserTable,
} from "./identity-table.ts";

/**
 * Lets one change to how a person signs in be made at a time, until the transaction ends. Says whether their address is
 * confirmed; null where there is no such person.
 */
export async function lockPerson(
  tx: Executor,
  identityId: string,
): Promise<{ isConfirmed: boolean } | null> {
  const [found] = await tx
    .select({ isConfirmed: identityUserTable.emailVerified })
    .from(identityUserTable)
    .where(eq(identityUserTable.id, identityId))
    .for("update");
  return found ?? null;
}

/** Whether a person's session has not been ended. */
export async function hasSession(
  tx: Executor,
  { identityId, sessionId }: { identityId: string; sessionId: string },
): Promise<boolean> {
  const { id, userId } = identitySessionTable;
  const found = await tx
    .select({ id })
    .from(identitySessionTable)
    .where(and(eq(id, sessionId), eq(userId, identityId)));
  return found.length > 0;
}

/** Takes a person's passkeys, authenticator app and backup codes away; false where there were none. */
export async function forgetFactors(tx: Executor, identityId: string): Promise<boolean> {
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

/** How many passkeys open a person's account. */
export async function countPasskeys(db: Executor, identityId: string): Promise<number> {
  const [found] = await db
    .select({ passkeys: count() })
    .from(identityPasskeyTable)
    .where(eq(identityPasskeyTable.userId, identityId));
  return found?.passkeys ?? 0;
}

/** The hashes of a person's backup codes, as the service keeps them; null where they have no authenticator app. */
export async function findBackupCodes(db: Executor, identityId: string): Promise<string | null> {
  const [found] = await db
    .select({ codes: identityTwoFactorTable.backupCodes })
    .from(identityTwoFactorTable)
    .where(eq(identityTwoFactorTable.userId, identityId));
  return found?.codes ?? null;
}
