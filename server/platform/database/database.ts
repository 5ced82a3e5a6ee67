import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

export type Database = NodePgDatabase;
/** A database or an open transaction. Store functions run their SQL on it. */
export type Executor = Pick<
  Database,
  "select" | "selectDistinct" | "selectDistinctOn" | "insert" | "update" | "delete" | "execute"
>;

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type OpenDatabase = { db: Database; pool: pg.Pool };

/** Creates a pool of at most `connections` connections. The first query opens the first one. */
export function connectDatabase(connectionString: string, connections: number): OpenDatabase {
  const pool = new pg.Pool({ connectionString, max: connections, connectionTimeoutMillis: 10_000 });
  // The pool replaces broken connections, and their queries fail. Without a listener, the error event would also end
  // the process. The pool listens only on idle connections, so we listen on those in use.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = drizzle({ client: pool });
  db.transaction = (work, config) => inTransaction(pool, work, config);
  return { db, pool };
}

/**
 * Runs `work` in a transaction and always returns the connection to the pool. Drizzle's own transaction on a pool leaks
 * the connection if `begin` fails, which happens if it was cut while idle.
 */
async function inTransaction<T>(
  pool: pg.Pool,
  work: (tx: Transaction) => Promise<T>,
  config: Parameters<Database["transaction"]>[1],
): Promise<T> {
  const client = await pool.connect();
  let workError: unknown;
  let connectionError: unknown;
  const tracked = (tx: Transaction) =>
    work(tx).catch((error: unknown) => {
      workError = error;
      throw error;
    });
  try {
    return await drizzle({ client }).transaction(tracked, config);
  } catch (error) {
    if (error !== workError) connectionError = error;
    throw error;
  } finally {
    // Close a connection that failed to begin, commit or roll back.
    client.release(connectionError !== undefined);
  }
}

/** The name of the constraint or index that a write violated, or null for other errors. */
export function violatedConstraint(error: unknown): string | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // 23505 unique_violation, 23503 foreign_key_violation, 23514 check_violation (PostgreSQL, appendix A).
    if ("code" in cause && /^23(505|503|514)$/.test(String(cause.code)) && "constraint" in cause)
      return String(cause.constraint);
  }
  return null;
}
