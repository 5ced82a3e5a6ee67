import type { PriceLabel } from "#shared/listings/price-label.ts";
import type { KindFacts } from "./listing-row-store.ts";

/** How the price of a car compares with the estimate for it. */
export type PriceRating = {
  label: PriceLabel;
  estimateMinor: number;
  /** How far the price is above the estimate, in thousandths of the usual error for such cars. */
  score: number;
};

/** What a car is rated by. Nothing about its seller is in it. */
type RatedFacts = Pick<
  KindFacts,
  | "make"
  | "model"
  | "bodyType"
  | "year"
  | "mileageUnit"
  | "fuel"
  | "transmission"
  | "engineSizeCc"
  | "fuelEconomy"
  | "fuelEconomyUnit"
  | "annualTaxMinor"
  | "condition"
> & { id: string; mileage: number | null; priceMinor: number };

/** Rates prices by one version of the price model. Null for a car that cannot be rated. */
export type PriceRater = (car: RatedFacts) => PriceRating | null;

/** Where the catalog finds the rater in use, which is another function after each training. */
export type RaterSource = { rater: () => Promise<PriceRater | null> };
