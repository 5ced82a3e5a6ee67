import type { BodyType, FuelEconomyUnit } from "#shared/listings/listing.ts";
import type { Product } from "#shared/listings/listing-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { formatNumber } from "#shared/text/format-number.ts";

type Fact = { label: string; value: string };

/** Key facts of a listing, in display order; unknown ones are omitted. */
export function comparedFacts(
  product: Pick<Product, "year" | "mileage" | "mileageUnit" | "fuel" | "transmission">,
): Fact[] {
  return present([
    ["Year", product.year?.toString()],
    [
      "Mileage",
      product.mileage === null
        ? null
        : `${formatNumber(product.mileage)} ${product.mileageUnit ?? "mi"}`,
    ],
    ["Fuel", capitalised(product.fuel)],
    ["Transmission", capitalised(product.transmission)],
  ]);
}

/** All known facts of a listing, in the order in which people compare cars. */
export function allFacts(product: Product): Fact[] {
  const { fuelEconomy, bodyType } = product;
  return [
    ...comparedFacts(product),
    ...present([
      ["Engine size", product.engineSize === null ? null : `${product.engineSize.toFixed(1)} L`],
      [
        "Body type",
        bodyType &&
          `${bodyNames[bodyType]}${product.bodyTypeTypical ? " (usual for this model)" : ""}`,
      ],
      ["Color", product.colour],
      ["Type", product.condition],
      ["Years used", product.used?.toString()],
      ["Year of purchase", product.purchase?.toString()],
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
    ]),
  ];
}

const bodyNames: Record<BodyType, string> = {
  saloon: "Sedan",
  estate: "Station wagon",
  hatchback: "Hatchback",
  suv: "SUV",
  coupe: "Coupe",
  convertible: "Convertible",
  mpv: "Minivan",
  van: "Van",
  pickup: "Pickup",
};

const economyUnits: Record<FuelEconomyUnit, string> = {
  mpg_uk: "mpg (UK)",
  mpg_us: "mpg (US)",
  l_100km: "L/100 km",
};

/** The remaining facts on a card. */
export function cardLines(product: Pick<Product, "condition" | "used" | "location">): Fact[] {
  return present([
    ["Type", product.condition],
    ["Years used", product.used?.toString()],
    ["Location", product.location],
  ]);
}

function present(pairs: [label: string, value: string | null | undefined][]): Fact[] {
  return pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function capitalised(word: string | null): string | null {
  if (word === null) return null;
  return word === "lpg" ? "LPG" : word.charAt(0).toUpperCase() + word.slice(1);
}
