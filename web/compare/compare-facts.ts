import type { ListedProduct } from "#shared/listings/listing-contract.ts";

export type ComparedRow = {
  label: string;
  /** One per car; null where the listing does not state the fact. */
  values: (string | null)[];
  /** Whether two cars state different values. */
  isDifferent: boolean;
  /** Whether all cars state the same value. A row is neither if only some cars state the fact. */
  isSame: boolean;
};

/**
 * The facts of several cars as rows, in the order of the given lists. All lists have the same labels. A fact that no car
 * states has no row.
 */
export function compareFacts(
  cars: readonly (readonly { label: string; value: string | null }[])[],
): ComparedRow[] {
  const labels = cars[0]?.map(({ label }) => label) ?? [];
  return labels.flatMap((label, at) => {
    const values = cars.map((facts) => facts[at]?.value ?? null);
    const stated = new Set(values.filter((value) => value !== null));
    if (stated.size === 0) return [];
    const isSame = stated.size === 1 && !values.includes(null);
    return [{ label, values, isDifferent: stated.size > 1, isSame }];
  });
}

type BestOf = { label: string; word: string; places: number[] };

/** The lowest price, the fewest miles and the newest year of several cars; none where all are alike or one is unknown. */
export function bestValues(
  cars: readonly Pick<ListedProduct, "resalePrice" | "mileage" | "mileageUnit" | "year">[],
): BestOf[] {
  const hasOneUnit = new Set(cars.map(({ mileageUnit }) => mileageUnit)).size === 1;
  return [
    bestOf(
      "Price",
      "Lowest",
      cars.map(({ resalePrice }) => -resalePrice),
    ),
    bestOf(
      "Mileage",
      "Fewest",
      cars.map(({ mileage }) => (hasOneUnit ? negative(mileage) : null)),
    ),
    bestOf(
      "Year",
      "Newest",
      cars.map(({ year }) => year),
    ),
  ].filter(({ places }) => places.length > 0);
}

function negative(value: number | null): number | null {
  return value === null ? null : -value;
}

/** Where the highest of several numbers is. */
function bestOf(label: string, word: string, numbers: readonly (number | null)[]): BestOf {
  const figures = numbers.filter((number) => number !== null);
  const isKnown = figures.length === numbers.length && new Set(figures).size > 1;
  const best = Math.max(...figures);
  const places = numbers.flatMap((number, at) => (isKnown && number === best ? [at] : []));
  return { label, word, places };
}
