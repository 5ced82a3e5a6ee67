import type { CarColumns } from "./car-columns.ts";
import { countValues, type ValueCounts } from "./count-values.ts";
import { bitOf, type SearchPlan } from "./search-plan.ts";
import { testCars, type Failures } from "./test-cars.ts";

/** What a search found. Valid until the next search. */
export type Scan = {
  total: number;
  matches: (slot: number) => boolean;
  /** The slots of the cars that match, in no order. */
  slots: () => Uint32Array;
  /** The relevance of a matching car's text. */
  score: (slot: number) => number;
  /** With facets: what each value would give. */
  counts: ValueCounts | null;
};

/**
 * Finds the cars that match a search. Facets also count the cars that fail a single filter, because a filter's own
 * values are counted under the other filters. `moments` are the offered times of `newSince`, the latest first.
 */
export function scan(
  cars: CarColumns,
  plan: SearchPlan,
  withFacets: boolean,
  moments: readonly number[],
): Scan {
  if (!withFacets && isEverything(plan)) return scanAll(cars, plan);
  const failures = testCars(cars, plan, withFacets ? 1 : 0);
  const counts = withFacets ? countValues(cars, failures, moments) : null;
  const total = counts?.total ?? countMatches(cars, failures);
  const { group, price } = cars.columns;
  const { low, high } = plan.ranges.price ?? { low: -Infinity, high: Infinity };
  return {
    total,
    matches: (slot) =>
      price[slot]! >= low &&
      price[slot]! <= high &&
      failures.groups[group[slot]!] === 0 &&
      (failures.isMixed[group[slot]!] === 0 || failures.cars[slot] === 0),
    slots: () => matchingSlots(cars, failures, total),
    score: (slot) => failures.scores[slot]!,
    counts,
  };
}

/** Whether a search has no filter and no text. */
function isEverything({ values, looks, ranges, locations, text }: SearchPlan): boolean {
  if (values.length > 0 || looks !== null || locations !== null || text !== null) return false;
  for (const _range in ranges) return false;
  return true;
}

/** The scan of a search that matches every car. */
function scanAll(cars: CarColumns, plan: SearchPlan): Scan {
  const total = cars.size();
  return {
    total,
    matches: () => true,
    slots: () => matchingSlots(cars, testCars(cars, plan, 0), total),
    score: () => 0,
    counts: null,
  };
}

function countMatches(
  cars: CarColumns,
  { matching, matchingSize, from, to, isMixed, cars: failed }: Failures,
): number {
  const byPrice = cars.groups.byPrice();
  let total = 0;
  for (let at = 0; at < matchingSize; at++) {
    const group = matching[at]!;
    if (isMixed[group] === 0) total += to[group]! - from[group]!;
    else
      for (let place = from[group]!; place < to[group]!; place++)
        if (failed[byPrice[place]!] === 0) total += 1;
  }
  return total;
}

function matchingSlots(
  cars: CarColumns,
  { matching, matchingSize, from, to, isMixed, cars: failed }: Failures,
  total: number,
): Uint32Array {
  const slots = new Uint32Array(total);
  const byPrice = cars.groups.byPrice();
  let found = 0;
  for (let at = 0; at < matchingSize; at++) {
    const group = matching[at]!;
    const all = isMixed[group] === 0;
    for (let place = from[group]!; place < to[group]!; place++) {
      const slot = byPrice[place]!;
      if (all || failed[slot] === 0) slots[found++] = slot;
    }
  }
  return slots;
}

/** For every combination of failures, how many cars have it. */
export function countFailures(cars: CarColumns, plan: SearchPlan): Map<number, number> {
  const { groups, from, to, isMixed, cars: failed } = testCars(cars, plan, "any");
  const { start, count } = cars.groups.columns;
  const byPrice = cars.groups.byPrice();
  const found = new Map<number, number>();
  for (let group = 1; group < cars.groups.size(); group++) {
    if (count[group] === 0) continue;
    const end = start[group]! + count[group]!;
    for (let place = start[group]!; place < end; place++) {
      const ofCar = isMixed[group] === 1 ? failed[byPrice[place]!]! : groups[group]!;
      const isInRange = place >= from[group]! && place < to[group]!;
      const failures = isInRange ? ofCar : ofCar | bitOf.price;
      found.set(failures, (found.get(failures) ?? 0) + 1);
    }
  }
  return found;
}
