import type { Deps } from "#server/deps.ts";
import { deliverWebhooks } from "./deliver-webhooks.ts";
import { listenToChannel } from "#server/platform/database/listen-to-channel.ts";
import { pruneDeliveries, queuedChannel } from "./webhook-store.ts";

const deliveryQueue = "webhooks.deliver";
const pruneQueue = "webhooks.prune";
const daysKept = 30;

/** Sends the outbox of webhooks when one is queued and every minute. Deletes old deliveries. */
export async function webhookJobs(
  deps: Pick<Deps, "db" | "directUrl" | "config" | "log" | "jobs">,
): Promise<void> {
  const { jobs } = deps;
  // One queued job is enough: it sends everything that is due.
  await jobs.createQueue(deliveryQueue, {
    name: deliveryQueue,
    policy: "short",
    expireInMinutes: 15,
  });
  await jobs.work(deliveryQueue, { pollingIntervalSeconds: 1 }, () => deliverWebhooks(deps));
  await jobs.schedule(deliveryQueue, "* * * * *");
  await jobs.createQueue(pruneQueue);
  await jobs.work(pruneQueue, () => pruneDeliveries(deps.db, daysKept));
  await jobs.schedule(pruneQueue, "53 4 * * *");
  // Fails while the jobs are stopping. The next start sends the webhooks.
  const deliver = () => void jobs.send(deliveryQueue, {}).catch(() => undefined);
  const warning = "cannot listen for queued webhooks; they are sent every minute";
  jobs.once("stopped", listenToChannel(deps, { channel: queuedChannel, warning }, deliver));
}
