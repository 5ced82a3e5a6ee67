import { sql } from "drizzle-orm";
import type { Executor } from "./database.ts";

/** Milliseconds. */
const longestWait = 2_000;

/**
 * Takes a lock, or gives up after two seconds with an error that `isLockTimeout` recognizes: a transaction that waits keeps
 * its connection. The transaction may wait longer for other locks, which others have for a moment.
 */
export async function lockSoon<Locked>(tx: Executor, lock: () => Promise<Locked>): Promise<Locked> {
  await tx.execute(sql`set local lock_timeout = ${sql.raw(String(longestWait))}`);
  const locked = await lock();
  await tx.execute(sql`set local lock_timeout to default`);
  return locked;
}
