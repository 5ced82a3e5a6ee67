import type { PublicDetails } from "#shared/listings/car-details.ts";
import { dateFormat } from "#shared/dates/date-format.ts";
import { bodyNames } from "#shared/listings/body-names.ts";
import type { Drive, FuelEconomyUnit } from "#shared/listings/listing.ts";
import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { capitalised, keyFacts, present, type Fact, type Pair } from "../card/car-facts.ts";

/** The details of a car that are facts, each with one value. */
export type DetailFacts = Omit<PublicDetails, "options">;

export type FactGroup = { title: string; facts: Fact[] };

/** The facts of a car's page by what they are about. */
const groups: { title: string; labels: string[] }[] = [
  {
    title: "Car",
    labels: ["Make", "Model", "Trim", "Body type", "Color", "Doors", "Seats", "VIN", "Location"],
  },
  {
    title: "Engine",
    labels: ["Fuel", "Engine size", "Power", "Transmission", "Drive"],
  },
  {
    title: "Use",
    labels: [
      "Year",
      "First registration",
      "Years used",
      "Year of purchase",
      "Mileage",
      "Type",
      "Previous owners",
      "Service history",
    ],
  },
  { title: "Costs", labels: ["Fuel economy", "Yearly tax"] },
];

/**
 * All known facts of a listing, in groups; a group without any is left out. Not in `car-facts.ts`, so that the scripts of
 * cards and of a car's page, whose loader names its facts, do not have them.
 */
export function groupedFacts(product: ListedProduct, details: DetailFacts): FactGroup[] {
  const facts = new Map(present(factPairs(product, details)).map((fact) => [fact.label, fact]));
  return groups
    .map(({ title, labels }) => ({
      title,
      facts: labels.flatMap((label) => facts.get(label) ?? []),
    }))
    .filter((group) => group.facts.length > 0);
}

/** All facts in the order in which people compare cars. Unknown ones are null, so that all cars have the same labels. */
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
