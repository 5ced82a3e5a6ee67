import { AsyncResource } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import PQueue from "p-queue";
import { AppError } from "#shared/errors/app-error.ts";
import { isLockTimeout, type Database, type Executor } from "#server/platform/database/database.ts";
import { lockSoon } from "#server/platform/database/lock-soon.ts";
import { lockAccount, type AccountFacts } from "./account-store.ts";

/** Transactions of an account that run or wait, and when the last one gave up. */
type Line = { turns: PQueue; gaveUpAt: number };
/** By process, which is by its connections to the database, and by account. */
const processes = new WeakMap<Database, Map<string, Line>>();

/**
 * Runs a transaction that takes the lock of an account for its owner, with `lockSoon`. In each process, one at a time runs
 * for each account, and the others wait without a connection: a plan of a large file keeps the lock for tens of seconds, in
 * which its seller could send as many calls as there are connections. When one gives up, so do those that wait behind it.
 * @throws AppError too_many_requests if the account is being updated
 */
export async function inAccountTurn<Result>(
  db: Database,
  accountId: string,
  work: (tx: Executor) => Promise<Result>,
  refusal = "Your account is being updated. Try again in a moment.",
): Promise<Result> {
  const lines = processes.get(db) ?? new Map<string, Line>();
  processes.set(db, lines);
  const line = lines.get(accountId) ?? { turns: new PQueue({ concurrency: 1 }), gaveUpAt: 0 };
  lines.set(accountId, line);
  const since = performance.now();
  try {
    const run = async () => {
      if (line.gaveUpAt > since) throw isUpdated(refusal);
      return db.transaction(work).catch((error: unknown) => {
        if (!isLockTimeout(error)) throw error;
        line.gaveUpAt = performance.now();
        throw isUpdated(refusal);
      });
    };
    // Bound, or it would run in the context of the request before it.
    return await line.turns.add(AsyncResource.bind(run));
  } finally {
    if (line.turns.size + line.turns.pending === 0) lines.delete(accountId);
  }
}

/**
 * Runs a transaction that first locks its caller's account, null if it is deleted, so that decisions about it stay valid.
 * @throws AppError too_many_requests if the account is being updated
 */
export function withLockedAccount<Result>(
  db: Database,
  id: string,
  work: (tx: Executor, account: AccountFacts | null) => Promise<Result>,
): Promise<Result> {
  return inAccountTurn(db, id, async (tx) =>
    work(tx, await lockSoon(tx, () => lockAccount(tx, id))),
  );
}

/** Milliseconds: a proxy waits for a minute. */
const longestPatience = 45_000;
const pause = 250;

/**
 * Runs a transaction that first locks the account that an admin decides about, null if it is deleted. It must not fail
 * because the account's owner keeps it busy, so it tries again, and keeps no connection in between.
 * @throws AppError too_many_requests if the account is updated for very long
 */
export async function withAccountLockedByAdmin<Result>(
  db: Database,
  id: string,
  work: (tx: Executor, account: AccountFacts | null) => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + longestPatience;
  for (;;) {
    try {
      return await db.transaction(async (tx) =>
        work(tx, await lockSoon(tx, () => lockAccount(tx, id))),
      );
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      if (performance.now() > end)
        throw isUpdated("This account is being updated. Try again in a moment.");
    }
    await setTimeout(pause);
  }
}

/** Whether a call was refused because its account is being updated, so that each call like it would wait as long. */
export function isAccountBusy(error: unknown): error is AppError {
  return error instanceof AppError && error.code === "too_many_requests";
}

function isUpdated(message: string): AppError {
  return new AppError("too_many_requests", { message, retryAfter: 5 });
}
