import { integer, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Runs of the import command, one per feed, for the metrics and the System page. */
export const importRunTable = pgTable("import_run", {
  id: uuid().primaryKey().defaultRandom(),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull(),
  endedAt: timestamp("ended_at", { withTimezone: true }).notNull().defaultNow(),
  outcome: text({ enum: ["done", "stopped", "failed"] }).notNull(),
  rows: integer().notNull(),
  imported: integer().notNull(),
  duplicates: integer().notNull(),
  quarantined: integer().notNull(),
});
