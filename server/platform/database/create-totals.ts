/** How many rows a list has in all: `count`'s own answer, or a recent one. `list` names the list and its filter. */
export type Totals = (list: unknown[], count: () => Promise<number>) => Promise<number>;

/** A list shorter than this is counted for each answer. */
const longList = 10_000;
const keptForMs = 30_000;
const mostKept = 500;

/**
 * Totals of lists, where those of long ones may be half a minute old: nobody sees 50,012 become 50,011, and counting
 * them is what makes a long list slow. Each process keeps its own. While one answer counts anew, the others take the
 * old count.
 */
export function createTotals(now: () => number = Date.now): Totals {
  const kept = new Map<string, { total: number; until: number }>();
  return async (list, count) => {
    const key = JSON.stringify(list);
    const known = kept.get(key);
    if (known && known.until > now()) return known.total;
    if (known) known.until = now() + keptForMs;
    const total = await count();
    kept.delete(key);
    if (total >= longList) {
      kept.set(key, { total, until: now() + keptForMs });
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    }
    return total;
  };
}
