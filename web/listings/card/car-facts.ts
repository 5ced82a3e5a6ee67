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

/** The key facts on a card, where they have one line: shorter, and without a year that the name has already. */
export function cardFacts(product: Parameters<typeof comparedFacts>[0] & { name: string }): Fact[] {
  const hasYear = product.name.split(/\W+/).includes(String(product.year));
  return comparedFacts(hasYear ? { ...product, year: null } : product).map(({ label, value }) => ({
    label,
    value: value === "Semi-automatic" ? "Semi-auto" : value,
  }));
}

/** The facts on a card that have labels. */
export function cardLines(product: Pick<Product, "condition" | "used">): Fact[] {
  return present([
    ["Type", product.condition],
    ["Years used", product.used?.toString()],
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
