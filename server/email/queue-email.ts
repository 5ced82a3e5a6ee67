import type { Executor } from "#server/platform/database/database.ts";
import { insertEmails, type NewEmail } from "./queue-store.ts";
import { oneLine } from "./one-line.ts";

/**
 * Writes mails into the outbox, in the transaction of what causes them: all of it happens or nothing. They are sent
 * afterwards, by a job. An address that is none does not stop the cause: it is found out on sending and noted.
 */
export async function queueEmail(tx: Executor, ...mails: NewEmail[]): Promise<void> {
  // A deleted account has no address, and nobody reads its mails.
  const addressed = mails.filter(({ to }) => to !== "");
  const flat = addressed.map((mail) => ({ ...mail, subject: oneLine(mail.subject) }));
  if (flat.length > 0) await insertEmails(tx, flat);
}
