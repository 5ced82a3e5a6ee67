import type { Deps } from "#server/deps.ts";
import {
  listAccountRows,
  type AccountPageQuery,
  type WhichAccounts,
} from "./account-list-store.ts";
import { totalOfAccounts } from "./total-of-accounts.ts";

/** One page of live accounts, and the total count. @throws AppError invalid_cursor */
export async function listAccounts(
  deps: Pick<Deps, "db" | "totals">,
  query: AccountPageQuery,
  which: WhichAccounts,
) {
  const counting = totalOfAccounts(deps, which);
  const found = which.q ? await counting : 0;
  const [page, total] = await Promise.all([
    listAccountRows(deps.db, query, which, found),
    counting,
  ]);
  return { ...page, total };
}
