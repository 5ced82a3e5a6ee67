import pg from "pg";

/** Runs one statement on a connection of its own. */
export async function query(connection, text, values) {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...connection });
  // A connection can be lost at any time here, also while it is closed. The query then fails.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await client.query(text, values);
  } finally {
    await client.end().catch(() => undefined);
  }
}
