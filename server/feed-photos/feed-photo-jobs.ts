import type { Deps } from "#server/deps.ts";
import { fetchPhotos } from "./fetch-photos.ts";

const queue = "feed-photos.fetch";

/** Fetches the photos of feeds that are due, every minute. */
export async function feedPhotoJobs(
  deps: Pick<Deps, "db" | "config" | "images" | "log" | "jobs">,
): Promise<void> {
  const { jobs } = deps;
  // One queued job is enough: it fetches everything that is due.
  await jobs.createQueue(queue, { name: queue, policy: "short", expireInMinutes: 15 });
  await jobs.work(queue, () => fetchPhotos(deps));
  await jobs.schedule(queue, "* * * * *");
}

/** Fetches what is due without waiting for the next minute. */
export async function fetchPhotosSoon({ jobs }: Pick<Deps, "jobs">): Promise<void> {
  await jobs.send(queue, {});
}
