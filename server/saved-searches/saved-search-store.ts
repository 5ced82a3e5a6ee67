import { and, asc, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { SavedSearchChanges } from "#shared/saved-searches/saved-search-contract.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { savedSearchTable } from "./saved-search-table.ts";

export type SavedSearchRow = typeof savedSearchTable.$inferSelect;

/** The searches that an account saved, the latest first. */
export function listSavedSearchRows(
  executor: Executor,
  accountId: string,
): Promise<SavedSearchRow[]> {
  return executor
    .select()
    .from(savedSearchTable)
    .where(eq(savedSearchTable.accountId, accountId))
    .orderBy(desc(savedSearchTable.createdAt), savedSearchTable.id);
}

export async function insertSavedSearch(
  tx: Executor,
  row: Pick<SavedSearchRow, "id" | "accountId" | "name" | "search" | "key">,
): Promise<void> {
  await tx.insert(savedSearchTable).values(row);
}

/** Changes a saved search of an account; false if the account has none with this id. */
export async function updateSavedSearch(
  executor: Executor,
  { id, accountId }: { id: string; accountId: string },
  { name, emailsOn, seen }: SavedSearchChanges,
): Promise<boolean> {
  const rows = await executor
    .update(savedSearchTable)
    .set({
      name,
      ...(emailsOn !== undefined && {
        emailsOn,
        // What happened while emails were off is no news.
        watchedSince: sql`case when ${savedSearchTable.emailsOn} then ${savedSearchTable.watchedSince} else now() end`,
      }),
      ...(seen && { seenAt: sql`now()` }),
    })
    .where(and(eq(savedSearchTable.id, id), eq(savedSearchTable.accountId, accountId)))
    .returning({ id: savedSearchTable.id });
  return rows.length > 0;
}

/** False if the account has no such saved search. */
export async function deleteSavedSearch(
  executor: Executor,
  { id, accountId }: { id: string; accountId: string },
): Promise<boolean> {
  const rows = await executor
    .delete(savedSearchTable)
    .where(and(eq(savedSearchTable.id, id), eq(savedSearchTable.accountId, accountId)))
    .returning({ id: savedSearchTable.id });
  return rows.length > 0;
}

/** Deletes everything about an account's saved searches. */
export async function deleteSavedSearchesOf(tx: Executor, accountId: string): Promise<void> {
  await tx.delete(savedSearchTable).where(eq(savedSearchTable.accountId, accountId));
  await tx.execute(sql`delete from saved_search_email where account_id = ${accountId}`);
}

/** One saved search, or all of an account. */
export type EmailScope = { searchId: string } | { accountId: string };

const inScope = (scope: EmailScope) =>
  "searchId" in scope
    ? eq(savedSearchTable.id, scope.searchId)
    : eq(savedSearchTable.accountId, scope.accountId);

/** The account of a saved search; null if it was deleted. */
export async function readOwner(executor: Executor, searchId: string): Promise<string | null> {
  const [search] = await executor
    .select({ accountId: savedSearchTable.accountId })
    .from(savedSearchTable)
    .where(eq(savedSearchTable.id, searchId));
  return search?.accountId ?? null;
}

export function readEmailScope(
  executor: Executor,
  scope: EmailScope,
): Promise<Pick<SavedSearchRow, "name" | "emailsOn">[]> {
  return executor
    .select({ name: savedSearchTable.name, emailsOn: savedSearchTable.emailsOn })
    .from(savedSearchTable)
    .where(inScope(scope))
    .orderBy(desc(savedSearchTable.createdAt), savedSearchTable.id);
}

/** Turns emails off and returns for how many saved searches they were on. */
export async function stopEmails(executor: Executor, scope: EmailScope): Promise<number> {
  const rows = await executor
    .update(savedSearchTable)
    .set({ emailsOn: false })
    .where(and(inScope(scope), savedSearchTable.emailsOn))
    .returning({ id: savedSearchTable.id });
  return rows.length;
}

/** A page of the saved searches with emails of accounts that may get one, by id. */
export function listWatchedSearches(
  executor: Executor,
  after: string,
  limit: number,
): Promise<Pick<SavedSearchRow, "id" | "search" | "watchedSince">[]> {
  return executor
    .select({
      id: savedSearchTable.id,
      search: savedSearchTable.search,
      watchedSince: savedSearchTable.watchedSince,
    })
    .from(savedSearchTable)
    .innerJoin(accountTable, eq(accountTable.id, savedSearchTable.accountId))
    .where(
      and(
        gt(savedSearchTable.id, after),
        savedSearchTable.emailsOn,
        isNull(accountTable.deletedAt),
        isNull(accountTable.suspendedAt),
      ),
    )
    .orderBy(asc(savedSearchTable.id))
    .limit(limit);
}
