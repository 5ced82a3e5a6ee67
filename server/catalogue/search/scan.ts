import type { CarColumns } from "./car-columns.ts";
import { carMatcher } from "./car-matcher.ts";
import { countFewestFailures } from "./facets/count-failures.ts";
import { countValues, type ValueCounts } from "./facets/count-values.ts";
import type { Tallies } from "./facets/group-tallies.ts";
import type { SearchPlan } from "./search-plan.ts";
import { markMatches, matchEach } from "./match-each.ts";
import { findFailures, testsEach, type Failures } from "./find-failures.ts";

/** What a search found. Valid until the next search. */
export type Scan = {
  total: number;
  matches: (slot: number) => boolean;
  /** The slots of the cars that match, in no order. */
  slots: () => Uint32Array;
  /** The relevance of the texts of the cars that match, by slot. */
  scores: Uint16Array;
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
  if (!withFacets && testsEach(plan)) return scanEach(cars, plan);
  if (!withFacets && isEverything(plan)) return scanAll(cars, plan);
  const tallies = talliesOf(cars, withFacets ? moments : null);
  const failures = findFailures(cars, plan, tallies, withFacets);
  const counts = withFacets ? countValues(cars, failures, tallies, moments.length) : null;
  const total = counts?.total ?? countMatches(failures);
  const { group, price } = cars.columns;
  const { passing, areMixed, isMixed } = failures;
  const { low, high } = plan.ranges.price ?? { low: -Infinity, high: Infinity };
  const matchesItself = carMatcher(cars, plan);
  return {
    total,
    matches(slot) {
      const ofSlot = group[slot]!;
      return (
        price[slot]! >= low &&
        price[slot]! <= high &&
        (passing[ofSlot >>> 5]! & (1 << (ofSlot & 31))) !== 0 &&
        (!areMixed || isMixed[ofSlot] === 0 || matchesItself(slot))
      );
    },
    slots: () => matchingSlots(cars, failures, total),
    scores: failures.scores,
    counts,
  };
}

/** The tallies of all groups, with those moments of `newSince` that were counted last if none are given. */
function talliesOf(cars: CarColumns, moments: readonly number[] | null): Tallies {
  // First, because new buckets need new tallies.
  const { price } = cars.buckets().ranges;
  return cars.tallies(moments, price);
}

/** Whether a search has no filter and no text. */
function isEverything({ values, looks, ranges, locations, text }: SearchPlan): boolean {
  if (values.length > 0 || looks !== null || locations !== null || text !== null) return false;
  for (const _range in ranges) return false;
  return true;
}

/** The scan of a search that looks at each car. */
function scanEach(cars: CarColumns, plan: SearchPlan): Scan {
  const matches = matchEach(cars, plan);
  const { slots, size, scores, isMarked } = matches;
  let areMarked = false;
  return {
    total: size,
    matches: (slot) => {
      if (!areMarked) markMatches(matches);
      areMarked = true;
      return isMarked[slot] === 1;
    },
    slots: () => slots.subarray(0, size),
    scores,
    counts: null,
  };
}

const noScores = new Uint16Array(0);

/** The scan of a search that matches every car. */
function scanAll(cars: CarColumns, plan: SearchPlan): Scan {
  const total = cars.size();
  return {
    total,
    matches: () => true,
    slots: () => matchingSlots(cars, findFailures(cars, plan, talliesOf(cars, null), false), total),
    scores: noScores,
    counts: null,
  };
}

function countMatches({ matching, areMixed, isMixed, failed }: Failures): number {
  const { groups, from, to, keptFrom, keptTo } = matching;
  let total = 0;
  for (let at = 0; at < groups.length; at++) {
    if (!areMixed || isMixed[groups[at]!] === 0) total += to[at]! - from[at]!;
    else
      for (let index = keptFrom[at]!; index < keptTo[at]!; index++)
        total += Number(failed[index] === 0);
  }
  return total;
}

function matchingSlots(
  cars: CarColumns,
  { matching, areMixed, isMixed, keptSlots, failed }: Failures,
  total: number,
): Uint32Array {
  const { groups, from, to, keptFrom, keptTo } = matching;
  const slots = new Uint32Array(total);
  const byPrice = cars.groups.byPrice();
  let size = 0;
  for (let at = 0; at < groups.length; at++) {
    if (!areMixed || isMixed[groups[at]!] === 0)
      for (let place = from[at]!; place < to[at]!; place++) slots[size++] = byPrice[place]!;
    else
      for (let index = keptFrom[at]!; index < keptTo[at]!; index++)
        if (failed[index] === 0) slots[size++] = keptSlots[index]!;
  }
  return slots;
}

/** For each combination of the fewest failures that a car has, how many cars have it. */
export function countRelaxed(cars: CarColumns, plan: SearchPlan): Map<number, number> {
  return countFewestFailures(cars, plan, talliesOf(cars, null));
}
