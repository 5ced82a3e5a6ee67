import { and, count, desc, eq, lt, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { paymentTable, refundTable } from "#server/payments/payment-table.ts";
import { receiptTable } from "./receipt-table.ts";

/** Buyer, seller and car of a booking as they are now, or null. */
export async function findSale(tx: Executor, bookingId: string): Promise<Sale | null> {
  const [sale] = await selectSales(tx).where(eq(bookingTable.id, bookingId));
  return sale ?? null;
}

/** Inserts the receipt of a booking. Returns null if it already has one. */
export async function insertReceipt(
  tx: Executor,
  receipt: typeof receiptTable.$inferInsert,
): Promise<ReceiptRow | null> {
  // Checks first, because a conflicting insert would still use up a number.
  const known = await tx
    .select({ number: receiptTable.number })
    .from(receiptTable)
    .where(eq(receiptTable.bookingId, receipt.bookingId));
  if (known.length > 0) return null;
  const [row] = await tx.insert(receiptTable).values(receipt).onConflictDoNothing().returning();
  return row ?? null;
}

export type ReceiptRow = typeof receiptTable.$inferSelect;

function selectSales(tx: Executor) {
  return tx
    .select({
      bookingId: bookingTable.id,
      buyerId: bookingTable.buyerId,
      sellerId: listingTable.sellerId,
      item: bookingTable.item,
      priceMinor: bookingTable.priceMinor,
      currency: bookingTable.currency,
      buyerName: bookingTable.name,
      buyerEmail: bookingTable.email,
      buyerPhone: bookingTable.phone,
      buyerLocation: bookingTable.location,
      sellerName: accountTable.name,
      sellerEmail: accountTable.email,
      sellerPhone: sql<string>`coalesce(nullif(${listingTable.phone}, ''), ${accountTable.phone})`,
      sellerLocation: listingTable.location,
    })
    .from(bookingTable)
    .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .$dynamic();
}

export type Sale = Awaited<ReturnType<typeof selectSales>>[number];

/** The receipt of a booking with its buyer and seller, or null if there is no such booking. */
export async function findReceipt(executor: Executor, bookingId: string) {
  const [found] = await executor
    .select({
      buyerId: bookingTable.buyerId,
      sellerId: listingTable.sellerId,
      receipt: receiptTable,
      refundedMinor: sql<string>`coalesce((
        select sum(${refundTable.amountMinor}) from ${refundTable}
        join ${paymentTable} on ${paymentTable.id} = ${refundTable.paymentId}
        where ${paymentTable.bookingId} = ${bookingTable.id}
          and ${paymentTable.intentId} = ${receiptTable.transactionId}
          and ${refundTable.status} = 'succeeded'
      ), 0)`.mapWith(Number),
    })
    .from(bookingTable)
    .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
    .leftJoin(receiptTable, eq(receiptTable.bookingId, bookingTable.id))
    .where(eq(bookingTable.id, bookingId));
  return found ?? null;
}

/** Receipts of a buyer, newest first, with numbers below `before`. */
export async function listPurchaseRows(
  executor: Executor,
  buyerId: string,
  { before, limit }: { before: number | null; limit: number },
): Promise<ReceiptRow[]> {
  const rows = await executor
    .select({ receipt: receiptTable })
    .from(receiptTable)
    .innerJoin(bookingTable, eq(bookingTable.id, receiptTable.bookingId))
    .where(
      and(
        eq(bookingTable.buyerId, buyerId),
        before === null ? undefined : lt(receiptTable.number, before),
      ),
    )
    .orderBy(desc(receiptTable.number))
    .limit(limit);
  return rows.map(({ receipt }) => receipt);
}

export async function countPurchases(executor: Executor, buyerId: string): Promise<number> {
  const [row] = await executor
    .select({ receipts: count() })
    .from(receiptTable)
    .innerJoin(bookingTable, eq(bookingTable.id, receiptTable.bookingId))
    .where(eq(bookingTable.buyerId, buyerId));
  return row?.receipts ?? 0;
}
