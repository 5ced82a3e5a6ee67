import type { Deps } from "#server/deps.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { settlePayments } from "./settle-payments.ts";

export const settleQueue = "payment-settle";
const reconcileQueue = "payment-reconcile";

/** Settles payments every minute and after every event, and reconciles with the provider every five minutes. */
export async function paymentJobs(
  deps: Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log" | "jobs">,
): Promise<void> {
  // One queued job is enough: it settles everything.
  await deps.jobs.createQueue(settleQueue, { name: settleQueue, policy: "short" });
  await deps.jobs.schedule(settleQueue, "* * * * *");
  await deps.jobs.work(settleQueue, { pollingIntervalSeconds: 1 }, () => settlePayments(deps));
  await deps.jobs.createQueue(reconcileQueue);
  await deps.jobs.schedule(reconcileQueue, "*/5 * * * *");
  await deps.jobs.work(reconcileQueue, () => reconcilePayments(deps));
}
