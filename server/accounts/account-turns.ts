import type { Database, Executor } from "#server/platform/database/database.ts";
import { lockSoon } from "#server/platform/database/lock-soon.ts";
import { inLine, patiently } from "#server/platform/database/transaction-line.ts";
import { lockAccount, type AccountFacts } from "./account-store.ts";

type OfAccount<Result> = (tx: Executor, account: AccountFacts | null) => Promise<Result>;

/**
 * Runs a transaction that takes the lock of an account for its owner, with `lockSoon`. An account's run one at a time in each
 * process: a plan of a large file keeps the lock for tens of seconds, in which its seller could send as many calls as there
 * are connections.
 * @throws BusyError if the account is being updated
 */
export function inAccountTurn<Result>(
  db: Database,
  accountId: string,
  work: (tx: Executor) => Promise<Result>,
  refusal = "Your account is being updated. Try again in a moment.",
): Promise<Result> {
  return inLine(db, accountId, refusal, work);
}

/**
 * Runs a transaction that first locks its caller's account, null if it is deleted, so that decisions about it stay valid.
 * @throws BusyError if the account is being updated
 */
export function withLockedAccount<Result>(
  db: Database,
  id: string,
  work: OfAccount<Result>,
): Promise<Result> {
  return inAccountTurn(db, id, (tx) => lockedSoon(tx, id, work));
}

/** What an admin is told whose patience was not enough. */
export const accountIsUpdated = "This account is being updated. Try again in a moment.";

/**
 * As `withLockedAccount`, but tries again for 45 seconds, for a call that its caller does not repeat.
 * @throws BusyError if the account is updated for very long
 */
export function withLockedAccountPatiently<Result>(
  db: Database,
  id: string,
  work: OfAccount<Result>,
): Promise<Result> {
  return patiently(accountIsUpdated, () => withLockedAccount(db, id, work));
}

/**
 * Runs a transaction that first locks the account that an admin decides about, null if it is deleted. It must not fail
 * because the account's owner keeps it busy, so it is not in the account's turn, and tries again for 45 seconds.
 * @throws BusyError if the account is updated for very long
 */
export function withAccountLockedByAdmin<Result>(
  db: Database,
  id: string,
  work: OfAccount<Result>,
): Promise<Result> {
  return patiently(accountIsUpdated, () => db.transaction((tx) => lockedSoon(tx, id, work)));
}

async function lockedSoon<Result>(
  tx: Executor,
  id: string,
  work: OfAccount<Result>,
): Promise<Result> {
  return work(tx, await lockSoon(tx, () => lockAccount(tx, id)));
}
