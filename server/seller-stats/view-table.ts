import { check, date, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { listingTable } from "#server/listings/listing-table.ts";

/** Views of a listing per day (UTC), without data about the visitors. */
export const listingViewDayTable = pgTable(
  "listing_view_day",
  {
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id),
    day: date({ mode: "string" }).notNull(),
    views: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.listingId, table.day] }),
    check("listing_view_day_counts", sql`${table.views} > 0`),
  ],
);
