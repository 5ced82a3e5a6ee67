import { LRUCache } from "lru-cache";

/** The total number of rows of a list, counted now or recently. `list` identifies the list and its filter. */
export type Totals = (list: unknown[], count: () => Promise<number>) => Promise<number>;

/** Shorter lists are always counted. */
const longList = 10_000;
const keptForMs = 30_000;
const mostKept = 500;

/**
 * Caches the totals of long lists for half a minute: counting makes a long list slow, and a difference of a few rows does
 * not matter. Each process has its own cache. While one request counts again, the others use the old total.
 */
export function createTotals(now: () => number = Date.now): Totals {
  const totals = new LRUCache<string, { total: number; until: number }>({ max: mostKept });
  return async (list, count) => {
    const key = JSON.stringify(list);
    const entry = totals.get(key);
    if (entry && entry.until > now()) return entry.total;
    if (entry) entry.until = now() + keptForMs;
    const total = await count();
    if (total >= longList) totals.set(key, { total, until: now() + keptForMs });
    else totals.delete(key);
    return total;
  };
}
