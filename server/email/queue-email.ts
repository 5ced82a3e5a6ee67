import type { Executor } from "#server/platform/database/database.ts";
import { insertEmails, type NewEmail } from "./queue-store.ts";
import { oneLine } from "./write-email.ts";

/**
 * Adds emails to the outbox in the transaction that causes them. A job sends them afterwards. An invalid address does not
 * fail the transaction; the error is stored when sending.
 */
export async function queueEmail(tx: Executor, ...emails: NewEmail[]): Promise<void> {
  // A deleted account has no address.
  const addressed = emails.filter(({ to }) => to !== "");
  const flat = addressed.map((email) => ({ ...email, subject: oneLine(email.subject) }));
  if (flat.length > 0) await insertEmails(tx, flat);
}
