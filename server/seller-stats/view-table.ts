import { check, customType, date, integer, pgTable, primaryKey, uuid } from "drizzle-orm/pg-core";
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

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * The views of a day, as hashes that only recognize a repeated one. Unlogged, so that it is in no write-ahead log, on no
 * replica and in no physical backup (docs/decisions/0049).
 */
export const listingViewVisitTable = pgTable(
  "listing_view_visit",
  {
    day: date({ mode: "string" }).notNull(),
    visit: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.visit] })],
);

/** The random salt of a day's hashes, the same for all processes. Unlogged, too. */
export const listingViewSaltTable = pgTable("listing_view_salt", {
  day: date({ mode: "string" }).primaryKey(),
  salt: bytes().notNull(),
});
