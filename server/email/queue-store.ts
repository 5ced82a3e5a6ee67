import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { emailTable } from "./email-table.ts";

export type NewEmail = Pick<
  typeof emailTable.$inferInsert,
  "kind" | "to" | "mentionedAccounts" | "subject" | "text" | "html"
>;

/** Emails about their reader's own sign-in: no words of other people stand in them. */
export const aboutSignIn = [
  "email_confirmation",
  "email_taken",
  "factor_changed",
  "google_connected",
  "password_changed",
  "password_reset",
];

/** The email that confirms the deletion of an account. It is deleted once it is sent. */
export const farewell = "account.deleted";

/** Where the database says, on commit, that a mail was queued. */
export const queuedChannel = "email_queued";

/** Puts mails into the outbox, and says so once. */
export async function insertEmails(tx: Executor, mails: NewEmail[]): Promise<void> {
  await tx.insert(emailTable).values(mails.map((mail) => ({ id: randomUUID(), ...mail })));
  await tx.execute(sql`select pg_notify(${queuedChannel}, '')`);
}
