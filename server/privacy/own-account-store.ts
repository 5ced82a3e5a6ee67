import { asc, eq, sql } from "drizzle-orm";
import { AppError } from "#shared/errors/app-error.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import {
  identityCredentialTable,
  identityPasskeyTable,
  identitySessionTable,
  identityUserTable,
} from "#server/identity/identity-table.ts";
import type { Executor } from "#server/platform/database/database.ts";

/** The account's row. @throws AppError not_signed_in if it was deleted after the token was checked */
export async function readOwnRow(tx: Executor, id: string) {
  const [account] = await tx.select().from(accountTable).where(eq(accountTable.id, id));
  if (!account) throw new AppError("not_signed_in");
  return account;
}

/** How a user signs in, without anything that could be used to sign in. */
export async function readOwnSignIn(tx: Executor, identityId: string) {
  const [user] = await tx
    .select()
    .from(identityUserTable)
    .where(eq(identityUserTable.id, identityId));
  if (!user) throw new AppError("not_signed_in");
  const ways = await tx
    .select({
      providerId: identityCredentialTable.providerId,
      accountId: identityCredentialTable.accountId,
      createdAt: identityCredentialTable.createdAt,
    })
    .from(identityCredentialTable)
    .where(eq(identityCredentialTable.userId, identityId))
    .orderBy(asc(identityCredentialTable.createdAt));
  const passkeys = await tx
    .select({ name: identityPasskeyTable.name, createdAt: identityPasskeyTable.createdAt })
    .from(identityPasskeyTable)
    .where(eq(identityPasskeyTable.userId, identityId))
    .orderBy(asc(identityPasskeyTable.createdAt));
  const sessions = await tx
    .select({
      userAgent: identitySessionTable.userAgent,
      ipAddress: identitySessionTable.ipAddress,
      createdAt: identitySessionTable.createdAt,
      lastSeenAt: identitySessionTable.lastSeenAt,
      expiresAt: identitySessionTable.expiresAt,
    })
    .from(identitySessionTable)
    .where(eq(identitySessionTable.userId, identityId))
    .orderBy(sql`${identitySessionTable.createdAt} desc`);
  return { user, ways, passkeys, sessions };
}
