import type { Deps } from "#server/deps.ts";
import { pruneVisits } from "./view-store.ts";

const queue = "views.prune";

/** Every hour, deletes what recognized repeated views of past days. */
export async function viewJobs({ db, jobs }: Pick<Deps, "db" | "jobs">): Promise<void> {
  await jobs.createQueue(queue);
  await jobs.work(queue, () => pruneVisits(db));
  await jobs.schedule(queue, "11 * * * *");
}
