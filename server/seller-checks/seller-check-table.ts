import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { RecordedLevel } from "#shared/seller-checks/seller-check.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** What an admin checked of a seller. A trigger tells the catalog, so that pages are rendered again. */
export const sellerCheckTable = pgTable(
  "seller_check",
  {
    id: uuid().primaryKey(),
    sellerId: uuid("seller_id")
      .notNull()
      .references(() => accountTable.id),
    level: text().$type<RecordedLevel>().notNull(),
    listingId: uuid("listing_id").references(() => listingTable.id),
    checkedBy: uuid("checked_by")
      .notNull()
      .references(() => accountTable.id),
    checkedAt: moment("checked_at").notNull(),
    validUntil: moment("valid_until"),
    /** For admins only. */
    note: text(),
    withdrawnAt: moment("withdrawn_at"),
    withdrawnBy: uuid("withdrawn_by").references(() => accountTable.id),
    /** When the job saw that it has ended. Only pages in memory need it. */
    lapsedAt: moment("lapsed_at"),
  },
  (table) => [
    index("seller_check_seller").on(table.sellerId, table.checkedAt),
    index("seller_check_ending")
      .on(table.validUntil)
      .where(sql`lapsed_at is null`),
    check("seller_check_car", sql`(${table.level} = 'car') = (${table.listingId} is not null)`),
  ],
);
