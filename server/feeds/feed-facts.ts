import type { NewListing } from "#server/imports/public.ts";

/** The facts of a listing that a feed states or that follow from it. Where a row is in its file is not one. */
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
] as const satisfies readonly (keyof NewListing)[];
export type FeedField = (typeof feedFields)[number];

/** The columns of a listing that a feed states. Values are compared with `===`. */
export type ListedFacts = { [Field in FeedField]: NonNullable<NewListing[Field]> | null };

/** What a feed says about a car. */
export type FeedFacts = ListedFacts & {
  /** The URLs of its photos, which the shop fetches; missing without any. They are no column of a listing. */
  imageUrls?: string[];
  /** By which keys the car's history finds it again, apart from its VIN (`carKeysOf`); missing without any. */
  carKeys?: readonly string[];
};

/** The fields in which two sets of facts differ. */
export function differingFields(before: FeedFacts, after: FeedFacts): FeedField[] {
  if (before === after) return [];
  return feedFields.filter((field) => before[field] !== after[field]);
}

/** Facts with some fields of others. */
export function withFields(
  facts: FeedFacts,
  others: FeedFacts,
  fields: readonly FeedField[],
): FeedFacts {
  return { ...facts, ...Object.fromEntries(fields.map((field) => [field, others[field]])) };
}

/** Whether a feed says other photos than before. */
export function differsInPhotos(before: FeedFacts, after: FeedFacts): boolean {
  if (before.imageUrls === after.imageUrls) return false;
  return JSON.stringify(before.imageUrls ?? []) !== JSON.stringify(after.imageUrls ?? []);
}

/**
 * Why a listing stays as it is: reserved or sold, deleted by its seller, removed by an admin, its row was refused,
 * another listing with its VIN is for sale, or another feed of the seller has the car.
 */
export type Hold = "booked" | "withdrawn" | "removed" | "refused" | "vin_taken" | "other_feed";

/** A car that a feed listed before. */
export type KnownCar = {
  identity: string;
  listingId: string;
  /** Retired cars are off sale because the feed no longer had them. */
  isRetired: boolean;
  /** What the feed said when it was last applied. */
  said: FeedFacts;
  /** What the shop shows, which its seller may have changed by hand. */
  shown: FeedFacts;
  hold: Hold | null;
};

/** A row that was read as a car. */
export type CarRow = {
  line: number;
  /** What identifies the car, the strongest first. */
  identities: readonly string[];
  fingerprint: string;
  facts: FeedFacts;
};
