import type { SeenFacts, FeedFacts } from "#server/imports/public-reading.ts";
import { costOfComparison, type ComparisonCount } from "./comparison-count.ts";
import type { KnownCar } from "../feed-facts.ts";
import { append, mostDriven } from "./identify-cars.ts";

/** Facts that show which of several cars a row means, and others that only make it likelier. */
const telling = ["mileage", "sourcePriceMinor", "description"] as const;
const common = ["fuel", "transmission", "engineSizeCc", "colour"] as const;
/** One telling fact counts more than all common ones. */
const weight = common.length + 1;

/**
 * Finds the cars of faulty rows that state no number. A row matches at most one car: the most similar of those with the
 * same make, model and year, as far as the row's can be read. At least two of the three must be readable.
 * @param comparisons counts those of the plan
 * @throws AppError too_large if too many cars are alike
 */
export function matchFaultyRows<Row extends { seen?: SeenFacts }>(
  cars: readonly KnownCar[],
  rows: readonly Row[],
  comparisons: ComparisonCount,
): Map<KnownCar, Row> {
  const matches = new Map<KnownCar, Row>();
  const matched = new Set<Row>();
  const byKey = new Map<string, KnownCar[]>();
  for (const car of cars) for (const key of keysOf(car.feedFacts)) append(byKey, key, car);
  // Rows that state the mileage or price of a car choose first.
  for (const leastSimilar of [weight, 0])
    for (const row of rows) {
      const key = row.seen && !matched.has(row) ? keyOf(row.seen) : null;
      if (key === null) continue;
      const cars = byKey.get(key) ?? [];
      const car = mostSimilar(cars, row.seen!, { leastSimilar, matches, comparisons });
      if (!car) continue;
      matches.set(car, row);
      matched.add(row);
    }
  return matches;
}

function mostSimilar(
  cars: readonly KnownCar[],
  seen: SeenFacts,
  {
    leastSimilar,
    matches,
    comparisons,
  }: {
    leastSimilar: number;
    matches: ReadonlyMap<KnownCar, unknown>;
    comparisons: ComparisonCount;
  },
) {
  let best: KnownCar | null = null;
  let most = leastSimilar - 1;
  for (const car of cars) {
    comparisons.add(costOfComparison(car.feedFacts, seen));
    const isFree = canBe(car.feedFacts, seen) && !matches.has(car);
    const similar = isFree ? similarity(car.feedFacts, seen) : -1;
    if (similar > most) [best, most] = [car, similar];
  }
  return best;
}

type Named = { make?: string | null; model?: string | null; year?: number | null };

/** What finds the cars that a row can be; null if it says too little. */
function keyOf({ make = null, model = null, year = null }: Named): string | null {
  const named = [make, model?.toLowerCase() ?? null, year];
  return named.filter((fact) => fact !== null).length < 2 ? null : JSON.stringify(named);
}

/** The keys of rows that can be a car. */
function keysOf({ make, model, year }: FeedFacts): string[] {
  const some = [
    { make, model, year },
    { make, model },
    { make, year },
    { model, year },
  ];
  return [...new Set(some.flatMap((named) => keyOf(named) ?? []))];
}

/** Whether a row can be of a car: driven as far or a little further, and of the same color. */
function canBe(feedFacts: FeedFacts, { mileage, colour }: SeenFacts): boolean {
  const driven = mileage === undefined ? 0 : mileage - (feedFacts.mileage ?? 0);
  const isRepainted = colour != null && feedFacts.colour !== null && colour !== feedFacts.colour;
  return driven >= 0 && driven <= mostDriven && !isRepainted;
}

function similarity(feedFacts: FeedFacts, seen: SeenFacts): number {
  const agreeing = (fields: readonly (keyof SeenFacts & keyof FeedFacts)[]) =>
    fields.filter((field) => seen[field] !== undefined && seen[field] === feedFacts[field]).length;
  return weight * agreeing(telling) + agreeing(common);
}
