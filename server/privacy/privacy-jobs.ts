import type { Deps } from "#server/deps.ts";
import { eraseLeftFacts } from "./erase-records-store.ts";

const queue = "privacy.erase-left";

/** Every day, erases what processes of the previous release left of accounts that they deleted. */
export async function privacyJobs({ db, jobs, log }: Pick<Deps, "db" | "jobs" | "log">) {
  await jobs.createQueue(queue);
  await jobs.schedule(queue, "41 4 * * *");
  await jobs.work(queue, async () => {
    const listings = await eraseLeftFacts(db);
    if (listings > 0) log.info({ listings }, "facts of deleted sellers' cars erased");
  });
}
