import type { Deps } from "#server/deps.ts";
import {
  countAccounts,
  listAccountRows,
  type AccountPageQuery,
  type WhichAccounts,
} from "./account-list-store.ts";

/** One page of live accounts, and how many there are in all. @throws AppError invalid_cursor */
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

/** How many live accounts there are of a kind; of very many, half a minute ago. */
export function totalOfAccounts(
  { db, totals }: Pick<Deps, "db" | "totals">,
  { role, isVerified, isSuspended, q }: WhichAccounts,
): Promise<number> {
  const which = { role, isVerified, isSuspended, q };
  return totals(["accounts", which], () => countAccounts(db, which));
}
