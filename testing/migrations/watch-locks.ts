import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** A lock that others had to wait for: what it blocked, and for how long it was kept at most. */
export type ObservedLock = { table: string; blocks: "reads" | "writes"; milliseconds: number };

const lookEvery = 10;

/** The longest locks on existing tables that are taken while `work` runs, read from pg_locks every 10 ms. */
export async function watchLocks(url: string, work: () => Promise<void>): Promise<ObservedLock[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const seen = new Map<string, ObservedLock & { since: number; last: number }>();
  let isDone = false;

  async function watch(tables: number[]): Promise<void> {
    let before = performance.now();
    while (!isDone) {
      const { rows } = await client.query<{ pid: number; name: string; mode: string }>(
        `select pid, relation::regclass::text as name, mode from pg_locks
         where granted and pid <> pg_backend_pid() and relation = any($1) and mode in
           ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`,
        [tables],
      );
      const now = performance.now();
      for (const { pid, name, mode } of rows)
        note(`${pid} ${name} ${mode}`, name, mode, before, now);
      before = now;
      await sleep(lookEvery);
    }
  }
  function note(key: string, table: string, mode: string, before: number, now: number) {
    const lock = seen.get(key);
    const since = lock && lock.last === before ? lock.since : before;
    const milliseconds = Math.max(lock?.milliseconds ?? 0, Math.round(now - since));
    const blocks = mode === "AccessExclusiveLock" ? ("reads" as const) : ("writes" as const);
    seen.set(key, { table, blocks, milliseconds, since, last: now });
  }

  try {
    const { rows } = await client.query<{ oid: number }>(
      "select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
    );
    const watching = watch(rows.map(({ oid }) => oid));
    try {
      await work();
    } finally {
      isDone = true;
      await watching;
    }
  } finally {
    await client.end();
  }
  return [...seen.values()]
    .map(({ table, blocks, milliseconds }) => ({ table, blocks, milliseconds }))
    .toSorted((one, other) => other.milliseconds - one.milliseconds);
}
