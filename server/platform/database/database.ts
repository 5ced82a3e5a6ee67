import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";

export type Database = NodePgDatabase;
/** A database or an open transaction. Store functions run their SQL on it. */
export type Executor = Pick<
  Database,
  "select" | "selectDistinct" | "selectDistinctOn" | "insert" | "update" | "delete" | "execute"
>;

type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type OpenDatabase = {
  db: Database;
  /** Its connections may go through a pooler, which gives each transaction another server connection. */
  pool: pg.Pool;
  /** The URL of the database without a pooler, for state that outlives a transaction: LISTEN and session locks. */
  directUrl: string;
};

/** How long callers wait, in milliseconds. A longer wait fails with an error that `isDatabaseUnavailable` recognizes. */
export type WaitLimits = { connection: number; statement: number };

/** An open transaction without a statement keeps its locks at most this long: its process may be stuck. */
const longestIdleTransaction = 60_000;

/**
 * Creates a pool of at most `connections` connections. The first query opens the first one. Without `limits`, statements
 * may take any time. `lockTimeout` is in milliseconds, and only for a URL without a pooler.
 */
export function connectDatabase(
  connectionString: string,
  connections: number,
  {
    directUrl = connectionString,
    limits,
    lockTimeout,
  }: { directUrl?: string; limits?: WaitLimits; lockTimeout?: number } = {},
): OpenDatabase {
  const isPooled = directUrl !== connectionString;
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    ...(limits ? connectionOptions(limits, isPooled) : { connectionTimeoutMillis: 10_000 }),
    ...(lockTimeout !== undefined && { lock_timeout: lockTimeout }),
  });
  keepLostConnections(pool);
  const db = drizzle({ client: pool });
  db.transaction = (work, config) => inTransaction(pool, work, config);
  return { db, pool, directUrl };
}

/** The options of a pool with these limits, which a pooler may be in front of. */
export function connectionOptions(limits: WaitLimits, isPooled: boolean): pg.PoolConfig {
  return {
    connectionTimeoutMillis: limits.connection,
    // The server cancels the statement first. This limit is for one that does not answer at all.
    query_timeout: limits.statement + 2_000,
    // A pooler refuses these at the start of a connection. Its own configuration sets them (docs/operations/install.md, "Databases").
    ...(!isPooled && {
      statement_timeout: limits.statement,
      idle_in_transaction_session_timeout: longestIdleTransaction,
    }),
  };
}

/**
 * The pool replaces broken connections, and their queries fail. Without a listener, the error event would also end the
 * process. The pool listens only on idle connections, so we listen on those in use.
 */
export function keepLostConnections(pool: pg.Pool): void {
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
}

export type Monitor = OpenDatabase & {
  /**
   * Fails if requests cannot reach the database because the pooler in front of it is lost. A pooler accepts a client
   * although all its server connections are in use, so a busy one does not fail.
   */
  reachPooler: () => Promise<void>;
};

/**
 * One connection for health checks and metrics, which must work, or fail soon, while the pool is exhausted. So it goes
 * around a pooler. The first query opens it.
 */
export function connectMonitor(directUrl: string, pooledUrl: string): Monitor {
  const soon = { connectionTimeoutMillis: 2_000, query_timeout: 2_000 };
  const pool = new pg.Pool({
    connectionString: directUrl,
    max: 1,
    idleTimeoutMillis: 60_000,
    ...soon,
  });
  keepLostConnections(pool);
  async function reachPooler(): Promise<void> {
    if (pooledUrl === directUrl) return;
    const client = new pg.Client({ connectionString: pooledUrl, ...soon });
    client.on("error", () => undefined);
    try {
      await client.connect();
    } finally {
      // Not awaited: a pooler that has stopped responding would never confirm it.
      client.end().catch(() => undefined);
    }
  }
  return { db: drizzle({ client: pool }), pool, directUrl, reachPooler };
}

const afterCommits = new WeakMap<object, (() => void)[]>();

/** Calls `follow` once the transaction is committed, and not if it is rolled back. Without a transaction, at once. */
export function afterCommit(executor: Executor, follow: () => void): void {
  const waiting = afterCommits.get(executor);
  if (waiting) waiting.push(follow);
  else follow();
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
  const committed: (() => void)[] = [];
  const tracked = (tx: Transaction) => {
    afterCommits.set(tx, committed);
    return work(tx).catch((error: unknown) => {
      workError = error;
      throw error;
    });
  };
  try {
    const result = await drizzle({ client }).transaction(tracked, config);
    for (const follow of committed) follow();
    return result;
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

/** Whether a statement waited for a lock longer than `lock_timeout`. */
export function isLockTimeout(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    // 55P03 lock_not_available (PostgreSQL, appendix A).
    if ("code" in cause && cause.code === "55P03") return true;
  return false;
}
