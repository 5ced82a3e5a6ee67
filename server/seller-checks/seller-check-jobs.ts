import type { Deps } from "#server/deps.ts";
import { markLapsed } from "./seller-check-store.ts";

const queue = "seller-checks.lapse";

/** Every minute, has the pages in memory rendered again that show a check which has ended. */
export async function sellerCheckJobs({ db, jobs }: Pick<Deps, "db" | "jobs">): Promise<void> {
  await jobs.createQueue(queue);
  await jobs.schedule(queue, "* * * * *");
  await jobs.work(queue, async () => markLapsed(db, new Date()));
}
