import type { CarDetails } from "#shared/listings/car-details.ts";
import type { listingTable } from "#server/listings/listing-table.ts";

type Listing = typeof listingTable.$inferInsert;

/** The columns of a listing that a feed states or that follow from it. Where a row is in its file is not one. */
export const feedFields = [
  "name",
  "make",
  "categoryId",
  "model",
  "year",
  "mileage",
  "mileageUnit",
  "fuel",
  "transmission",
  "engineSizeCc",
  "bodyType",
  "bodyTypeTypical",
  "fuelEconomy",
  "fuelEconomyUnit",
  "annualTaxMinor",
  "colour",
  "vin",
  "condition",
  "location",
  "description",
  "resalePriceMinor",
  "sourceCurrency",
  "sourcePriceMinor",
  "sourceRate",
] as const satisfies readonly (keyof Listing)[];
export type ListedField = (typeof feedFields)[number];

/** The columns of a listing that a feed states, as the database returns them. Values are compared with `===`. */
export type ListedFacts = { [Field in ListedField]: NonNullable<Listing[Field]> | null };

/** What a feed says about a car. */
export type FeedFacts = ListedFacts & {
  /** Details of the car; missing without any, and in what a feed said before they were stored. */
  details?: CarDetails;
  /** The URLs of its photos, which the shop fetches; missing without any. They are no column of a listing. */
  imageUrls?: string[];
  /** By which keys the car's history finds it again, apart from its VIN (`carKeysOf`); missing without any. */
  carKeys?: readonly string[];
};
