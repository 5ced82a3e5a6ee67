import { bodyNames } from "#shared/listings/body-names.ts";
import type { FuelEconomyUnit } from "#shared/listings/listing.ts";
import type { ListedProduct, Product } from "#shared/listings/listing-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { formatNumber } from "#shared/text/format-number.ts";

type Fact = { label: string; value: string };
type Pair = [label: string, value: string | null | undefined];

/** Key facts of a listing, in display order; unknown ones are omitted. */
export function comparedFacts(
  product: Pick<Product, "year" | "mileage" | "mileageUnit" | "fuel" | "transmission">,
): Fact[] {
  return present(keyFacts(product));
}

function keyFacts(product: Parameters<typeof comparedFacts>[0]): Pair[] {
  return [
    ["Year", product.year?.toString()],
    [
      "Mileage",
      product.mileage === null
        ? null
        : `${formatNumber(product.mileage)} ${product.mileageUnit ?? "mi"}`,
    ],
    ["Fuel", capitalised(product.fuel)],
    ["Transmission", capitalised(product.transmission)],
  ];
}

/** All known facts of a listing, in the order in which people compare cars. */
export function allFacts(product: ListedProduct): Fact[] {
  return present(factPairs(product));
}

/** The same facts with the unknown ones, which are null, so that all cars have the same labels. */
export function factRows(product: ListedProduct): { label: string; value: string | null }[] {
  return factPairs(product).map(([label, value]) => ({ label, value: value || null }));
}

function factPairs(product: ListedProduct): Pair[] {
  const { fuelEconomy, bodyType } = product;
  return [
    ...keyFacts(product),
    ["Engine size", product.engineSize === null ? null : `${product.engineSize.toFixed(1)} L`],
    [
      "Body type",
      bodyType &&
        `${bodyNames[bodyType]}${product.bodyTypeTypical ? " (usual for this model)" : ""}`,
    ],
    ["Color", capitalised(product.colour)],
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
  ];
}

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

function present(pairs: Pair[]): Fact[] {
  return pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

function capitalised(word: string | null): string | null {
  if (word === null) return null;
  return word === "lpg" ? "LPG" : word.charAt(0).toUpperCase() + word.slice(1);
}
