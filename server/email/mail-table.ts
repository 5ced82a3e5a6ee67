import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** The outbox: mails are written in the transaction of what causes them, and sent afterwards. */
export const mailTable = pgTable(
  "mail",
  {
    id: uuid().primaryKey(),
    /** What it is about, for example `receipt.buyer`. */
    kind: text().notNull(),
    to: text("to_address").notNull(),
    /** Accounts that it names, besides its reader's: it is forgotten with them. */
    names: uuid().array().notNull().default([]),
    subject: text().notNull(),
    text: text().notNull(),
    html: text().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    sentAt: timestamp("sent_at", { withTimezone: true }),
    tries: integer().notNull().default(0),
    nextTryAt: timestamp("next_try_at", { withTimezone: true }).notNull().defaultNow(),
    lastError: text("last_error"),
    /** When a notice went in its place, or was about to. */
    noticeAt: timestamp("notice_at", { withTimezone: true }),
  },
  (table) => [
    index("mail_due")
      .on(table.nextTryAt)
      .where(sql`sent_at is null`),
    index("mail_newest").on(table.createdAt, table.id),
    index("mail_to").on(table.to),
    index("mail_names").using("gin", table.names),
  ],
);
