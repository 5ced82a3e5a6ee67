import type { PublicDetails } from "#shared/listings/car-details.ts";
import { dateFormat } from "#shared/dates/date-format.ts";
import { bodyNames } from "#shared/listings/body-names.ts";
import type { Drive, FuelEconomyUnit } from "#shared/listings/listing.ts";
import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { capitalised, keyFacts, present, type Fact, type Pair } from "../card/car-facts.ts";

/** The details of a car that are facts, each with one value. */
export type DetailFacts = Omit<PublicDetails, "options">;

/**
 * All known facts of a listing, in the order in which people compare cars. Not in `car-facts.ts`, so that the scripts of
 * cards and of a car's page, whose loader names its facts, do not have them.
 */
export function allFacts(product: ListedProduct, details: DetailFacts): Fact[] {
  return present(factPairs(product, details));
}

/** The same facts with the unknown ones, which are null, so that all cars have the same labels. */
export function factRows(
  product: ListedProduct,
  details: DetailFacts,
): { label: string; value: string | null }[] {
  return factPairs(product, details).map(([label, value]) => ({ label, value: value || null }));
}

function factPairs(product: ListedProduct, details: DetailFacts): Pair[] {
  const { fuelEconomy, bodyType } = product;
  const { powerKw, drive, firstRegistration } = details;
  return [
    ...keyFacts(product),
    ["Engine size", product.engineSize === null ? null : `${product.engineSize.toFixed(1)} L`],
    ["Power", powerKw === null ? null : powerText(powerKw)],
    ["Drive", drive && driveNames[drive]],
    [
      "Body type",
      bodyType &&
        `${bodyNames[bodyType]}${product.bodyTypeTypical ? " (usual for this model)" : ""}`,
    ],
    ["Doors", details.doors?.toString()],
    ["Seats", details.seats?.toString()],
    ["Trim", details.trim],
    ["Color", capitalised(product.colour)],
    ["Type", product.condition],
    ["First registration", firstRegistration && monthText(`${firstRegistration}-01`)],
    ["Years used", product.used?.toString()],
    ["Year of purchase", product.purchase?.toString()],
    ["Previous owners", details.previousKeepers?.toString()],
    ["Service history", capitalised(details.serviceHistory)],
    [
      "Fuel economy",
      fuelEconomy &&
        `${fuelEconomy.value.toLocaleString("en-US")} ${economyUnits[fuelEconomy.unit]}`,
    ],
    ["Yearly tax", product.tax === null ? null : formatMajor(product.tax, product.currency)],
    ["Make", product.make],
    ["Model", product.model],
    ["Location", product.location],
    ["VIN", product.vin],
  ];
}

const kilowattsPerHorsepower = 0.745_7;
const powerText = (powerKw: number) =>
  `${powerKw.toLocaleString("en-US")} kW (${Math.round(powerKw / kilowattsPerHorsepower).toLocaleString("en-US")} hp)`;

// In UTC, so that a month stays the same for every reader.
const monthText = dateFormat({ month: "long", year: "numeric", timeZone: "UTC" });

const driveNames: Record<Drive, string> = {
  "front-wheel": "Front-wheel drive",
  "rear-wheel": "Rear-wheel drive",
  "all-wheel": "All-wheel drive",
};

const economyUnits: Record<FuelEconomyUnit, string> = {
  mpg_uk: "mpg (UK)",
  mpg_us: "mpg (US)",
  l_100km: "L/100 km",
};
