import { and, count, eq, isNull } from "drizzle-orm";
import { bookingTable, isSold } from "#server/bookings/booking-table.ts";
import { isListed, listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";

/** Counts a seller's listings that are neither deleted nor sold: all of them, or only the advertised ones. */
export async function liveListingCountOfSeller(
  executor: Executor,
  sellerId: string,
  { advertised = false }: { advertised?: boolean } = {},
): Promise<number> {
  const [row] = await executor
    .select({ listings: count() })
    .from(listingTable)
    .leftJoin(bookingTable, and(eq(bookingTable.listingId, listingTable.id), isSold))
    .where(
      and(
        eq(listingTable.sellerId, sellerId),
        isListed,
        isNull(bookingTable.id),
        advertised ? eq(listingTable.isAdvertised, true) : undefined,
      ),
    );
  return row?.listings ?? 0;
}
