import type { Deps } from "#server/deps.ts";
import { deliverEmail } from "./deliver-email.ts";
import { dropStaleEmail } from "./drop-stale-email.ts";
import { hearQueuedEmail } from "./listen-for-queued-email.ts";
import { createMailer } from "./mailer.ts";
import { pruneFarewells, pruneSentEmail } from "./delivery-store.ts";

const deliveryQueue = "mail.deliver";
const pruneQueue = "mail.prune";
const daysKept = 90;
const daysForFarewells = 3;

/** Sends the outbox as soon as a mail is queued, and each minute; forgets what was sent long ago. */
export async function emailJobs(
  deps: Pick<Deps, "db" | "pool" | "config" | "log" | "jobs">,
): Promise<void> {
  const { jobs, config, log } = deps;
  const transport = createMailer(config);
  // One waiting job is enough: it sends whatever is due when it runs.
  await jobs.createQueue(deliveryQueue, {
    name: deliveryQueue,
    policy: "short",
    expireInMinutes: 30,
  });
  await jobs.work(deliveryQueue, { pollingIntervalSeconds: 1 }, async () => {
    if (!transport) return;
    await dropStaleEmail(deps);
    await deliverEmail(deps, transport);
  });
  await jobs.schedule(deliveryQueue, "* * * * *");
  await jobs.createQueue(pruneQueue);
  await jobs.work(pruneQueue, async () => {
    await pruneSentEmail(deps.db, daysKept);
    await pruneFarewells(deps.db, daysForFarewells);
  });
  await jobs.schedule(pruneQueue, "23 4 * * *");
  if (transport) {
    // While the jobs are being stopped there is nobody to send; the next start does.
    const deliver = () => void jobs.send(deliveryQueue, {}).catch(() => undefined);
    jobs.once("stopped", hearQueuedEmail(deps, deliver));
  } else if (!config.demo)
    log.warn(
      config.BOOKING_NEEDS_CONFIRMED_EMAIL
        ? "mails are kept and not sent, so buyers cannot confirm their email and book: set SMTP_URL, or BOOKING_NEEDS_CONFIRMED_EMAIL=0 (docs/email.md)"
        : "mails are kept and not sent: no SMTP_URL is set (docs/email.md)",
    );
}
