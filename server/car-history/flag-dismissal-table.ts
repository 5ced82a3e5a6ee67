import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { accountTable } from "#server/accounts/account-table.ts";

/** Flags of cars that an admin dismissed. */
export const flagDismissalTable = pgTable("flag_dismissal", {
  id: uuid().primaryKey(),
  /** What the flag is about: `reading-1-2` for two readings, `photo-3` for a match of photos. */
  flag: text().notNull().unique(),
  listingId: uuid("listing_id").notNull(),
  dismissedBy: uuid("dismissed_by")
    .notNull()
    .references(() => accountTable.id),
  dismissedAt: timestamp("dismissed_at", { withTimezone: true, precision: 3 }).notNull(),
  reason: text().notNull(),
});
