import { sql } from "drizzle-orm";
import {
  check,
  customType,
  index,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { VinClaimStatus } from "#shared/listings/vin-claim.ts";
import { accountTable } from "#server/accounts/account-table.ts";

const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/**
 * Listings with a VIN that another seller's listing had before. Triggers on `listing` write them in the transaction that
 * sets the VIN (0050_vin_claims.sql), so every writer does. Until a claim is confirmed, the listing and the others of its
 * VIN do not show each other's history. A listing without a claim needs no confirmation.
 */
export const vinClaimTable = pgTable(
  "vin_claim",
  {
    id: uuid()
      .primaryKey()
      .default(sql`gen_random_uuid()`),
    /** Not a reference, like that of `car_event`. */
    listingId: uuid("listing_id").notNull(),
    /** SHA-256 of the VIN, as in `car_event`. The VIN itself is erased with its seller's account. */
    carKey: bytes("car_key").notNull(),
    sellerId: uuid("seller_id")
      .notNull()
      .references(() => accountTable.id),
    claimedAt: timestamp("claimed_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    status: text().$type<VinClaimStatus>().notNull().default("pending"),
    decidedAt: timestamp("decided_at", { withTimezone: true, precision: 3 }),
    /** Null while it is pending, and for what was public before there were claims. */
    decidedBy: uuid("decided_by").references(() => accountTable.id),
  },
  (table) => [
    uniqueIndex("vin_claim_once").on(table.listingId, table.carKey),
    index("vin_claim_pending")
      .on(table.claimedAt, table.id)
      .where(sql`status = 'pending'`),
    check("vin_claim_status_known", sql`${table.status} in ('pending', 'confirmed', 'refused')`),
    check(
      "vin_claim_decided_at",
      sql`(${table.status} = 'pending') = (${table.decidedAt} is null)`,
    ),
  ],
);
