import type { Deps } from "#server/deps.ts";
import { lapseListings } from "./lapse-listings.ts";

const queue = "freshness";

/** Every hour, reminds sellers of listings that were not confirmed, and takes those off sale whose time is over. */
export async function freshnessJobs(deps: Deps): Promise<void> {
  await deps.jobs.createQueue(queue, { name: queue, policy: "short", expireInMinutes: 30 });
  await deps.jobs.work(queue, async () => lapseListings(deps));
  await deps.jobs.schedule(queue, "7 * * * *");
}
