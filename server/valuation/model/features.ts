import type { Make } from "#shared/makes/all-makes.ts";
import type { ValuedAttribute } from "#shared/valuation/valuation-contract.ts";
import type { Condition, Fuel, Transmission } from "#shared/listings/listing.ts";
import type { BodyType } from "#shared/makes/body-type.ts";

/**
 * What an estimate is made from. The seller, the seller's type and verification, advertising, photos and the price
 * itself are not in it, so they cannot change an estimate.
 */
export type CarFacts = {
  make: Make;
  model: string | null;
  bodyType: BodyType | null;
  year: number | null;
  miles: number | null;
  fuel: Fuel | null;
  transmission: Transmission | null;
  engineSizeCc: number | null;
  /** Miles per imperial gallon. */
  mpg: number | null;
  /** In minor units of the shop's currency. */
  annualTaxMinor: number | null;
  condition: Condition | null;
};

type Feature = { name: string; attribute: ValuedAttribute } & (
  | { kind: "category"; read: (car: CarFacts) => string | null }
  | { kind: "number"; read: (car: CarFacts) => number | null }
);

const conditionRank: Record<Condition, number> = { Fair: 1, Good: 2, Excellent: 3 };

/** Missing values are values too: a listing without a mileage is compared with others without one. */
export const features: readonly Feature[] = [
  { name: "make", attribute: "model", kind: "category", read: (car) => car.make },
  {
    name: "model",
    attribute: "model",
    kind: "category",
    read: (car) => (car.model === null ? null : `${car.make} ${car.model}`),
  },
  { name: "bodyType", attribute: "model", kind: "category", read: (car) => car.bodyType },
  { name: "year", attribute: "year", kind: "number", read: (car) => car.year },
  { name: "miles", attribute: "mileage", kind: "number", read: (car) => car.miles },
  { name: "fuel", attribute: "fuel", kind: "category", read: (car) => car.fuel },
  {
    name: "transmission",
    attribute: "transmission",
    kind: "category",
    read: (car) => car.transmission,
  },
  {
    name: "engineSizeCc",
    attribute: "engineSize",
    kind: "number",
    read: (car) => car.engineSizeCc,
  },
  { name: "mpg", attribute: "fuelEconomy", kind: "number", read: (car) => car.mpg },
  {
    name: "annualTaxMinor",
    attribute: "annualTax",
    kind: "number",
    read: (car) => car.annualTaxMinor,
  },
  {
    name: "condition",
    attribute: "condition",
    kind: "number",
    read: (car) => (car.condition === null ? null : conditionRank[car.condition]),
  },
];
