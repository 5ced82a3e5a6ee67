import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Counts against rate limits, shared by all processes. */
export const rateLimitCountTable = pgTable("rate_limit_count", {
  /** The limit's name, `-account:` or `-address:`, and a hash, so that no email or IP address is stored. */
  key: text().primaryKey(),
  count: integer().notNull(),
  windowEndsAt: timestamp("window_ends_at", { withTimezone: true }).notNull(),
});
