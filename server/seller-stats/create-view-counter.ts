import { createHash, randomBytes } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#server/platform/database/database.ts";
import { addVisits, readViewSalt, type Visit } from "./view-store.ts";

const pauseMs = 3_000;
/** Views that wait to be saved while the database does not respond. Further ones are not counted. */
const mostPending = 100_000;

export type ViewCounter = {
  /** Counts a view, unless this visitor already opened the car today. `visitor` is stored only as a salted hash. */
  note: (listingId: string, visitor: string) => void;
  /** Saves the counts. Never fails: counts that could not be saved are tried again. */
  flush: () => Promise<void>;
  stop: () => Promise<void>;
};

type Pending = { listingId: string; day: string; visitor: string };

/**
 * Collects views in memory and saves them every few seconds, so that no page waits. A killed process loses the last few
 * seconds. The database recognizes repeated views by a hash, also those that another process saw
 * (docs/decisions/0049).
 */
export function createViewCounter(
  { db, log }: { db: Database; log: FastifyBaseLogger },
  now: () => Date = () => new Date(),
): ViewCounter {
  let pending = new Map<string, Pending>();
  let timer: NodeJS.Timeout | null = null;
  let isStopped = false;

  function add(view: Pending): void {
    if (pending.size < mostPending)
      pending.set(`${view.listingId} ${view.day} ${view.visitor}`, view);
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const collected = [...pending.values()];
    pending = new Map();
    try {
      await addVisits(db, await hashVisitors(db, collected));
    } catch (error) {
      log.warn({ err: error }, "views could not be written");
      collected.forEach(add);
      if (!isStopped) wait();
    }
  }

  function wait(): void {
    timer ??= setTimeout(() => void flush(), pauseMs).unref();
  }

  return {
    note(listingId, visitor) {
      add({ listingId, day: now().toISOString().slice(0, 10), visitor });
      wait();
    },
    flush,
    async stop() {
      isStopped = true;
      await flush();
    },
  };
}

/** Salts are read every time, because the database may have lost them in a crash. */
async function hashVisitors(db: Database, views: Pending[]): Promise<Visit[]> {
  const salts = new Map<string, Buffer>();
  for (const day of new Set(views.map((view) => view.day)))
    salts.set(day, await readViewSalt(db, day, randomBytes(32)));
  return views.map(({ listingId, day, visitor }) => {
    const hash = createHash("sha256").update(salts.get(day)!).update(`${listingId} ${visitor}`);
    return { listingId, day, visit: hash.digest().subarray(0, 16) };
  });
}
