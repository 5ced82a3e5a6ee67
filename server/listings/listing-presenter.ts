import type {
  OwnProduct,
  Product,
  Sale,
  listingActions,
} from "#shared/listings/listing-contract.ts";
import { illustrationPath } from "#shared/listings/illustration.ts";
import { listingStatus, type ListingStatus } from "#shared/listings/listing.ts";
import { toMajor } from "#shared/money/money.ts";
import type { Role } from "#shared/accounts/account.ts";
import { verificationChecks } from "#shared/accounts/verification.ts";
import type { ListingFacts, ListingRow } from "./listing-row-store.ts";

/** A listing as every visitor sees it: amounts in major units, a picture in any case, years used as of `now`. */
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

/** A listing as its seller or an admin sees it, with the seller's contact, its sale and what the viewer may do. */
export function presentOwnProduct(
  row: ListingRow,
  currency: string,
  now: Date,
  role: Role,
  sale: Sale | null,
): OwnProduct {
  return {
    ...presentProduct(row, currency, now),
    email: row.sellerEmail,
    phone: row.phone || row.sellerPhone || null,
    sale,
    allowedActions: listingActionsOf(statusOf(row), row.isAdvertised, role),
  };
}

/** The picture a listing is shown with; also what a booking keeps of it. */
export function pictureOf(row: Pick<ListingFacts, "id" | "image" | "bodyType" | "colour">): string {
  return row.image ?? illustrationPath(row);
}

/** What visitors see of a listing's life. */
export function statusOf(
  row: Pick<
    ListingFacts,
    "withdrawnAt" | "removedAt" | "saleReversedAt" | "isSellerSuspended" | "liveState"
  >,
): ListingStatus {
  return listingStatus(row, row.liveState);
}

/** What a role may do with a listing of its own (a seller) or any (an admin). A held car cannot be withdrawn, only removed. */
function listingActionsOf(
  status: ListingStatus,
  isAdvertised: boolean,
  role: Role,
): (typeof listingActions)[number][] {
  if (status === "withdrawn" || status === "removed") return [];
  if (role === "admin") return ["delete"];
  if (role !== "Seller") return [];
  const actions: (typeof listingActions)[number][] = [];
  if (!isAdvertised && status !== "sold" && status !== "off_sale") actions.push("advertise");
  if (status !== "reserved") actions.push("delete");
  return actions;
}

// What was checked and when is the buyers' to know, by whom is not.
function verificationOf({
  isSellerVerified,
  sellerVerifiedAt,
  sellerChecks,
}: ListingFacts): Product["sellerVerification"] {
  if (!isSellerVerified || sellerVerifiedAt === null) return null;
  const checked = sellerChecks.split(",");
  return {
    at: sellerVerifiedAt.toISOString(),
    checked: verificationChecks.filter((check) => checked.includes(check)),
  };
}

function major(minor: number | null, currency: string): number | null {
  return minor === null ? null : toMajor(minor, currency);
}
