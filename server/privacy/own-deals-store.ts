import { asc, desc, eq, getTableColumns, inArray, sql } from "drizzle-orm";
import { bookingEventTable, bookingTable } from "#server/bookings/booking-table.ts";
import { listingViewDayTable } from "#server/figures/view-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { disputeTable, paymentTable, refundTable } from "#server/payments/payment-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { receiptTable } from "#server/receipts/receipt-table.ts";

/** A seller's cars, each with how often it was opened. */
export function listOwnListings(tx: Executor, accountId: string) {
  const views = sql<number>`coalesce(
    (select sum(views) from ${listingViewDayTable} where listing_id = ${listingTable.id}), 0)::int`;
  return tx
    .select({ ...getTableColumns(listingTable), views })
    .from(listingTable)
    .where(eq(listingTable.sellerId, accountId))
    .orderBy(desc(listingTable.createdAt), listingTable.id);
}

/** A buyer's bookings, and what happened to them and to their money. */
export async function readOwnBookings(tx: Executor, accountId: string) {
  const bookings = await tx
    .select({ booking: bookingTable, receipt: receiptTable })
    .from(bookingTable)
    .leftJoin(receiptTable, eq(receiptTable.bookingId, bookingTable.id))
    .where(eq(bookingTable.buyerId, accountId))
    .orderBy(desc(bookingTable.createdAt), bookingTable.id);
  const own = tx
    .select({ id: bookingTable.id })
    .from(bookingTable)
    .where(eq(bookingTable.buyerId, accountId));
  const events = await tx
    .select()
    .from(bookingEventTable)
    .where(inArray(bookingEventTable.bookingId, own))
    .orderBy(asc(bookingEventTable.id));
  const payments = await tx
    .select()
    .from(paymentTable)
    .where(inArray(paymentTable.bookingId, own))
    .orderBy(asc(paymentTable.createdAt));
  const paid = tx
    .select({ id: paymentTable.id })
    .from(paymentTable)
    .where(inArray(paymentTable.bookingId, own));
  const refunds = await tx
    .select()
    .from(refundTable)
    .where(inArray(refundTable.paymentId, paid))
    .orderBy(asc(refundTable.createdAt));
  const disputes = await tx
    .select()
    .from(disputeTable)
    .where(inArray(disputeTable.paymentId, paid))
    .orderBy(asc(disputeTable.openedAt));
  return { bookings, events, payments, refunds, disputes };
}

/** The bookings of a seller's cars, without anything of the buyer. */
export function listOwnSales(tx: Executor, accountId: string) {
  return tx
    .select({
      booking: {
        id: bookingTable.id,
        listingId: bookingTable.listingId,
        item: bookingTable.item,
        state: bookingTable.state,
        priceMinor: bookingTable.priceMinor,
        currency: bookingTable.currency,
        createdAt: bookingTable.createdAt,
      },
      receipt: receiptTable,
    })
    .from(bookingTable)
    .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
    .leftJoin(receiptTable, eq(receiptTable.bookingId, bookingTable.id))
    .where(eq(listingTable.sellerId, accountId))
    .orderBy(desc(bookingTable.createdAt), bookingTable.id);
}
