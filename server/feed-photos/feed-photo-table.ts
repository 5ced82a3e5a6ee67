import { sql } from "drizzle-orm";
import {
  index,
  integer,
  pgTable,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { listingTable } from "#server/listings/listing-table.ts";

/** The photos that feeds name by URL. The shop fetches them and shows its own copies. */
export const feedPhotoTable = pgTable(
  "feed_photo",
  {
    id: uuid().primaryKey().defaultRandom(),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    url: text().notNull(),
    /** The place in the feed's order, from 0; null once the feed no longer names it. */
    position: smallint(),
    /** The shop's copy; null until it was fetched. */
    image: text(),
    /** The file's hash and what the server said identifies this version of it, for asking whether there is a newer one. */
    etag: text(),
    /** Attempts since the last success. */
    attempts: integer().notNull().default(0),
    /**
     * Null if the seller has chosen the car's photos, an earlier release gave up, or the car is off sale. The job sets it
     * when the car is back.
     */
    nextAttemptAt: timestamp("next_attempt_at", { withTimezone: true, precision: 3 }).defaultNow(),
    /** Why the last attempt failed. */
    error: text(),
    /** What the listing shows of it, and where. A listing that shows anything else was edited by its seller. */
    shownImage: text("shown_image"),
    shownPosition: smallint("shown_position"),
  },
  (table) => [
    uniqueIndex("feed_photo_url").on(table.listingId, table.url),
    index("feed_photo_due")
      .on(table.nextAttemptAt)
      .where(sql`${table.position} is not null`),
    index("feed_photo_parked")
      .on(table.listingId)
      .where(
        sql`${table.nextAttemptAt} is null and ${table.position} is not null and ${table.shownImage} is distinct from ''`,
      ),
    index("feed_photo_moved")
      .on(table.listingId)
      .where(sql`${table.position} is null or ${table.position} <> ${table.shownPosition}`),
    index("feed_photo_arrived")
      .on(table.listingId)
      .where(
        sql`${table.image} is not null and ${table.position} is not null and ${table.shownImage} is distinct from ${table.image} and ${table.shownImage} is distinct from ''`,
      ),
  ],
);
