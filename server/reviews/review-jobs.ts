import type { Deps } from "#server/deps.ts";
import { withAdvisoryLock } from "#server/platform/database/with-advisory-lock.ts";
import { requestReviews } from "./request-reviews.ts";
import { announceVisible } from "./review-store.ts";

const queue = "reviews";

/** Every five minutes, shows the reviews that the clock made visible on pages in memory, and asks for reviews. */
export async function reviewJobs(
  deps: Pick<Deps, "db" | "directUrl" | "jobs" | "config">,
): Promise<void> {
  await deps.jobs.createQueue(queue);
  await deps.jobs.schedule(queue, "*/5 * * * *");
  await deps.jobs.work(queue, async () =>
    withAdvisoryLock(deps, "reviews", async () => {
      const now = new Date();
      await announceVisible(deps.db, now);
      await requestReviews(deps, now);
    }),
  );
}
