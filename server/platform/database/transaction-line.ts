import { AsyncResource } from "node:async_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";
import { AppError } from "#shared/errors/app-error.ts";
import { isLockTimeout, type Database, type Executor } from "./database.ts";
import { isDatabaseUnavailable } from "./is-database-unavailable.ts";

/** A call was refused because what it locks is busy, so that each call like it would wait as long. */
export class BusyError extends AppError {
  constructor(message: string) {
    super("too_many_requests", { message, retryAfter: 5 });
  }
}

/** Transactions that run or wait, and when the last one gave up. */
type Line = { turns: PQueue; gaveUpAt: number };
/** By process, which is by its connections to the database, and by name. */
const processes = new WeakMap<Database, Map<string, Line>>();

/** Transactions of a line that wait. */
const longestLine = 20;
/** Milliseconds that one waits for those before it. */
const longestWait = 5_000;

/**
 * Runs a transaction that takes a lock with `lockSoon`. In each process, one at a time runs for each `name`, and the others
 * wait without a connection. When one gives up, so do those that wait behind it, because they would wait as long.
 * @throws BusyError with the words of `refusal` if the lock is not free soon, or too many wait
 */
export async function inLine<Result>(
  db: Database,
  name: string,
  refusal: string,
  work: (tx: Executor) => Promise<Result>,
): Promise<Result> {
  const lines = processes.get(db) ?? new Map<string, Line>();
  processes.set(db, lines);
  const line = lines.get(name) ?? { turns: new PQueue({ concurrency: 1 }), gaveUpAt: 0 };
  if (line.turns.size >= longestLine) throw new BusyError(refusal);
  lines.set(name, line);
  const since = performance.now();
  const impatience = new AbortController();
  const timer = setTimeout(() => impatience.abort(new BusyError(refusal)), longestWait);
  const run = async () => {
    clearTimeout(timer);
    if (line.gaveUpAt > since) throw new BusyError(refusal);
    return db.transaction(work).catch((error: unknown) => {
      if (isDatabaseUnavailable(error)) line.gaveUpAt = performance.now();
      throw isLockTimeout(error) ? new BusyError(refusal) : error;
    });
  };
  try {
    // Bound, or it would run in the context of the request before it.
    return await line.turns.add(AsyncResource.bind(run), { signal: impatience.signal });
  } finally {
    clearTimeout(timer);
    if (line.turns.size + line.turns.pending === 0) lines.delete(name);
  }
}

/** Milliseconds: a proxy waits for a minute. */
const longestPatience = 45_000;
const pause = 250;

/**
 * Tries a transaction that takes locks with `lockSoon` again while they are busy, and keeps no connection in between.
 * @throws BusyError with the words of `refusal` if they are busy for very long
 */
export async function patiently<Result>(
  refusal: string,
  attempt: () => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + longestPatience;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof BusyError) && !isLockTimeout(error)) throw error;
      if (performance.now() > end) throw new BusyError(refusal);
    }
    await sleep(pause);
  }
}
