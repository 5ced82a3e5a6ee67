import { index, pgTable, primaryKey, timestamp, uuid } from "drizzle-orm/pg-core";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";

/** A car that an account saved. */
export const favoriteTable = pgTable(
  "favorite",
  {
    accountId: uuid("account_id")
      .notNull()
      .references(() => accountTable.id, { onDelete: "cascade" }),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id, { onDelete: "cascade" }),
    addedAt: timestamp("added_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.listingId] }),
    index("favorite_listing").on(table.listingId),
  ],
);
