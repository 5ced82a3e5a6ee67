import { detailNames, type DetailName } from "#shared/listings/car-details.ts";
import type { FeedFactName } from "#shared/feeds/feed-contract.ts";
import { toMajor } from "#shared/money/money.ts";
import { factOf, type FeedField } from "./feed-facts.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

/** The API's names of the facts. What is computed from other facts has none. */
const names: Partial<Record<FeedField, FeedFactName>> = {
  name: "name",
  make: "make",
  model: "model",
  year: "year",
  mileage: "mileage",
  mileageUnit: "mileageUnit",
  fuel: "fuel",
  transmission: "transmission",
  engineSizeCc: "engineSize",
  bodyType: "bodyType",
  fuelEconomy: "fuelEconomy",
  fuelEconomyUnit: "fuelEconomyUnit",
  annualTaxMinor: "tax",
  colour: "colour",
  vin: "vin",
  condition: "condition",
  location: "location",
  description: "description",
  resalePriceMinor: "price",
  sourceCurrency: "sourceCurrency",
  sourcePriceMinor: "sourcePrice",
  sourceRate: "sourceRate",
  ...(Object.fromEntries(detailNames.map((name) => [name, name])) as Record<
    DetailName,
    DetailName
  >),
};

/** The API's name of a field, or null. */
export const factNameOf = (field: FeedField): FeedFactName | null => names[field] ?? null;

/** The field with a name of the API. */
export const fieldOf = (name: FeedFactName): FeedField =>
  (Object.keys(names) as FeedField[]).find((field) => names[field] === name)!;

/** A fact in the units of the API: money in major units, engine sizes in liters. */
export function factValue(
  facts: Partial<FeedFacts>,
  field: FeedField,
  currency: string,
): string | number | null {
  const value = factOf(facts, field);
  if (typeof value === "boolean") return null;
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value !== "number") return value;
  if (field === "engineSizeCc") return value / 1_000;
  if (field === "sourcePriceMinor") return toMajor(value, facts.sourceCurrency ?? currency);
  return field.endsWith("Minor") ? toMajor(value, currency) : value;
}
