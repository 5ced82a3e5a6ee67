import type { Deps } from "#server/deps.ts";
import { expireDueHolds } from "./expire-due-holds.ts";

const expiryQueue = "booking-expiry";

/** Ends expired holds every minute. */
export async function bookingJobs(
  deps: Pick<Deps, "db" | "config" | "jobs" | "catalogue" | "provider" | "log">,
): Promise<void> {
  await deps.jobs.createQueue(expiryQueue);
  await deps.jobs.schedule(expiryQueue, "* * * * *");
  await deps.jobs.work(expiryQueue, async () => void (await expireDueHolds(deps)));
}
