import pg from "pg";

/**
 * A separate connection that receives the notifications of one channel once `listen` has resolved. A pooler in front of
 * the database would not pass them on.
 */
export function createListener(directUrl: string, channel: string) {
  const client = new pg.Client({
    connectionString: directUrl,
    keepAlive: true,
    connectionTimeoutMillis: 5_000,
  });
  const listen = async (): Promise<void> => {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
  };
  return { client, listen };
}
