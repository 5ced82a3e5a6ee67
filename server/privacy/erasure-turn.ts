import type { Database, Executor } from "#server/platform/database/database.ts";
import { lockSoon } from "#server/platform/database/lock-soon.ts";
import { inLine } from "#server/platform/database/transaction-line.ts";
import { lockErasures } from "./personal-data-store.ts";

/**
 * Runs a transaction that erases an account. One at a time runs in each process, and the others wait without a connection,
 * because one that erases a large stock takes long.
 * @throws BusyError if other accounts are being erased
 */
export function inErasureTurn<Result>(
  db: Database,
  work: (tx: Executor) => Promise<Result>,
): Promise<Result> {
  const refusal = "Accounts are being deleted or updated. Try again in a moment.";
  return inLine(db, "erasure", refusal, async (tx) => {
    await lockSoon(tx, () => lockErasures(tx));
    return work(tx);
  });
}
