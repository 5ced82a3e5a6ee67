import type { Deps } from "#server/deps.ts";
import { endVerifications } from "./end-verifications.ts";

const queue = "verifications.end";

/** Every minute, ends the badges whose last day is over. */
export async function accountJobs(deps: Pick<Deps, "db" | "config" | "jobs">): Promise<void> {
  const { jobs } = deps;
  await jobs.createQueue(queue);
  await jobs.schedule(queue, "* * * * *");
  await jobs.work(queue, async () => endVerifications(deps, new Date()));
}
