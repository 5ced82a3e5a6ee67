import { eq, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { rateLimitCountTable } from "./limit-table.ts";

const table = rateLimitCountTable;

/**
 * Counts one more attempt for a key, or an amount, and returns the number in its window, by the database's clock. After a window ends,
 * a new one starts. Counting and reading are one statement, so concurrent attempts cannot all see a low number.
 */
export async function countAttempt(
  db: Executor,
  key: string,
  windowSeconds: number,
  amount = 1,
): Promise<{ count: number; secondsLeft: number }> {
  const newEnd = sql`now() + make_interval(secs => ${windowSeconds})`;
  const isOver = sql`${table.windowEndsAt} <= now()`;
  const [row] = await db
    .insert(table)
    .values({ key, count: amount, windowEndsAt: newEnd })
    .onConflictDoUpdate({
      target: table.key,
      set: {
        count: sql`case when ${isOver} then ${amount}::int else ${table.count} + ${amount}::int end`,
        windowEndsAt: sql`case when ${isOver} then ${newEnd} else ${table.windowEndsAt} end`,
      },
    })
    .returning({
      count: table.count,
      secondsLeft: sql<number>`ceil(extract(epoch from ${table.windowEndsAt} - now()))::int`,
    });
  if (!row) throw new Error("A counted attempt left no row.");
  return row;
}

/** Removes all attempts of a key. */
export async function deleteAttempts(db: Executor, key: string): Promise<void> {
  await db.delete(table).where(eq(table.key, key));
}

/** Uncounts one attempt. */
export async function uncountAttempt(db: Executor, key: string): Promise<void> {
  await db
    .update(table)
    .set({ count: sql`greatest(${table.count} - 1, 0)` })
    .where(eq(table.key, key));
}

/** Removes windows that have ended. */
export async function pruneAttempts(db: Executor): Promise<void> {
  await db.delete(table).where(sql`${table.windowEndsAt} <= now()`);
}
