import type { Deps } from "#server/deps.ts";
import { removeExpiredImages, removeOrphanedImages } from "./remove-expired-images.ts";

const queue = "images.remove-expired";
const orphanQueue = "images.remove-orphaned";

/** Removes uploads that nobody claimed in time, every minute; and each hour, and at the start, files without a row. */
export async function imageJobs(deps: Pick<Deps, "db" | "config" | "jobs">): Promise<void> {
  const { jobs } = deps;
  await jobs.createQueue(queue);
  await jobs.work(queue, () => removeExpiredImages(deps));
  await jobs.schedule(queue, "* * * * *");
  await jobs.createQueue(orphanQueue);
  await jobs.work(orphanQueue, () => removeOrphanedImages(deps));
  await jobs.schedule(orphanQueue, "41 * * * *");
  await jobs.send(orphanQueue, {});
}
