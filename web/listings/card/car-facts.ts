import type { Product } from "#shared/listings/listing-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";

export type Fact = { label: string; value: string };
export type Pair = [label: string, value: string | null | undefined];

/** Key facts of a listing, in display order; unknown ones are omitted. */
export function comparedFacts(
  product: Pick<Product, "year" | "mileage" | "mileageUnit" | "fuel" | "transmission">,
): Fact[] {
  return present(keyFacts(product));
}

/** The same facts with the unknown ones. */
export function keyFacts(product: Parameters<typeof comparedFacts>[0]): Pair[] {
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

/** The remaining facts on a card. */
export function cardLines(product: Pick<Product, "condition" | "used" | "location">): Fact[] {
  return present([
    ["Type", product.condition],
    ["Years used", product.used?.toString()],
    ["Location", product.location],
  ]);
}

/** The facts that are known. */
export function present(pairs: Pair[]): Fact[] {
  return pairs.flatMap(([label, value]) => (value ? [{ label, value }] : []));
}

/** A word of a listing as a fact. */
export function capitalised(word: string | null): string | null {
  if (word === null) return null;
  return word === "lpg" ? "LPG" : word.charAt(0).toUpperCase() + word.slice(1);
}
