import type PgBoss from "pg-boss";
import type { Database } from "#server/platform/database/database.ts";
import { pruneAttempts } from "./limit-store.ts";

const queue = "limits.prune";

/** Removes counts of past windows every hour, because nothing reads them anymore. */
export async function limitJobs(deps: { db: Database; jobs: PgBoss }): Promise<void> {
  await deps.jobs.createQueue(queue);
  await deps.jobs.work(queue, () => pruneAttempts(deps.db));
  await deps.jobs.schedule(queue, "23 * * * *");
}
