import type pg from "pg";
import type PgBoss from "pg-boss";
import type { Deps } from "#server/deps.ts";
import type { Reading } from "#server/platform/metrics/metrics.ts";

export type PoolDeps = Pick<Deps, "background" | "jobs" | "pool" | "replicas" | "visitors">;

/** How busy each pool of database connections of this process is. Reads at replicas share one line. */
export function poolReadings({ background, jobs, pool, replicas, visitors }: PoolDeps): Reading[] {
  return [
    ...readPools("requests", [pool]),
    ...readPools("visitors", [visitors.pool]),
    ...readPools("background", [background.pool]),
    ...readPools("jobs", queuePools(jobs)),
    ...readPools("replicas", replicas.pools),
  ];
}

function readPools(name: string, pools: readonly pg.Pool[]): Reading[] {
  if (pools.length === 0) return [];
  const sum = (of: (pool: pg.Pool) => number) => pools.reduce((total, pool) => total + of(pool), 0);
  const idle = sum(({ idleCount }) => idleCount);
  return [
    { gauge: "poolConnections", labels: { pool: name, state: "idle" }, value: idle },
    {
      gauge: "poolConnections",
      labels: { pool: name, state: "busy" },
      value: sum(({ totalCount }) => totalCount) - idle,
    },
    { gauge: "poolSize", labels: { pool: name }, value: sum(({ options }) => options.max) },
    { gauge: "poolWaiting", labels: { pool: name }, value: sum((one) => one.waitingCount) },
  ];
}

/** pg-boss has a pool of its own, which its types do not mention. */
function queuePools(jobs: PgBoss): pg.Pool[] {
  const { pool } = jobs.getDb() as { pool?: pg.Pool };
  return pool ? [pool] : [];
}
