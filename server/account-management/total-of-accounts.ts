import type { Totals } from "#server/platform/database/create-totals.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { countAccounts, type WhichAccounts } from "./account-list-store.ts";

/** How many live accounts there are of a kind; of very many, half a minute ago. */
export function totalOfAccounts(
  { db, totals }: { db: Executor; totals: Totals },
  { role, isVerified, isSuspended, q }: WhichAccounts,
): Promise<number> {
  const which = { role, isVerified, isSuspended, q };
  return totals(["accounts", which], () => countAccounts(db, which));
}
