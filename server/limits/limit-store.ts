import { eq, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { rateLimitCountTable } from "./limit-table.ts";

const table = rateLimitCountTable;

/**
 * Counts one more try against a key and says how many there are in its window, by the database's clock. A window that
 * has ended starts again. Counting and reading are one statement, so concurrent attempts cannot all see a low number.
 */
export async function countAttempt(
  db: Executor,
  key: string,
  windowSeconds: number,
): Promise<{ count: number; secondsLeft: number }> {
  const newEnd = sql`now() + make_interval(secs => ${windowSeconds})`;
  const isOver = sql`${table.windowEndsAt} <= now()`;
  const [row] = await db
    .insert(table)
    .values({ key, count: 1, windowEndsAt: newEnd })
    .onConflictDoUpdate({
      target: table.key,
      set: {
        count: sql`case when ${isOver} then 1 else ${table.count} + 1 end`,
        windowEndsAt: sql`case when ${isOver} then ${newEnd} else ${table.windowEndsAt} end`,
      },
    })
    .returning({
      count: table.count,
      secondsLeft: sql<number>`ceil(extract(epoch from ${table.windowEndsAt} - now()))::int`,
    });
  if (!row) throw new Error("A counted try left no row.");
  return row;
}

/** Forgets all tries of a key. */
export async function deleteAttempts(db: Executor, key: string): Promise<void> {
  await db.delete(table).where(eq(table.key, key));
}

/** Takes back a try that turned out not to count. */
export async function takeBackAttempt(db: Executor, key: string): Promise<void> {
  await db
    .update(table)
    .set({ count: sql`greatest(${table.count} - 1, 0)` })
    .where(eq(table.key, key));
}

/** Removes windows that have ended. */
export async function pruneAttempts(db: Executor): Promise<void> {
  await db.delete(table).where(sql`${table.windowEndsAt} <= now()`);
}
