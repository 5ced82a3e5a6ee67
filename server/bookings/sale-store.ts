import { and, eq, inArray, sql } from "drizzle-orm";
import { isPaid } from "#shared/bookings/booking.ts";
import type { Sale } from "#shared/listings/listing-contract.ts";
import { receiptNumber } from "#shared/receipts/receipt-format.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { receiptTable } from "#server/receipts/receipt-table.ts";
import { bookingTable, isLive } from "./booking-table.ts";

/**
 * What their seller may know of the live bookings of some listings, by listing: the buyer's name and contact once it is
 * paid, and until then only how long it is held.
 */
export async function readSales(
  executor: Executor,
  listingIds: string[],
): Promise<Map<string, Sale>> {
  if (listingIds.length === 0) return new Map();
  const rows = await executor
    .select({
      id: bookingTable.id,
      listingId: bookingTable.listingId,
      state: sql<Sale["state"]>`${bookingTable.state}`,
      expiresAt: bookingTable.expiresAt,
      name: bookingTable.name,
      email: bookingTable.email,
      phone: bookingTable.phone,
      location: bookingTable.location,
      receipt: receiptTable.number,
    })
    .from(bookingTable)
    .leftJoin(receiptTable, eq(receiptTable.bookingId, bookingTable.id))
    .where(and(inArray(bookingTable.listingId, listingIds), isLive));
  return new Map(
    rows.map(({ id, listingId, state, expiresAt, receipt, ...buyer }) => [
      listingId,
      {
        bookingId: id,
        state,
        heldUntil: state === "held" ? expiresAt.toISOString() : null,
        // A deleted account leaves its bookings without an email.
        buyer: isPaid(state) && buyer.email !== "" ? buyer : null,
        receiptNumber: receipt === null ? null : receiptNumber(receipt),
      },
    ]),
  );
}
