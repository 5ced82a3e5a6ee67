import { eq } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { listingTable, phoneOfSeller } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
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
  const earlier = await tx
    .select({ number: receiptTable.number })
    .from(receiptTable)
    .where(eq(receiptTable.bookingId, receipt.bookingId));
  if (earlier.length > 0) return null;
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
      image: bookingTable.image,
      priceMinor: bookingTable.priceMinor,
      currency: bookingTable.currency,
      buyerName: bookingTable.name,
      buyerEmail: bookingTable.email,
      buyerPhone: bookingTable.phone,
      buyerLocation: bookingTable.location,
      sellerName: accountTable.name,
      sellerEmail: accountTable.email,
      sellerPhone: phoneOfSeller,
      sellerLocation: listingTable.location,
    })
    .from(bookingTable)
    .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .$dynamic();
}

export type Sale = Awaited<ReturnType<typeof selectSales>>[number];
