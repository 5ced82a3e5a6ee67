import { z } from "zod";
import { fuels, mileageUnits, transmissions } from "#shared/listings/listing.ts";
import { priceRating } from "#shared/listings/listing-contract.ts";

/** What an adjustment is explained by. */
export const valuedAttributes = [
  "model",
  "year",
  "mileage",
  "fuel",
  "transmission",
  "engineSize",
  "fuelEconomy",
  "annualTax",
  "condition",
] as const;
export type ValuedAttribute = (typeof valuedAttributes)[number];

const comparable = z.object({
  _id: z.string(),
  name: z.string(),
  price: z.number(),
  year: z.number().int().nullable(),
  mileage: z.number().int().nullable(),
  mileageUnit: z.enum(mileageUnits).nullable(),
  fuel: z.enum(fuels).nullable(),
  transmission: z.enum(transmissions).nullable(),
  differences: z
    .array(z.string())
    .describe("What differs from the car, such as `1 year newer`; empty if nothing does"),
});

const version = z.object({
  id: z.number().int(),
  trainedAt: z.string(),
  cars: z.number().int().describe("The number of cars it learned from"),
  medianError: z
    .number()
    .describe(
      "Half of the cars kept apart from training were estimated more closely; at `market` level, half of the cars of makes kept apart. A share",
    ),
});

/** What an estimate rests on. */
export const priceBasis = z
  .object({ level: z.enum(["model", "market"]), cars: z.number().int() })
  .describe(
    "The cars of the same model that the estimate rests on; or, at `market` level, of other makes if there are few of the make",
  );
export type PriceBasis = z.infer<typeof priceBasis>;

const ratedCar = priceRating.extend({
  isRated: z.literal(true),
  price: z.number().describe("The asking price"),
  estimate: z.number(),
  low: z.number().describe("Eight of ten similar cars are offered from here…"),
  high: z.number().describe("…to here"),
  limits: z
    .array(z.number())
    .length(4)
    .nullable()
    .describe(
      "The prices between the five labels, from `great` to `very_high`; null at `market` level. A label stays if the price is only a little beyond a limit",
    ),
  base: z.number().describe("A typical car of the shop"),
  adjustments: z
    .array(z.object({ attribute: z.enum(valuedAttributes), amount: z.number() }))
    .describe("Base and adjustments add up to the estimate"),
  label: priceRating.shape.label.describe(
    "null if there is none, for which `noLabel` has the reason",
  ),
  noLabel: z.string().nullable().describe("Why there is no label; null if there is one"),
  basis: priceBasis,
  comparables: z.array(comparable),
  fewComparables: z.string().nullable().describe("Why there are fewer than five comparable cars"),
  currency: z.string(),
  version,
});

const unratedCar = z.object({
  isRated: z.literal(false),
  reason: z.string().describe("Why this car is not rated"),
});

/** GET /listings/{id}/valuation: how a price compares, and why. Amounts are in major units of `currency`. */
export const valuationAnswer = z.discriminatedUnion("isRated", [ratedCar, unratedCar]);
export type Valuation = z.infer<typeof valuationAnswer>;
export type RatedCar = z.infer<typeof ratedCar>;
