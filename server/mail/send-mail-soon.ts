import type { Deps } from "#server/deps.ts";

export const deliveryQueue = "mail.deliver";

/**
 * Has the outbox sent within seconds and not at the next minute. For after the transaction that queued a mail; without it
 * the mail still goes, a little later.
 */
export async function sendMailSoon({ jobs, config }: Pick<Deps, "jobs" | "config">): Promise<void> {
  // Null is answered where such a job waits already: that one will do.
  if (config.SMTP_URL) await jobs.send(deliveryQueue, {});
}
