import type { Deps } from "#server/deps.ts";
import { pruneChanges } from "./catalogue-store.ts";

const pruneQueue = "catalogue-prune";

/** Deletes old changes from the feed. */
export async function catalogueJobs(deps: Pick<Deps, "db" | "jobs">): Promise<void> {
  await deps.jobs.createQueue(pruneQueue);
  await deps.jobs.schedule(pruneQueue, "17 * * * *");
  await deps.jobs.work(pruneQueue, () => pruneChanges(deps.db));
}
