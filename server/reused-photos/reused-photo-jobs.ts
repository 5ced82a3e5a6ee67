import type { Deps } from "#server/deps.ts";
import { comparePhotos } from "./compare-photos.ts";

const queue = "photos.compare";

/** Compares new photos of cars with those of other sellers, every minute. */
export async function reusedPhotoJobs(
  deps: Pick<Deps, "db" | "config" | "images" | "jobs">,
): Promise<void> {
  const { jobs } = deps;
  // One queued job is enough: it compares everything that is due.
  await jobs.createQueue(queue, { name: queue, policy: "short", expireInMinutes: 15 });
  await jobs.work(queue, () => comparePhotos(deps, () => new Date()));
  await jobs.schedule(queue, "* * * * *");
}
