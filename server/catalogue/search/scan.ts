import { searchParts } from "#shared/search/search-filters.ts";
import type { CarColumns } from "./car-columns.ts";
import { countValues, type ValueCounts } from "./count-values.ts";
import type { Tallies } from "./group-tallies.ts";
import { bitOf, type SearchPlan } from "./search-plan.ts";
import { markMatches, matchEach } from "./match-each.ts";
import { testAllCars, testCars, testsEach, type Failures } from "./test-cars.ts";

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
  const failures = testCars(cars, plan, tallies, withFacets);
  const counts = withFacets ? countValues(cars, failures, tallies, moments.length) : null;
  const total = counts?.total ?? countMatches(cars, failures);
  const { group, price } = cars.columns;
  const { passing, areMixed, isMixed } = failures;
  const { low, high } = plan.ranges.price ?? { low: -Infinity, high: Infinity };
  return {
    total,
    matches(slot) {
      const ofSlot = group[slot]!;
      return (
        price[slot]! >= low &&
        price[slot]! <= high &&
        (passing[ofSlot >>> 5]! & (1 << (ofSlot & 31))) !== 0 &&
        (!areMixed || isMixed[ofSlot] === 0 || failures.cars[slot] === 0)
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
  const found = matchEach(cars, plan);
  const { slots, size, scores, isMarked } = found;
  let areMarked = false;
  return {
    total: size,
    matches: (slot) => {
      if (!areMarked) markMatches(found);
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
    slots: () => matchingSlots(cars, testCars(cars, plan, talliesOf(cars, null), false), total),
    scores: noScores,
    counts: null,
  };
}

function countMatches(
  cars: CarColumns,
  { matching, areMixed, isMixed, cars: failed }: Failures,
): number {
  const { groups, from, to } = matching;
  const byPrice = cars.groups.byPrice();
  let total = 0;
  for (let at = 0; at < groups.length; at++) {
    const end = to[at]!;
    if (!areMixed || isMixed[groups[at]!] === 0) total += end - from[at]!;
    else
      for (let place = from[at]!; place < end; place++)
        if (failed[byPrice[place]!] === 0) total += 1;
  }
  return total;
}

function matchingSlots(
  cars: CarColumns,
  { matching, areMixed, isMixed, cars: failed }: Failures,
  total: number,
): Uint32Array {
  const { groups, from, to } = matching;
  const slots = new Uint32Array(total);
  const byPrice = cars.groups.byPrice();
  let found = 0;
  for (let at = 0; at < groups.length; at++) {
    const all = !areMixed || isMixed[groups[at]!] === 0;
    const end = to[at]!;
    for (let place = from[at]!; place < end; place++) {
      const slot = byPrice[place]!;
      if (all || failed[slot] === 0) slots[found++] = slot;
    }
  }
  return slots;
}

/** For every combination of failures, how many cars have it. */
export function countFailures(cars: CarColumns, plan: SearchPlan): Map<number, number> {
  const { ofGroups, all, isMixed, cars: failed } = testAllCars(cars, plan, talliesOf(cars, null));
  const { start, count } = cars.groups.columns;
  const byPrice = cars.groups.byPrice();
  const found = new Uint32Array(1 << searchParts.length);
  for (let at = 0; at < all.groups.length; at++) {
    const group = all.groups[at]!;
    const [first, low, high] = [start[group]!, all.from[at]!, all.to[at]!];
    const end = first + count[group]!;
    const ofGroup = ofGroups[group]!;
    if (isMixed[group] === 0) {
      found[ofGroup]! += high - low;
      found[ofGroup | bitOf.price]! += end - first - (high - low);
      continue;
    }
    for (let place = first; place < end; place++) {
      const ofPrice = place >= low && place < high ? 0 : bitOf.price;
      found[ofGroup | failed[byPrice[place]!]! | ofPrice]! += 1;
    }
  }
  const counts = new Map<number, number>();
  for (let failures = 0; failures < found.length; failures++)
    if (found[failures]! > 0) counts.set(failures, found[failures]!);
  return counts;
}
