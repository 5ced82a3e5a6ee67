import { and, eq, isNotNull, not, like, sql } from "drizzle-orm";
import { deletedAccountName } from "#shared/accounts/deleted-account.ts";
import { illustrationPath } from "#shared/listings/illustration.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { receiptTable } from "#server/payments/receipts/receipt-table.ts";

/** Erases the personal data in the account's row. */
export async function eraseAccount(tx: Executor, id: string): Promise<void> {
  await tx
    .update(accountTable)
    .set({
      name: deletedAccountName,
      email: "",
      phone: "",
      location: "",
      photoUrl: null,
      verificationNote: null,
    })
    .where(eq(accountTable.id, id));
}

/** Erases the buyer's name and contact from their bookings. */
export async function eraseBuyer(tx: Executor, id: string): Promise<void> {
  await tx
    .update(bookingTable)
    .set({ name: deletedAccountName, email: "", phone: "", location: "" })
    .where(eq(bookingTable.buyerId, id));
}

/**
 * Erases the seller's personal data from their listings: contact, location, description, pictures, registration number
 * and the name of the imported file. Bookings need the car's name, so it stays, without words that identify the seller
 * (`rewrite`).
 */
export async function eraseSeller(
  tx: Executor,
  id: string,
  rewrite: (text: string) => string,
): Promise<void> {
  await drawBookedCars(tx, id);
  await tx
    .update(listingTable)
    .set({
      phone: "",
      location: "",
      description: "",
      photos: [],
      vin: null,
      sourceFile: null,
      ...newFacts,
      // Undoing a removal later must not restore their listings.
      withdrawnAt: sql`coalesce(${listingTable.withdrawnAt}, now())`,
    })
    .where(eq(listingTable.sellerId, id));
  const cars = await tx
    .select({ id: listingTable.id, name: listingTable.name })
    .from(listingTable)
    .where(eq(listingTable.sellerId, id));
  for (const { id: listingId, name } of cars) {
    const left = rewrite(name);
    if (left === name) continue;
    await tx.update(listingTable).set({ name: left }).where(eq(listingTable.id, listingId));
    await tx.update(bookingTable).set({ item: left }).where(eq(bookingTable.listingId, listingId));
    await tx.execute(sql`
      update receipt set item = ${left}
      where booking_id in (select id from booking where listing_id = ${listingId})`);
  }
}

// The previous release does not know these columns.
const newFacts = { details: null, stockNumber: null, registration: null, offSaleAt: null };

/**
 * Erases what the previous release leaves on the listings of an account that it deletes during a rolling upgrade.
 * Returns on how many.
 */
export async function eraseLeftFacts(executor: Executor): Promise<number> {
  const { rowCount } = await executor
    .update(listingTable)
    .set(newFacts)
    .where(
      and(
        sql`${listingTable.sellerId} in (
          select id from ${accountTable} where ${isNotNull(accountTable.deletedAt)})`,
        sql`coalesce(${listingTable.details}::text, ${listingTable.stockNumber},
          ${listingTable.registration}, ${listingTable.offSaleAt}::text) is not null`,
      ),
    );
  return rowCount ?? 0;
}

// The seller's photos are erased; the booking shows a drawing of the model instead.
async function drawBookedCars(tx: Executor, id: string): Promise<void> {
  const booked = await tx
    .selectDistinct({
      id: listingTable.id,
      make: listingTable.make,
      model: listingTable.model,
      bodyType: listingTable.bodyType,
      colour: listingTable.colour,
    })
    .from(listingTable)
    .innerJoin(bookingTable, eq(bookingTable.listingId, listingTable.id))
    .where(and(eq(listingTable.sellerId, id), not(like(bookingTable.image, "/cars/%"))));
  for (const car of booked)
    await tx
      .update(bookingTable)
      .set({ image: illustrationPath(car) })
      .where(eq(bookingTable.listingId, car.id));
}

/** Erases a user's name and address from receipts of what they bought and sold. Numbers and amounts stay. */
export async function eraseOnReceipts(tx: Executor, id: string): Promise<void> {
  await tx
    .update(receiptTable)
    .set({ buyerName: deletedAccountName, buyerEmail: "" })
    .where(sql`${receiptTable.bookingId} in (select id from booking where buyer_id = ${id})`);
  await tx
    .update(receiptTable)
    .set({ sellerName: deletedAccountName, sellerEmail: "" })
    .where(
      sql`${receiptTable.bookingId} in (
        select booking.id from booking join listing on listing.id = booking.listing_id
        where listing.seller_id = ${id})`,
    );
}
