import { sql } from "drizzle-orm";
import { bigserial, customType, index, jsonb, pgTable, timestamp, uuid } from "drizzle-orm/pg-core";
import type { listingTable } from "#server/listings/listing-table.ts";

const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/**
 * What searches read of a listing and a change can give it: the facts that its seller edits, all of them, or what is
 * known of the seller.
 */
export type FactsBefore = EditedFacts | { isSellerVerified: boolean; sellerLocation: string };

type EditedFacts = Pick<
  typeof listingTable.$inferSelect,
  | "name"
  | "make"
  | "model"
  | "year"
  | "mileage"
  | "mileageUnit"
  | "fuel"
  | "transmission"
  | "engineSizeCc"
  | "bodyType"
  | "colour"
  | "location"
  | "description"
  | "resalePriceMinor"
>;

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
    /** What searches read, before a change of it; null for other changes. Removed when any account is erased. */
    factsBefore: jsonb("facts_before").$type<FactsBefore>(),
  },
  (table) => [
    index("catalogue_change_xact").on(table.xact),
    index("catalogue_change_at").on(table.at),
  ],
);
