import type { Executor } from "#server/platform/database/database.ts";
import { insertMail, type NewMail } from "./mail-store.ts";
import { oneLine } from "./one-line.ts";

/**
 * Writes a mail into the outbox, in the transaction of what causes it: both happen or neither does. It is sent
 * afterwards, by a job. An address that is none does not stop the cause: it is found out on sending and noted.
 */
export async function queueMail(tx: Executor, mail: NewMail): Promise<void> {
  await insertMail(tx, { ...mail, subject: oneLine(mail.subject) });
}
