import type { Deps } from "#server/deps.ts";
import { queuedChannel } from "#server/email/public.ts";
import { listenToChannel } from "#server/platform/database/listen-to-channel.ts";
import { deliverEmail } from "./deliver-email.ts";
import { dropStaleEmail } from "./drop-stale-email.ts";
import { createMailer } from "./mailer.ts";
import { pruneFarewells, pruneSentEmail } from "./delivery-store.ts";

const deliveryQueue = "mail.deliver";
const pruneQueue = "mail.prune";
const daysKept = 90;
const daysForFarewells = 3;

/** Sends the outbox when an email is queued and every minute. Deletes old sent emails. */
export async function emailJobs(
  deps: Pick<Deps, "db" | "directUrl" | "config" | "log" | "jobs">,
): Promise<void> {
  const { jobs, config, log } = deps;
  const transport = createMailer(config);
  // One queued job is enough: it sends everything that is due.
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
    // Fails while the jobs are stopping. The next start sends the email.
    const deliver = () => void jobs.send(deliveryQueue, {}).catch(() => undefined);
    const warning = "cannot listen for queued emails; they are sent every minute";
    jobs.once("stopped", listenToChannel(deps, { channel: queuedChannel, warning }, deliver));
  } else if (!config.demo)
    log.warn(
      config.BOOKING_NEEDS_CONFIRMED_EMAIL
        ? "emails are stored but not sent, so buyers cannot confirm their address and book: set SMTP_URL or BOOKING_NEEDS_CONFIRMED_EMAIL=0 (docs/email.md)"
        : "emails are stored but not sent: SMTP_URL is not set (docs/email.md)",
    );
}
