import type { Deps } from "#server/deps.ts";
import { removeExpiredImages } from "./remove-expired-images.ts";

const queue = "images.remove-expired";

/** Removes uploads that nobody claimed in time, every minute. */
export async function imageJobs(deps: Pick<Deps, "db" | "config" | "jobs">): Promise<void> {
  await deps.jobs.createQueue(queue);
  await deps.jobs.work(queue, () => removeExpiredImages(deps));
  await deps.jobs.schedule(queue, "* * * * *");
}
