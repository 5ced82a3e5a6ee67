import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { inMpgUk } from "#shared/listings/fuel-economy.ts";
import type { FuelEconomyUnit, MileageUnit } from "#shared/listings/listing.ts";
import { milesPerKilometer } from "#shared/listings/mileage.ts";
import { toMinor } from "#shared/money/money.ts";
import { usualModel, type ListingFacts } from "#server/catalogue/public.ts";
import type { CarFacts } from "./model/features.ts";

type StoredFacts = Pick<
  ListingFacts,
  | "make"
  | "model"
  | "bodyType"
  | "year"
  | "mileage"
  | "mileageUnit"
  | "fuel"
  | "transmission"
  | "engineSizeCc"
  | "fuelEconomy"
  | "fuelEconomyUnit"
  | "annualTaxMinor"
  | "condition"
>;

/** What a stored listing is valued by. */
export function factsOf(listing: StoredFacts): CarFacts {
  const { make, bodyType, year, fuel, transmission, engineSizeCc, condition } = listing;
  return {
    make,
    model: usualModel(make, listing.model),
    bodyType,
    year,
    miles: milesOf(listing.mileage, listing.mileageUnit),
    fuel,
    transmission,
    engineSizeCc,
    mpg: mpgOf(listing.fuelEconomy, listing.fuelEconomyUnit),
    annualTaxMinor: listing.annualTaxMinor,
    condition,
  };
}

/** The same of a listing as it is shown. */
export function factsOfProduct(product: ListedProduct): CarFacts {
  const { engineSize, fuelEconomy, tax, currency } = product;
  return factsOf({
    ...product,
    engineSizeCc: engineSize === null ? null : Math.round(engineSize * 1_000),
    fuelEconomy: fuelEconomy?.value ?? null,
    fuelEconomyUnit: fuelEconomy?.unit ?? null,
    annualTaxMinor: tax === null ? null : toMinor(tax, currency),
  });
}

function milesOf(mileage: number | null, unit: MileageUnit | null): number | null {
  if (mileage === null) return null;
  return unit === "km" ? mileage * milesPerKilometer : mileage;
}

function mpgOf(economy: number | null, unit: FuelEconomyUnit | null): number | null {
  if (economy === null || economy <= 0) return null;
  return unit === null ? economy : inMpgUk(economy, unit);
}
