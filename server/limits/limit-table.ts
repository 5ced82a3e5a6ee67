import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** What is counted against limits, of all processes together. It outlives them; what is over is swept. */
export const rateLimitCountTable = pgTable("rate_limit_count", {
  /** The limit's name, `-account:` or `-address:`, and a hash: neither emails nor addresses stand here. */
  key: text().primaryKey(),
  count: integer().notNull(),
  windowEndsAt: timestamp("window_ends_at", { withTimezone: true }).notNull(),
});
