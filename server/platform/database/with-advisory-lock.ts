import type pg from "pg";

/**
 * Does `work` while no other process does work of the same name; the others wait for their turn. The lock belongs to a
 * connection, so it ends with the process that holds it, however that ends.
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
    // Closing the connection releases the lock too, where `work` or the connection failed.
    client.release(isBroken);
  }
}
