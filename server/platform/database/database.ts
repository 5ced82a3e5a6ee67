import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

export type Database = NodePgDatabase;
/** A database or an open transaction on it: what a store's function runs its SQL through. */
export type Executor = Pick<
  Database,
  "select" | "selectDistinct" | "selectDistinctOn" | "insert" | "update" | "delete" | "execute"
>;

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type OpenDatabase = { db: Database; pool: pg.Pool };

/** Opens a pool of at most `connections` connections; none is made until the first query. */
export function connectDatabase(connectionString: string, connections: number): OpenDatabase {
  const pool = new pg.Pool({ connectionString, max: connections, connectionTimeoutMillis: 10_000 });
  // A connection that breaks is replaced by the pool, and whoever used it is told by the query; unheard, its event would
  // end the process. The pool listens only while it is idle, so we do while it is in use.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = drizzle({ client: pool });
  db.transaction = (work, config) => inTransaction(pool, work, config);
  return { db, pool };
}

/**
 * Runs `work` in a transaction on a connection that always goes back to the pool. Drizzle's own, on a pool, keeps the
 * connection for ever when its `begin` fails, which is what happens to one that was cut while it was idle.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  config: Parameters<Database["transaction"]>[1],
): Promise<T> {
  const client = await pool.connect();
  let ofWork: unknown;
  let ofConnection: unknown;
  const noted = (tx: Transaction) =>
    work(tx).catch((error: unknown) => {
      ofWork = error;
      throw error;
    });
  try {
    return await drizzle({ client }).transaction(noted, config);
  } catch (error) {
    if (error !== ofWork) ofConnection = error;
    throw error;
  } finally {
    // A connection that could not begin, commit or roll back is of no use to the next one.
    client.release(ofConnection !== undefined);
  }
}
