import { createHash, randomBytes } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { Database } from "#server/platform/database/database.ts";
import { addViews, type DayViews } from "./view-store.ts";

const pauseMs = 3_000;
/** Maximum number of views to remember. The oldest are dropped first, and would count again. */
const mostSeen = 100_000;

export type ViewCounter = {
  /** Counts a view, unless this visitor already opened the car today. `visitor` never leaves this process. */
  note: (listingId: string, visitor: string) => void;
  /** Saves the counts. Never fails: counts that could not be saved are tried again. */
  flush: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Counts views in memory and saves them every few seconds, so that no page waits. A killed process loses the last few
 * seconds. Visitors are distinguished by a hash whose salt changes daily and is never stored
 * (docs/decisions/0015).
 */
export function createViewCounter(
  { db, log }: { db: Database; log: FastifyBaseLogger },
  now: () => Date = () => new Date(),
): ViewCounter {
  let pending = new Map<string, DayViews>();
  let today = "";
  let salt = randomBytes(32);
  let seen = new Set<string>();
  let timer: NodeJS.Timeout | null = null;

  function isNew(day: string, listingId: string, visitor: string): boolean {
    if (day !== today) [today, salt, seen] = [day, randomBytes(32), new Set()];
    const hash = createHash("sha256").update(salt).update(`${listingId} ${visitor}`);
    const visit = hash.digest("base64").slice(0, 22);
    if (seen.has(visit)) return false;
    seen.add(visit);
    const [oldest] = seen;
    if (seen.size > mostSeen && oldest !== undefined) seen.delete(oldest);
    return true;
  }

  function add({ listingId, day, views }: DayViews): void {
    const key = `${listingId} ${day}`;
    pending.set(key, { listingId, day, views: (pending.get(key)?.views ?? 0) + views });
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    const counted = [...pending.values()];
    pending = new Map();
    try {
      await addViews(db, counted);
    } catch (error) {
      log.warn({ err: error }, "views could not be written");
      counted.forEach(add);
      wait();
    }
  }

  function wait(): void {
    timer ??= setTimeout(() => void flush(), pauseMs).unref();
  }

  return {
    note(listingId, visitor) {
      const day = now().toISOString().slice(0, 10);
      if (!isNew(day, listingId, visitor)) return;
      add({ listingId, day, views: 1 });
      wait();
    },
    flush,
    async stop() {
      await flush();
      if (timer) clearTimeout(timer);
    },
  };
}
