import {
  bigint,
  bigserial,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { bookingTable } from "#server/bookings/booking-table.ts";

/** Receipts as they were issued. Names and amounts do not follow later changes of the accounts. */
export const receiptTable = pgTable(
  "receipt",
  {
    number: bigserial({ mode: "number" }).primaryKey(),
    bookingId: uuid("booking_id")
      .notNull()
      .references(() => bookingTable.id),
    issuedAt: timestamp("issued_at", { withTimezone: true }).notNull().defaultNow(),
    sellerName: text("seller_name").notNull(),
    sellerEmail: text("seller_email").notNull(),
    buyerName: text("buyer_name").notNull(),
    buyerEmail: text("buyer_email").notNull(),
    item: text().notNull(),
    priceMinor: bigint("price_minor", { mode: "number" }).notNull(),
    paidMinor: bigint("paid_minor", { mode: "number" }).notNull(),
    currency: text().notNull(),
    transactionId: text("transaction_id").notNull(),
  },
  (table) => [uniqueIndex("receipt_booking").on(table.bookingId)],
);
