import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { count } from "#server/platform/metrics/metrics.ts";
import { connectDatabase, type Database, type OpenDatabase, type WaitLimits } from "./database.ts";
import { isDatabaseUnavailable } from "./is-database-unavailable.ts";

/** The read replicas of the database. */
export type Replicas = {
  /**
   * Runs `work`, which only reads, at a replica that has everything committed before this call, so that callers see their
   * own writes. Without such a replica, or if it fails meanwhile, at the primary. No decision or write may rest on it.
   */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>;
  /** How many of the replicas are read, and how many are set aside. */
  usage(): { used: number; aside: number };
  /** The connections to each replica. */
  readonly pools: readonly pg.Pool[];
  stop(): Promise<void>;
};

type Log = { warn: (details: object, text: string) => void; info: (text: string) => void };
type Options = {
  primary: OpenDatabase;
  connections: number;
  limits: WaitLimits;
  log: Log;
};

/** Waits for a replica that is slightly behind, in milliseconds. */
const waits = [0, 5, 10, 20, 40];
/** How often each replica is asked whether it can be used. */
const probeMilliseconds = 1_000;
const probeTimeout = 1_000;

class ReplicaLost extends Error {}

/** Connects to read replicas and watches them. Without URLs, everything is read at the primary. */
export function connectReplicas(urls: readonly string[], options: Options): Replicas {
  const { primary } = options;
  const replicas = urls.map((url) => watchReplica(url, options));
  let turn = 0;
  const readPrimary = <T>(work: (db: Database) => Promise<T>) => {
    if (replicas.length > 0) count("replicaReads", { server: "primary" });
    return work(primary.db);
  };
  return {
    async read(work) {
      const usable = replicas.filter((replica) => replica.isUsable());
      const replica = usable[turn++ % usable.length];
      if (!replica || !(await replica.hasAll())) return readPrimary(work);
      try {
        const answer = await replica.run(work);
        count("replicaReads", { server: "replica" });
        return answer;
      } catch (error) {
        if (!isReplicaFailure(error)) throw error;
        replica.setAside(error);
        return readPrimary(work);
      }
    },
    usage() {
      const used = replicas.filter((replica) => replica.isUsable()).length;
      return { used, aside: replicas.length - used };
    },
    pools: replicas.map(({ pool }) => pool),
    async stop() {
      await Promise.all(replicas.map((replica) => replica.stop()));
    },
  };
}

function watchReplica(url: string, { primary, connections, limits, log }: Options) {
  const { db, pool } = connectDatabase(url, connections, { limits });
  // Its own connections, so that it is never kept waiting by reads.
  const probes = new pg.Pool({
    connectionString: url,
    max: 2,
    connectionTimeoutMillis: probeTimeout,
    query_timeout: probeTimeout,
  });
  probes.on("error", () => undefined);
  probes.on("connect", (client) => client.on("error", () => undefined));
  const name = new URL(url).host;
  let isUsable = true;
  let isStopped = false;
  let lost = new AbortController();

  function setAside(error: unknown): void {
    if (!isUsable || isStopped) return;
    isUsable = false;
    lost.abort();
    log.warn({ err: error, replica: name }, "a read replica is not used; the primary is read");
  }

  /** Whether the replica has replayed everything that is committed now. If not, it is set aside. */
  async function hasAll(): Promise<boolean> {
    const position = await readPosition(primary.pool);
    if (position === null) return false;
    try {
      for (const wait of waits) {
        if (wait > 0) await sleep(wait);
        if (await hasReplayed(probes, position)) return true;
      }
      setAside(new ReplicaLost("the replica is behind the primary, or is not its replica"));
    } catch (error) {
      setAside(error);
    }
    return false;
  }

  async function probe(): Promise<void> {
    const isBack = await hasAll().catch(() => false);
    if (!isBack || isUsable || isStopped) return;
    isUsable = true;
    lost = new AbortController();
    log.info(`the read replica ${name} is used again`);
  }
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(probe);
  }, probeMilliseconds).unref();

  return {
    pool,
    isUsable: () => isUsable,
    hasAll,
    setAside,
    /** Fails as soon as the replica is set aside, also if the replica never answers. */
    async run<T>(work: (db: Database) => Promise<T>): Promise<T> {
      const { signal } = lost;
      if (signal.aborted) throw new ReplicaLost();
      let stopWaiting = () => {};
      const ended = new Promise<never>((_resolve, reject) => {
        stopWaiting = () => reject(new ReplicaLost("the replica does not answer"));
        signal.addEventListener("abort", stopWaiting, { once: true });
      });
      try {
        const answer = work(db);
        answer.catch(() => undefined);
        return await Promise.race([answer, ended]);
      } finally {
        signal.removeEventListener("abort", stopWaiting);
      }
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await Promise.all([pool.end(), probes.end()]);
    },
  };
}

/** A place in the log of one server and its copies. */
type Position = { server: string; timeline: string; token: string; lsn: string };

/**
 * Up to where the primary has written its log to disk: behind every acknowledged commit. Null for a standby, and for a
 * primary whose timeline has just been named: replicas have the name a moment later.
 */
async function readPosition(pool: pg.Pool): Promise<Position | null> {
  const { rows } = await pool.query<{ [Field in keyof Position]: Position[Field] | null }>(
    `with place as materialized (
       select pg_current_wal_flush_lsn() as lsn,
         left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline
       where not pg_is_in_recovery())
     select (select system_identifier::text from pg_control_system()) as server, lsn, timeline,
       (select token::text from replication_timeline where timeline = place.timeline) as token
     from place`,
  );
  const { server = null, timeline = null, token = null, lsn = null } = rows[0] ?? {};
  if (timeline !== null && token === null)
    await pool.query(
      "insert into replication_timeline (timeline) values ($1) on conflict do nothing",
      [timeline],
    );
  const isKnown = server !== null && timeline !== null && token !== null && lsn !== null;
  return isKnown ? { server, timeline, token, lsn } : null;
}

/**
 * A standby of another server may be further in its own log, and so may one that follows a timeline which a restore to
 * an earlier time has ended. The number of a timeline alone says little, because a second restore may use it again.
 */
async function hasReplayed(pool: pg.Pool, position: Position): Promise<boolean> {
  const { server, timeline, token, lsn } = position;
  const { rows } = await pool.query<{ replayed: boolean }>(
    `select (select system_identifier::text from pg_control_system()) = $2
       and pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn
       and exists (select from replication_timeline where timeline = $3 and token = $4) as replayed`,
    [lsn, server, timeline, token],
  );
  return rows[0]!.replayed;
}

/** A conflict with replay (40001) is canceled at the replica only. */
function isReplicaFailure(error: unknown): boolean {
  if (error instanceof ReplicaLost || isDatabaseUnavailable(error)) return true;
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && cause.code === "40001") return true;
  return false;
}
