import { smallint, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import { listingTable } from "#server/listings/listing-table.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/**
 * When each listing was last confirmed, apart from changes (`listing.updated_at`), which confirm it too. A job adds the
 * rows, so cars from before an upgrade count from the upgrade. Not columns of `listing`, because every change of a
 * listing makes all processes read it again.
 */
export const listingConfirmationTable = pgTable("listing_confirmation", {
  listingId: uuid("listing_id")
    .primaryKey()
    .references(() => listingTable.id, { onDelete: "cascade" }),
  confirmedAt: moment("confirmed_at").notNull(),
  /** How many days before the end the last reminder was sent; null if there was none since the confirmation. */
  remindedDays: smallint("reminded_days"),
  remindedAt: moment("reminded_at"),
});
