import type { Deps } from "#server/deps.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { settlePayments } from "./settle-payments.ts";

export const settleQueue = "payment-settle";
const reconcileQueue = "payment-reconcile";

/** Settles what is under way each minute and when something has come up, and compares with the provider each five. */
export async function paymentJobs(
  deps: Pick<Deps, "db" | "config" | "provider" | "catalogue" | "log" | "jobs">,
): Promise<void> {
  // One waiting job is enough: it settles whatever there is when it runs.
  await deps.jobs.createQueue(settleQueue, { name: settleQueue, policy: "short" });
  await deps.jobs.schedule(settleQueue, "* * * * *");
  await deps.jobs.work(settleQueue, { pollingIntervalSeconds: 1 }, () => settlePayments(deps));
  await deps.jobs.createQueue(reconcileQueue);
  await deps.jobs.schedule(reconcileQueue, "*/5 * * * *");
  await deps.jobs.work(reconcileQueue, () => reconcilePayments(deps));
}
