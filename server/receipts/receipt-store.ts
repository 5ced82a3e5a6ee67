import { and, count, desc, eq, lt, sql } from "drizzle-orm";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { paymentTable, refundTable } from "#server/payments/payment-table.ts";
import type { ReceiptRow } from "#server/payments/public.ts";
import { receiptTable } from "#server/payments/receipts/receipt-table.ts";

/** The receipt of a booking with its buyer and seller, or null if there is no such booking. */
export async function findReceipt(executor: Executor, bookingId: string) {
  const [row] = await executor
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
  return row ?? null;
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
