import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { afterCommit, type Executor } from "#server/platform/database/database.ts";
import { count } from "#server/platform/metrics/metrics.ts";
import { emailTable } from "./email-table.ts";

export type NewEmail = Pick<
  typeof emailTable.$inferInsert,
  "kind" | "to" | "mentionedAccounts" | "subject" | "text" | "html" | "unsubscribeUrl"
> & { id?: string };

/**
 * Emails about the recipient's own sign-in, and to the operator. They contain no texts by other users, so unconfirmed
 * addresses get them too.
 */
export const withoutUserTexts = [
  "email_confirmation",
  "email_taken",
  "factor_changed",
  "google_connected",
  "history.head",
  "password_changed",
  "password_reset",
];

/** The email that confirms the deletion of an account. It is deleted once it is sent. */
export const farewell = "account.deleted";

/** The database notifies this channel on commit when an email was queued. */
export const queuedChannel = "email_queued";

/** Deletes an email that was not sent yet; false if it was sent or is gone. */
export async function deleteUnsentEmail(tx: Executor, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(emailTable)
    .where(and(eq(emailTable.id, id), isNull(emailTable.sentAt)))
    .returning({ id: emailTable.id });
  return deleted.length > 0;
}

/** Adds emails to the outbox and notifies the channel once. */
export async function insertEmails(tx: Executor, emails: NewEmail[]): Promise<void> {
  await tx
    .insert(emailTable)
    .values(emails.map((email) => ({ id: randomUUID(), ...email })))
    // PostgreSQL sends equal notifications of a transaction once.
    .returning({ notified: sql`pg_notify(${queuedChannel}, '')` });
  afterCommit(tx, () => count("emails", { outcome: "queued" }, emails.length));
}
