import type pg from "pg";

/**
 * Runs `work` while no other process runs work of the same name; the others wait. The lock belongs to a connection, so it
 * ends with its process even after a crash.
 */
export async function withAdvisoryLock<T>(
  pool: pg.Pool,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    const result = await work();
    await client.query("select pg_advisory_unlock(hashtext($1))", [name]);
    isBroken = false;
    return result;
  } finally {
    // If `work` or the connection failed, closing the connection releases the lock.
    client.release(isBroken);
  }
}
