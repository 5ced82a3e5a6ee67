import type { Deps } from "#server/deps.ts";
import { deliverMail } from "./deliver-mail.ts";
import { dropStaleMail } from "./drop-stale-mail.ts";
import { hearQueuedMail } from "./hear-queued-mail.ts";
import { createMailTransport } from "./mail-transport.ts";
import { pruneFarewells, pruneSentMail } from "./delivery-store.ts";

const deliveryQueue = "mail.deliver";
const pruneQueue = "mail.prune";
const daysKept = 90;
const daysForFarewells = 3;

/** Sends the outbox as soon as a mail is queued, and each minute; forgets what was sent long ago. */
export async function mailJobs(
  deps: Pick<Deps, "db" | "pool" | "config" | "log" | "jobs">,
): Promise<void> {
  const { jobs, config, log } = deps;
  const transport = createMailTransport(config);
  // One waiting job is enough: it sends whatever is due when it runs.
  await jobs.createQueue(deliveryQueue, {
    name: deliveryQueue,
    policy: "short",
    expireInMinutes: 30,
  });
  await jobs.work(deliveryQueue, { pollingIntervalSeconds: 1 }, async () => {
    if (!transport) return;
    await dropStaleMail(deps);
    await deliverMail(deps, transport);
  });
  await jobs.schedule(deliveryQueue, "* * * * *");
  await jobs.createQueue(pruneQueue);
  await jobs.work(pruneQueue, async () => {
    await pruneSentMail(deps.db, daysKept);
    await pruneFarewells(deps.db, daysForFarewells);
  });
  await jobs.schedule(pruneQueue, "23 4 * * *");
  if (transport) {
    // While the jobs are being stopped there is nobody to send; the next start does.
    const deliver = () => void jobs.send(deliveryQueue, {}).catch(() => undefined);
    jobs.once("stopped", hearQueuedMail(deps, deliver));
  } else if (!config.demo)
    log.warn(
      config.BOOKING_NEEDS_CONFIRMED_EMAIL
        ? "mails are kept and not sent, so buyers cannot confirm their email and book: set SMTP_URL, or BOOKING_NEEDS_CONFIRMED_EMAIL=0 (docs/email.md)"
        : "mails are kept and not sent: no SMTP_URL is set (docs/email.md)",
    );
}
