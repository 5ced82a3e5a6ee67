import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

export type Database = NodePgDatabase;
/** A database or an open transaction on it: what a store's function runs its SQL through. */
export type Executor = Pick<
  Database,
  "select" | "selectDistinct" | "selectDistinctOn" | "insert" | "update" | "delete" | "execute"
>;

export type OpenDatabase = { db: Database; pool: pg.Pool };

/** Opens a pool of at most `connections` connections; none is made until the first query. */
export function connectDatabase(connectionString: string, connections: number): OpenDatabase {
  const pool = new pg.Pool({ connectionString, max: connections, connectionTimeoutMillis: 10_000 });
  // A connection that breaks is replaced by the pool, and whoever used it is told by the query; unheard, its event would
  // end the process. The pool listens only while it is idle, so we do while it is in use.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return { db: drizzle({ client: pool }), pool };
}
