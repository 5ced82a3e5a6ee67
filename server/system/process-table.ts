import { integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** The processes of the shop. Each one renews its row while it runs. */
export const processTable = pgTable("shop_process", {
  id: uuid().primaryKey(),
  host: text().notNull(),
  pid: integer().notNull(),
  version: text().notNull(),
  commit: text(),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
  seenAt: timestamp("seen_at", { withTimezone: true }).notNull().defaultNow(),
});
