import pg from "pg";
import type { ClientBase, Pool, PoolClient } from "pg";
import type { FastifyBaseLogger } from "fastify";
import { saveEvents } from "./event-store.ts";
import { unixNow, type Cause, type Work } from "./work.ts";

const schema = `
create schema if not exists payment_simulator;
create table if not exists payment_simulator.object (
  id text primary key,
  kind text not null,
  number bigint generated always as identity,
  created bigint not null,
  payment text,
  charge text,
  type text,
  data json not null,
  hidden json not null default '{}'
);
create index if not exists object_kind on payment_simulator.object (kind, number desc);
create index if not exists object_payment on payment_simulator.object (payment, kind) where payment is not null;
create index if not exists object_charge on payment_simulator.object (charge, kind) where charge is not null;
create table if not exists payment_simulator.idempotent_answer (
  key text primary key,
  endpoint text not null,
  fingerprint text not null,
  status int not null,
  body text not null,
  request_id text not null,
  created_at timestamptz not null default now()
);
create table if not exists payment_simulator.delivery (
  number bigint generated always as identity primary key,
  event text not null references payment_simulator.object (id) on delete cascade,
  state text not null,
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  last_status int,
  created_at timestamptz not null default now()
);
create index if not exists delivery_due on payment_simulator.delivery (next_attempt_at) where state = 'pending';
create index if not exists delivery_event on payment_simulator.delivery (event);
create table if not exists payment_simulator.task (
  object text primary key,
  due_at timestamptz,
  created_at timestamptz not null default now()
);
create table if not exists payment_simulator.challenge (
  token text primary key,
  payment text not null,
  return_url text
);
create table if not exists payment_simulator.call_count (
  caller text not null,
  minute bigint not null,
  calls int not null,
  primary key (caller, minute)
);
create table if not exists payment_simulator.setting (name text primary key, value json not null);
`;

/** Opens a small pool and creates the tables if they do not exist. */
export async function openSimulatorDatabase(
  connectionString: string,
  log: Pick<FastifyBaseLogger, "error">,
): Promise<Pool> {
  const pool = new pg.Pool({
    connectionString,
    max: 4,
    application_name: "payment-simulator",
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
  });
  pool.on("error", (error) => log.error({ err: error }, "payment simulator: database"));
  // The pool handles errors only of idle connections. While in use, errors reach the query.
  pool.on("connect", (client) => client.on("error", () => undefined));
  try {
    await withClient(pool, async (client) => {
      await client.query("begin");
      // `if not exists` alone fails if two processes start at once.
      await client.query("select pg_advisory_xact_lock(hashtext('payment_simulator.schema'))");
      await client.query(schema);
      await client.query("commit");
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
  return pool;
}

/** Runs `work` in a transaction and rolls back if it throws. */
export async function inTransaction<T>(
  pool: Pool,
  cause: Cause,
  work: (work: Work) => Promise<T>,
): Promise<T> {
  return withClient(pool, async (client) => {
    await client.query("begin");
    const unit: Work = { db: client, now: unixNow(), cause, events: [] };
    const result = await work(unit);
    await saveEvents(unit);
    await client.query("commit");
    return result;
  });
}

/** Rolls back `step` if it throws and keeps the transaction usable. */
export async function inSavepoint<T>(work: Work, step: () => Promise<T>): Promise<T> {
  await work.db.query("savepoint step");
  const happened = work.events.length;
  try {
    return await step();
  } catch (error) {
    work.events.length = happened;
    await work.db.query("rollback to savepoint step");
    throw error;
  }
}

async function withClient<T>(pool: Pool, use: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: unknown = null;
  try {
    return await use(client);
  } catch (error) {
    broken = await rollBack(client);
    throw error;
  } finally {
    client.release(broken !== null);
  }
}

/** Returns an error of the rollback. The connection must then be closed. */
async function rollBack(client: ClientBase): Promise<unknown> {
  try {
    await client.query("rollback");
    return null;
  } catch (error) {
    return error;
  }
}
