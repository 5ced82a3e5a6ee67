import type { Deps } from "#server/deps.ts";
import { finishInterrupted } from "./run-plan.ts";

const queue = "feeds.finish";

/** Every minute, finishes syncs whose process stopped. One that still runs holds the feed's lock, and both may go on. */
export async function feedJobs(deps: Pick<Deps, "db" | "jobs" | "log">): Promise<void> {
  const { jobs } = deps;
  await jobs.createQueue(queue, { name: queue, policy: "short" });
  await jobs.work(queue, () => finishInterrupted(deps));
  await jobs.schedule(queue, "* * * * *");
}
