import pg from "pg";

/** A separate connection that receives the notifications of one channel once `listen` has resolved. */
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
