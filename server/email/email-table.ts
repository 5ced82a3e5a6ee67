import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** The outbox: an email is written in the transaction that causes it, and sent afterwards. */
export const emailTable = pgTable(
  "email",
  {
    id: uuid().primaryKey(),
    /** What it is about, for example `receipt.buyer`. */
    kind: text().notNull(),
    to: text("to_address").notNull(),
    /** Accounts other than the recipient's that the text mentions. The email is erased with them. */
    mentionedAccounts: uuid("mentioned_accounts").array().notNull().default([]),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    /** Takes the recipient off with a single POST (RFC 8058); null for emails about an action or a booking. */
    unsubscribeUrl: text("unsubscribe_url"),
    createdAt: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    sentAt: timestamp("sent_at", { withTimezone: true }),
    attempts: integer().notNull().default(0),
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true }).notNull().defaultNow(),
    lastError: text("last_error"),
    /** When a notice was sent in its place, or was about to be. */
    noticeAt: timestamp("notice_at", { withTimezone: true }),
  },
  (table) => [
    index("email_due")
      .on(table.nextAttemptAt)
      .where(sql`sent_at is null`),
    index("email_newest").on(table.createdAt, table.id),
    index("email_to").on(table.to),
    index("email_mentioned_accounts").using("gin", table.mentionedAccounts),
  ],
);
