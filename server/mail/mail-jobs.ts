import type { Deps } from "#server/deps.ts";
import { deliverMail } from "./deliver-mail.ts";
import { createMailTransport } from "./mail-transport.ts";
import { pruneSentMail } from "./mail-store.ts";
import { deliveryQueue } from "./send-mail-soon.ts";

const pruneQueue = "mail.prune";
const daysKept = 90;

/** Sends the outbox each minute, and at once when asked to; forgets what was sent long ago. */
export async function mailJobs(deps: Pick<Deps, "db" | "config" | "log" | "jobs">): Promise<void> {
  const { jobs, config, log } = deps;
  const transport = createMailTransport(config);
  if (!transport && !config.demo)
    log.warn("mails are kept and not sent: no SMTP_URL is set (docs/mail.md)");
  // One waiting job is enough: it sends whatever is due when it runs.
  await jobs.createQueue(deliveryQueue, { name: deliveryQueue, policy: "short" });
  await jobs.work(deliveryQueue, async () => {
    if (transport) await deliverMail(deps, transport);
  });
  await jobs.schedule(deliveryQueue, "* * * * *");
  await jobs.createQueue(pruneQueue);
  await jobs.work(pruneQueue, () => pruneSentMail(deps.db, daysKept));
  await jobs.schedule(pruneQueue, "23 4 * * *");
}
