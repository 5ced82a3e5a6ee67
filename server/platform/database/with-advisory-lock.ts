import pg from "pg";
import type { OpenDatabase } from "./database.ts";

/**
 * Runs `work` while no other process runs work of the same name; the others wait. The lock belongs to a connection of its
 * own, so it ends with its process even after a crash.
 */
export async function withAdvisoryLock<T>(
  database: Pick<OpenDatabase, "directUrl">,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  return onOwnConnection(database, async (client) => {
    await client.query("select pg_advisory_lock(hashtext($1))", [name]);
    return workAndUnlock(client, name, work);
  });
}

/** As `withAdvisoryLock`, but returns null at once if another process runs work of this name. */
export async function tryWithAdvisoryLock<T>(
  database: Pick<OpenDatabase, "directUrl">,
  name: string,
  work: () => Promise<T>,
): Promise<{ result: T } | null> {
  return onOwnConnection(database, async (client) => {
    const { rows } = await client.query<{ got: boolean }>(
      "select pg_try_advisory_lock(hashtext($1)) as got",
      [name],
    );
    return rows[0]?.got ? { result: await workAndUnlock(client, name, work) } : null;
  });
}

async function onOwnConnection<T>(
  { directUrl }: Pick<OpenDatabase, "directUrl">,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: directUrl,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    // Not awaited: a server that has stopped responding would never confirm it.
    client.end().catch(() => undefined);
  }
}

async function workAndUnlock<T>(
  client: pg.Client,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  const result = await work();
  // Fails if the connection was lost, and the lock with it.
  await client.query("select pg_advisory_unlock(hashtext($1))", [name]);
  return result;
}
