import { and, count, desc, eq, sql, type SQL } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { bookingTable } from "./booking-table.ts";

/** One booking with its seller's contact, or null. */
export async function findBookingRow(executor: Executor, id: string): Promise<BookingRow | null> {
  const [row] = await selectBookingRows(executor).where(eq(bookingTable.id, id));
  return row ?? null;
}

/** A buyer's bookings, newest first; those after `after` where it is given. */
export async function listBookingRows(
  executor: Executor,
  {
    email,
    after,
    limit,
  }: { email: string; after: { createdAt: string; id: string } | null; limit: number },
): Promise<BookingRow[]> {
  const conditions: SQL[] = [ofBuyer(email)];
  if (after)
    conditions.push(
      sql`(${bookingTable.createdAt}, ${bookingTable.id}) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`,
    );
  return selectBookingRows(executor)
    .where(and(...conditions))
    .orderBy(desc(bookingTable.createdAt), desc(bookingTable.id))
    .limit(limit);
}

export async function countBookings(executor: Executor, email: string): Promise<number> {
  const [row] = await executor
    .select({ bookings: count() })
    .from(bookingTable)
    .where(ofBuyer(email));
  return row?.bookings ?? 0;
}

// The live account of that address: whoever takes over an address does not take over its bookings.
function ofBuyer(email: string): SQL {
  return sql`${bookingTable.buyerId} = (select id from account where email = ${email} and deleted_at is null)`;
}

function selectBookingRows(executor: Executor) {
  return executor
    .select({
      id: bookingTable.id,
      listingId: bookingTable.listingId,
      buyerId: bookingTable.buyerId,
      state: bookingTable.state,
      item: bookingTable.item,
      image: bookingTable.image,
      priceMinor: bookingTable.priceMinor,
      currency: bookingTable.currency,
      name: bookingTable.name,
      email: bookingTable.email,
      phone: bookingTable.phone,
      location: bookingTable.location,
      createdAt: bookingTable.createdAt,
      expiresAt: bookingTable.expiresAt,
      hasLapsed: sql<boolean>`${bookingTable.state} = 'held' and ${bookingTable.expiresAt} <= now()`,
      sellerName: accountTable.name,
      sellerEmail: accountTable.email,
      sellerPhone: sql<string>`coalesce(nullif(${listingTable.phone}, ''), ${accountTable.phone})`,
    })
    .from(bookingTable)
    .innerJoin(listingTable, eq(listingTable.id, bookingTable.listingId))
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .$dynamic();
}

/** A booking as the store reads it. */
export type BookingRow = Awaited<ReturnType<typeof selectBookingRows>>[number];
