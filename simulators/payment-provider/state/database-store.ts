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
create table if not exists payment_simulator.setting (name text primary key, value json not null);
`;

/** A small pool of its own, and the simulator's tables, made if they are not there. */
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
  // The pool listens to a connection only while it is idle; in use, whoever uses it is told by the query.
  pool.on("connect", (client) => client.on("error", () => undefined));
  try {
    await withClient(pool, async (client) => {
      await client.query("begin");
      // «if not exists» alone fails when two processes start at once.
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

/** Runs `work` in a transaction; what it throws undoes it. */
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

/** Undoes what `step` did if it throws, and leaves the transaction usable. */
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

/** What went wrong while rolling back, if anything: the connection is of no more use then. */
async function rollBack(client: ClientBase): Promise<unknown> {
  try {
    await client.query("rollback");
    return null;
  } catch (error) {
    return error;
  }
}
