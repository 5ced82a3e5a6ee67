import pg from "pg";

/** A connection beside the pool that hears one channel of the database, once `listen` has resolved. */
export function createListener(pool: pg.Pool, channel: string) {
  const client = new pg.Client({
    connectionString: pool.options.connectionString,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  const listen = async (): Promise<void> => {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  };
  return { client, listen };
}
