import type PgBoss from "pg-boss";
import type { Database } from "#server/platform/database/database.ts";
import { pruneAttempts } from "./limit-store.ts";

const queue = "limits.prune";

/** Removes counts whose window is over, every hour. Nothing reads them; they would only grow. */
export async function limitJobs(deps: { db: Database; jobs: PgBoss }): Promise<void> {
  await deps.jobs.createQueue(queue);
  await deps.jobs.work(queue, () => pruneAttempts(deps.db));
  await deps.jobs.schedule(queue, "23 * * * *");
}
