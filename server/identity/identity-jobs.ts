import type PgBoss from "pg-boss";
import type { Database } from "#server/platform/database/database.ts";
import { pruneLinks } from "./identity-store.ts";
import { pruneSessions } from "./sessions/session-store.ts";

const queue = "identity.prune";

/** Deletes expired sessions and links every hour. */
export async function identityJobs(deps: { db: Database; jobs: PgBoss }): Promise<void> {
  await deps.jobs.createQueue(queue);
  await deps.jobs.work(queue, async () => {
    await pruneSessions(deps.db);
    await pruneLinks(deps.db);
  });
  await deps.jobs.schedule(queue, "17 * * * *");
}
