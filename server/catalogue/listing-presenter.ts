import type { CarDetails } from "#shared/listings/car-details.ts";
import type { Product } from "#shared/listings/listing-contract.ts";
import { pictureOf } from "#shared/listings/illustration.ts";
import { listingStatus, type ListingStatus, type Photo } from "#shared/listings/listing.ts";
import { toMajor } from "#shared/money/money.ts";
import { verificationChecks } from "#shared/accounts/verification.ts";
import type { ListingFacts } from "./listing-row-store.ts";

/** A listing as visitors see it: amounts in major units, always with a picture, years used as of `now`. */
export function presentProduct(row: ListingFacts, currency: string, now: Date): Product {
  return {
    _id: row.id,
    name: row.name,
    sellerName: row.sellerName,
    location: row.location || row.sellerLocation,
    originalPrice: major(row.originalPriceMinor, currency),
    resalePrice: toMajor(row.resalePriceMinor, currency),
    purchase: row.purchaseYear,
    used: row.year === null ? row.usedYears : Math.max(0, now.getUTCFullYear() - row.year),
    category: row.make,
    categoryId: row.categoryId,
    condition: row.condition,
    description: row.description,
    image: pictureOf(row),
    isAdvertise: row.isAdvertised,
    isSellerVerified: row.isSellerVerified,
    sellerVerification: verificationOf(row),
    isReported: row.isReported,
    postTime: row.createdAt.toISOString().slice(11, 16),
    createdAt: row.createdAt.toISOString(),
    currency,
    status: statusOf(row),
    imageIsIllustration: row.image === null,
    make: row.make,
    model: row.model,
    year: row.year,
    mileage: row.mileage,
    mileageUnit: row.mileageUnit,
    fuel: row.fuel,
    transmission: row.transmission,
    engineSize: row.engineSizeCc === null ? null : row.engineSizeCc / 1_000,
    bodyType: row.bodyType,
    bodyTypeTypical: row.bodyTypeTypical,
    fuelEconomy:
      row.fuelEconomy === null || row.fuelEconomyUnit === null
        ? null
        : { value: row.fuelEconomy, unit: row.fuelEconomyUnit },
    tax: major(row.annualTaxMinor, currency),
    colour: row.colour,
    vin: row.vin,
  };
}

/** The photos of a listing in the seller's order; none if it is shown with an illustration. */
export function photosOf({ photos }: Pick<ListingFacts, "photos">): Photo[] {
  return JSON.parse(photos) as Photo[];
}

/** The details of a listing, as they are stored; null without any. */
export function detailsOf({ details }: Pick<ListingFacts, "details">): CarDetails | null {
  return details === null ? null : (JSON.parse(details) as CarDetails);
}

/** The public status of a listing. */
export function statusOf(
  row: Pick<
    ListingFacts,
    "withdrawnAt" | "removedAt" | "saleReversedAt" | "lapsedAt" | "isSellerSuspended" | "liveState"
  >,
): ListingStatus {
  return listingStatus(row, row.liveState);
}

// Buyers may see what was checked and when, but not which admin checked it.
function verificationOf({
  isSellerVerified,
  sellerVerifiedAt,
  sellerVerifiedUntil,
  sellerChecks,
}: ListingFacts): Product["sellerVerification"] {
  if (!isSellerVerified || sellerVerifiedAt === null) return null;
  const checked = sellerChecks.split(",");
  return {
    at: sellerVerifiedAt.toISOString(),
    checked: verificationChecks.filter((check) => checked.includes(check)),
    ...(sellerVerifiedUntil && { validUntil: sellerVerifiedUntil.toISOString() }),
  };
}

function major(minor: number | null, currency: string): number | null {
  return minor === null ? null : toMajor(minor, currency);
}
