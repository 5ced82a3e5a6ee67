/** Values used in listings. Feeds and forms are mapped to them. */
export const conditions = ["Excellent", "Good", "Fair"] as const;
export type Condition = (typeof conditions)[number];

export const fuels = [
  "petrol",
  "diesel",
  "hybrid",
  "plug-in hybrid",
  "electric",
  "lpg",
  "other",
] as const;
export type Fuel = (typeof fuels)[number];

export const transmissions = ["manual", "automatic", "semi-automatic"] as const;
export type Transmission = (typeof transmissions)[number];

/** The wheels that are driven. */
export const drives = ["front-wheel", "rear-wheel", "all-wheel"] as const;
export type Drive = (typeof drives)[number];

/** How much of a car's service history there is; `available` if it is not known how much. */
export const serviceHistories = ["full", "partial", "available", "none"] as const;
export type ServiceHistory = (typeof serviceHistories)[number];

/** A listing's photo, with a text for people who cannot see it. */
export type Photo = { image: string; alt: string };
export const maximumPhotos = 24;
export const maximumAltLength = 200;
/** Bytes of the URL from which a photo is copied. An entry of an index of PostgreSQL has at most 2,704. */
export const maximumPhotoUrlBytes = 2_000;

export const mileageUnits = ["mi", "km"] as const;
export type MileageUnit = (typeof mileageUnits)[number];

export const mostSeats = 60;

export const fuelEconomyUnits = ["mpg_uk", "mpg_us", "l_100km"] as const;
export type FuelEconomyUnit = (typeof fuelEconomyUnits)[number];

/** Public status of a listing. Derived, never stored; see `listingStatus`. */
export const listingStatuses = [
  "available",
  "reserved",
  "sold",
  "off_sale",
  "withdrawn",
  "removed",
] as const;
export type ListingStatus = (typeof listingStatuses)[number];

/** The public status of a listing, from its row and the state of its live booking (null if it has none). */
export function listingStatus(
  listing: {
    withdrawnAt: Date | null;
    removedAt: Date | null;
    saleReversedAt: Date | null;
    lapsedAt: Date | null;
    isSellerSuspended: boolean;
  },
  liveBooking: "held" | "releasing" | "paid" | "partly_refunded" | null,
): ListingStatus {
  if (listing.removedAt) return "removed";
  if (listing.withdrawnAt) return "withdrawn";
  if (liveBooking === "paid" || liveBooking === "partly_refunded") return "sold";
  if (listing.isSellerSuspended) return "off_sale";
  if (liveBooking) return "reserved";
  return listing.saleReversedAt || listing.lapsedAt ? "off_sale" : "available";
}
