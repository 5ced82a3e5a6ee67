import type { Deps } from "#server/deps.ts";
import { removeExpiredImages, removeOrphanedImages } from "./remove-expired-images.ts";

const queue = "images.remove-expired";
const orphanQueue = "images.remove-orphaned";

/** Removes expired unclaimed uploads every minute, and files without a row every hour and at the start. */
export async function imageJobs(deps: Pick<Deps, "db" | "images" | "log" | "jobs">): Promise<void> {
  const { jobs } = deps;
  await jobs.createQueue(queue);
  await jobs.work(queue, () => removeExpiredImages(deps));
  await jobs.schedule(queue, "* * * * *");
  await jobs.createQueue(orphanQueue);
  await jobs.work(orphanQueue, () => removeOrphanedImages(deps));
  await jobs.schedule(orphanQueue, "41 * * * *");
  await jobs.send(orphanQueue, {});
}
