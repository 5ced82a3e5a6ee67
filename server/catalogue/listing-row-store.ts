import { and, eq, exists, inArray, isNull, sql } from "drizzle-orm";
import type { liveBookingStates } from "#shared/bookings/booking.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingEventTable, bookingTable, isLive, isSold } from "#server/bookings/booking-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { reportTable } from "#server/reports/report-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";

/**
 * Selects listings with facts from their seller, their live booking and their open reports. The caller adds `where`,
 * order and limit. An expired hold is not live, even if no job has ended it yet.
 */
export function selectListingRows(executor: Executor) {
  return executor
    .select({
      id: listingTable.id,
      sellerId: listingTable.sellerId,
      name: listingTable.name,
      make: listingTable.make,
      categoryId: listingTable.categoryId,
      model: listingTable.model,
      year: listingTable.year,
      mileage: listingTable.mileage,
      mileageUnit: listingTable.mileageUnit,
      fuel: listingTable.fuel,
      transmission: listingTable.transmission,
      engineSizeCc: listingTable.engineSizeCc,
      bodyType: listingTable.bodyType,
      bodyTypeTypical: listingTable.bodyTypeTypical,
      fuelEconomy: listingTable.fuelEconomy,
      fuelEconomyUnit: listingTable.fuelEconomyUnit,
      annualTaxMinor: listingTable.annualTaxMinor,
      colour: listingTable.colour,
      vin: listingTable.vin,
      condition: listingTable.condition,
      location: listingTable.location,
      description: listingTable.description,
      image: listingTable.image,
      // JSON as text, because the catalogue compares two states of a car by plain values.
      photos: sql<string>`${listingTable.photos}::text`,
      originalPriceMinor: listingTable.originalPriceMinor,
      resalePriceMinor: listingTable.resalePriceMinor,
      purchaseYear: listingTable.purchaseYear,
      usedYears: listingTable.usedYears,
      isAdvertised: listingTable.isAdvertised,
      withdrawnAt: listingTable.withdrawnAt,
      removedAt: listingTable.removedAt,
      saleReversedAt: listingTable.saleReversedAt,
      createdAt: listingTable.createdAt,
      updatedAt: listingTable.updatedAt,
      sellerName: accountTable.name,
      sellerLocation: accountTable.location,
      isSellerVerified: sql<boolean>`${accountTable.isVerified} and ${accountTable.suspendedAt} is null`,
      sellerVerifiedAt: accountTable.verifiedAt,
      // A string rather than an array, for the same reason.
      sellerChecks: sql<string>`array_to_string(${accountTable.verificationChecks}, ',')`,
      isSellerSuspended: sql<boolean>`${accountTable.suspendedAt} is not null`,
      isSellerDeleted: sql<boolean>`${accountTable.deletedAt} is not null`,
      liveState: sql<(typeof liveBookingStates)[number] | null>`${bookingTable.state}`,
      soldAt: soldAt(executor).mapWith(listingTable.createdAt),
      isReported: sql<boolean>`${exists(openReport(executor))}`,
      phone: listingTable.phone,
      sellerPhone: accountTable.phone,
      sellerEmail: accountTable.email,
    })
    .from(listingTable)
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .leftJoin(bookingTable, and(eq(bookingTable.listingId, listingTable.id), isLive))
    .$dynamic();
}

/** A listing as `selectListingRows` reads it. */
export type ListingRow = Awaited<ReturnType<typeof selectListingRows>>[number];
/** The public fields of a listing row. */
export type ListingFacts = Omit<ListingRow, "phone" | "sellerPhone" | "sellerEmail">;

/** Listings by id, in no particular order. */
export async function readListingRows(executor: Executor, ids: string[]): Promise<ListingRow[]> {
  return ids.length === 0 ? [] : selectListingRows(executor).where(inArray(listingTable.id, ids));
}

/** When the car was paid for; null while it is not sold. */
function soldAt(executor: Executor) {
  const paidAt = executor
    .select({ at: sql`max(${bookingEventTable.at})` })
    .from(bookingEventTable)
    .where(and(eq(bookingEventTable.bookingId, bookingTable.id), eq(bookingEventTable.to, "paid")));
  return sql<Date | null>`case when ${isSold} then coalesce((${paidAt}), ${bookingTable.createdAt}) end`;
}

function openReport(executor: Executor) {
  return executor
    .select({ one: sql`1` })
    .from(reportTable)
    .where(and(eq(reportTable.listingId, listingTable.id), isNull(reportTable.closedAt)));
}
