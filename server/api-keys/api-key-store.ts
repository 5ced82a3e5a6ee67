import { and, count, desc, eq, gt, isNull, or, sql } from "drizzle-orm";
import type { ApiKeyScope } from "#shared/api-keys/api-key-contract.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { apiKeyTable } from "./api-key-table.ts";

const table = apiKeyTable;
const isUnexpired = or(isNull(table.expiresAt), gt(table.expiresAt, sql`now()`));

/**
 * The seller who made the key with this hash, and its scopes; null if the key was revoked or has expired, or if the
 * account was deleted, is suspended or is no longer a seller's.
 */
export async function findKeyOwner(
  db: Executor,
  hash: string,
): Promise<{ keyId: string; scopes: ApiKeyScope[]; viewer: Viewer; isUsedLately: boolean } | null> {
  const [row] = await db
    .select({
      keyId: table.id,
      scopes: table.scopes,
      isUsedLately: sql<boolean>`coalesce(${table.lastUsedAt} > now() - interval '1 minute', false)`,
      accountId: accountTable.id,
      identityId: accountTable.identityId,
      name: accountTable.name,
      email: accountTable.email,
      role: accountTable.role,
      isVerified: accountTable.isVerified,
    })
    .from(table)
    .innerJoin(accountTable, eq(accountTable.id, table.accountId))
    .where(
      and(
        eq(table.hash, hash),
        isUnexpired,
        eq(accountTable.role, "Seller"),
        isNull(accountTable.deletedAt),
        isNull(accountTable.suspendedAt),
      ),
    );
  if (!row) return null;
  const { keyId, scopes, isUsedLately, identityId, ...account } = row;
  // A key belongs to no session. Calls that need one have no scope.
  const viewer = { ...account, identityId: identityId ?? "", sessionId: "" };
  return { keyId, scopes, isUsedLately, viewer };
}

export async function noteKeyUse(db: Executor, keyId: string): Promise<void> {
  await db
    .update(table)
    .set({ lastUsedAt: sql`now()` })
    .where(eq(table.id, keyId));
}

/** An account's keys, the latest first. */
export function listKeyRows(db: Executor, accountId: string) {
  return db
    .select({
      id: table.id,
      name: table.name,
      start: table.start,
      scopes: table.scopes,
      createdAt: table.createdAt,
      expiresAt: table.expiresAt,
      lastUsedAt: table.lastUsedAt,
    })
    .from(table)
    .where(eq(table.accountId, accountId))
    .orderBy(desc(table.createdAt), table.id);
}

export async function countKeys(db: Executor, accountId: string): Promise<number> {
  const [row] = await db
    .select({ keys: count() })
    .from(table)
    .where(eq(table.accountId, accountId));
  return row?.keys ?? 0;
}

export async function insertKey(
  tx: Executor,
  key: Pick<
    typeof table.$inferInsert,
    "id" | "accountId" | "name" | "hash" | "start" | "scopes"
  > & { lifetimeDays: number | null },
): Promise<void> {
  const { lifetimeDays, ...row } = key;
  const expiresAt =
    lifetimeDays === null ? null : sql`now() + make_interval(days => ${lifetimeDays})`;
  await tx.insert(table).values({ ...row, expiresAt });
}

/** Revokes a key of an account. False if the account has none with this id. */
export async function deleteKey(
  tx: Executor,
  { id, accountId }: { id: string; accountId: string },
): Promise<boolean> {
  const rows = await tx
    .delete(table)
    .where(and(eq(table.id, id), eq(table.accountId, accountId)))
    .returning({ id: table.id });
  return rows.length > 0;
}

/** Revokes all keys of an account. */
export async function deleteKeysOf(tx: Executor, accountId: string): Promise<void> {
  await tx.delete(table).where(eq(table.accountId, accountId));
}

/** How many working keys the account of an identity has. */
export async function countKeysOfIdentity(db: Executor, identityId: string): Promise<number> {
  const [row] = await db
    .select({ keys: count() })
    .from(table)
    .innerJoin(accountTable, eq(accountTable.id, table.accountId))
    .where(and(eq(accountTable.identityId, identityId), isUnexpired));
  return row?.keys ?? 0;
}

/** Revokes all keys of an identity's account. @returns what was revoked, with `works` false for expired keys */
export function deleteKeysOfIdentity(tx: Executor, identityId: string) {
  return tx
    .delete(table)
    .where(
      sql`${table.accountId} in (select ${accountTable.id} from ${accountTable} where ${accountTable.identityId} = ${identityId})`,
    )
    .returning({
      id: table.id,
      accountId: table.accountId,
      works: sql<boolean>`(${isUnexpired})`,
    });
}
