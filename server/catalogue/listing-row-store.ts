import { and, eq, exists, inArray, isNull, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { liveBookingStates } from "#shared/bookings/booking.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingEventTable, bookingTable, isLive, isSold } from "#server/bookings/booking-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { reportTable } from "#server/reports/report-table.ts";
import { isListed, listingTable, phoneOfSeller } from "#server/listings/listing-table.ts";

/** What cars of the same model, year and equipment share. */
const kindFields = {
  name: listingTable.name,
  make: listingTable.make,
  categoryId: listingTable.categoryId,
  model: listingTable.model,
  year: listingTable.year,
  mileageUnit: listingTable.mileageUnit,
  fuel: listingTable.fuel,
  transmission: listingTable.transmission,
  engineSizeCc: listingTable.engineSizeCc,
  bodyType: listingTable.bodyType,
  bodyTypeTypical: listingTable.bodyTypeTypical,
  fuelEconomy: listingTable.fuelEconomy,
  fuelEconomyUnit: listingTable.fuelEconomyUnit,
  annualTaxMinor: listingTable.annualTaxMinor,
  condition: listingTable.condition,
};

/** What the cars of a seller share. */
const sellerFields = {
  sellerId: sql<string>`${accountTable.id}`,
  sellerName: accountTable.name,
  sellerLocation: accountTable.location,
  isSellerVerified: sql<boolean>`${accountTable.isVerified} and ${accountTable.suspendedAt} is null`,
  sellerVerifiedAt: accountTable.verifiedAt,
  sellerVerifiedUntil: accountTable.verifiedUntil,
  // A string rather than an array, because the catalog compares two states of a car by plain values.
  sellerChecks: sql<string>`array_to_string(${accountTable.verificationChecks}, ',')`,
  isSellerSuspended: sql<boolean>`${accountTable.suspendedAt} is not null`,
  isSellerDeleted: sql<boolean>`${accountTable.deletedAt} is not null`,
};

/** What few cars have. */
function rareFields(executor: Executor) {
  return {
    vin: listingTable.vin,
    image: listingTable.image,
    // JSON as text, for the same reason.
    photos: sql<string>`${listingTable.photos}::text`,
    originalPriceMinor: listingTable.originalPriceMinor,
    purchaseYear: listingTable.purchaseYear,
    usedYears: listingTable.usedYears,
    isAdvertised: listingTable.isAdvertised,
    withdrawnAt: listingTable.withdrawnAt,
    removedAt: listingTable.removedAt,
    saleReversedAt: listingTable.saleReversedAt,
    lapsedAt: listingTable.lapsedAt,
    liveState: sql<(typeof liveBookingStates)[number] | null>`${bookingTable.state}`,
    soldAt: soldAt(executor).mapWith(listingTable.createdAt) as SQL<Date | null>,
    isReported: sql<boolean>`${exists(openReport(executor))}`,
  };
}

/** What each car has of its own. */
const ownFields = {
  id: listingTable.id,
  mileage: listingTable.mileage,
  colour: listingTable.colour,
  location: listingTable.location,
  description: listingTable.description,
  resalePriceMinor: listingTable.resalePriceMinor,
  createdAt: listingTable.createdAt,
  updatedAt: listingTable.updatedAt,
  // JSON as text, because the catalog compares two states of a car by plain values.
  details: sql<string | null>`${listingTable.details}::text`.as("details"),
};

const carriesBooking = and(eq(bookingTable.listingId, listingTable.id), isLive);

/**
 * Selects listings with facts from their seller, their live booking and their open reports. The caller adds `where`,
 * order and limit. An expired hold is not live, even if no job has ended it yet.
 */
export function selectListingRows(executor: Executor) {
  return executor
    .select({
      ...ownFields,
      ...kindFields,
      ...rareFields(executor),
      ...sellerFields,
      offSaleAt: listingTable.offSaleAt,
      sellerPhone: phoneOfSeller,
      sellerEmail: accountTable.email,
    })
    .from(listingTable)
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .leftJoin(bookingTable, carriesBooking)
    .$dynamic();
}

/** A listing as `selectListingRows` reads it. */
export type ListingRow = Awaited<ReturnType<typeof selectListingRows>>[number];
/** The public fields of a listing row. */
export type ListingFacts = Omit<ListingRow, "offSaleAt" | "sellerPhone" | "sellerEmail">;

export type KindFacts = Pick<ListingFacts, keyof typeof kindFields>;
export type SellerFacts = Pick<ListingFacts, keyof typeof sellerFields>;
export type RareFacts = Pick<ListingFacts, keyof ReturnType<typeof rareFields>>;

export const kindNames = Object.keys(kindFields) as (keyof KindFacts)[];
export const sellerNames = Object.keys(sellerFields) as (keyof SellerFacts)[];

/** The facts of every seller. */
export function selectSellers(executor: Executor) {
  return executor
    .select(sellerFields)
    .from(accountTable)
    .where(
      inArray(accountTable.id, executor.select({ id: listingTable.sellerId }).from(listingTable)),
    );
}

/**
 * Selects every listing that is neither withdrawn nor removed, for a cursor. The kind and the rare facts are JSON
 * arrays in the order of the fields above, because equal texts need to be decoded only once. Most cars have no rare
 * facts: null.
 */
export function selectAllListings(executor: Executor) {
  const rare = rareFields(executor);
  const arrayOf = (fields: Record<string, SQLWrapper>) =>
    sql`json_build_array(${sql.join(Object.values(fields), sql`, `)})::text`;
  const hasNothingRare = sql`
    ${listingTable.vin} is null and ${listingTable.photos} = '[]' and ${listingTable.originalPriceMinor} is null
    and ${listingTable.purchaseYear} is null and ${listingTable.usedYears} is null and not ${listingTable.isAdvertised}
    and ${listingTable.saleReversedAt} is null and ${listingTable.lapsedAt} is null and ${bookingTable.id} is null and not ${rare.isReported}`;
  return executor
    .select({
      ...ownFields,
      sellerId: listingTable.sellerId,
      kind: arrayOf(kindFields).as("kind"),
      rare: sql`case when ${hasNothingRare} then null else ${arrayOf(rare)} end`.as("rare"),
    })
    .from(listingTable)
    .leftJoin(bookingTable, carriesBooking)
    .where(isListed);
}

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
