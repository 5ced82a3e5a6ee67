import type { Deps } from "#server/deps.ts";
import type { Totals } from "#server/platform/database/create-totals.ts";
import type { Executor } from "#server/platform/database/database.ts";
import {
  countAccounts,
  listAccountRows,
  type AccountPageQuery,
  type WhichAccounts,
} from "./account-list-store.ts";

/** One page of live accounts, and the total count. @throws AppError invalid_cursor */
export async function listAccounts(
  deps: Pick<Deps, "db" | "totals">,
  query: AccountPageQuery,
  which: WhichAccounts,
) {
  const counting = totalOfAccounts(deps, which);
  const matchCount = which.q ? await counting : 0;
  const [page, total] = await Promise.all([
    listAccountRows(deps.db, query, which, matchCount),
    counting,
  ]);
  return { ...page, total };
}

/** Counts live accounts that match the filter; a large count may be half a minute old. */
export function totalOfAccounts(
  { db, totals }: { db: Executor; totals: Totals },
  { role, isVerified, isSuspended, q }: WhichAccounts,
): Promise<number> {
  const which = { role, isVerified, isSuspended, q };
  return totals(["accounts", which], () => countAccounts(db, which));
}
