import { sql } from "drizzle-orm";
import { bigserial, customType, index, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";

const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * The change feed of the public catalogue: a row for each listing that a transaction changed, written by triggers so
 * that no writer can skip it. Readers follow it by transaction id, because row ids can commit out of order.
 */
export const catalogueChangeTable = pgTable(
  "catalogue_change",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    xact: xid8()
      .notNull()
      .default(sql`pg_current_xact_id()`),
    listingId: uuid("listing_id").notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index("catalogue_change_xact").on(table.xact),
    index("catalogue_change_at").on(table.at),
  ],
);
