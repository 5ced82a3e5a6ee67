import type { Totals } from "#server/platform/database/create-totals.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { countAccounts, type WhichAccounts } from "./account-list-store.ts";

/** Counts live accounts that match the filter; a large count may be half a minute old. */
export function totalOfAccounts(
  { db, totals }: { db: Executor; totals: Totals },
  { role, isVerified, isSuspended, q }: WhichAccounts,
): Promise<number> {
  const which = { role, isVerified, isSuspended, q };
  return totals(["accounts", which], () => countAccounts(db, which));
}
