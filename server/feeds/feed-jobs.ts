import type { Deps } from "#server/deps.ts";
import { deletePhotosOfDeleted } from "#server/feed-photos/public.ts";
import { fetchFeeds } from "./fetch/fetch-feeds.ts";
import { forgetGoneCars } from "./apply/gone-car-store.ts";
import { finishInterrupted } from "./apply/run-plan.ts";

const queue = "feeds.finish";
const fetchQueue = "feeds.fetch";
const forgetQueue = "feeds.forget";

/**
 * Every minute, fetches the files that are due, and finishes syncs whose process stopped. If a sync still runs, it
 * has the feed's lock, and both can continue safely. Every night, forgets cars that feeds have not had for months,
 * and the photos of deleted feeds.
 */
export async function feedJobs(
  deps: Pick<Deps, "db" | "config" | "catalogue" | "jobs" | "log" | "secrets">,
): Promise<void> {
  const { jobs } = deps;
  await jobs.createQueue(queue, { name: queue, policy: "short" });
  await jobs.work(queue, () => finishInterrupted(deps));
  await jobs.schedule(queue, "* * * * *");
  await jobs.createQueue(fetchQueue, { name: fetchQueue, policy: "short", expireInMinutes: 60 });
  await jobs.work(fetchQueue, () => fetchFeeds(deps));
  await jobs.schedule(fetchQueue, "* * * * *");
  await jobs.createQueue(forgetQueue, { name: forgetQueue, policy: "short", expireInMinutes: 60 });
  await jobs.work(forgetQueue, async () => {
    const cars = await forgetGoneCars(deps.db);
    if (cars > 0) deps.log.info({ cars }, "cars forgotten that their feeds no longer have");
    await deletePhotosOfDeleted(deps.db);
  });
  await jobs.schedule(forgetQueue, "29 4 * * *");
}
