import { valueFilters, type RangeFilter, type ValueFilter } from "#shared/search/search-filters.ts";
import { noBucket } from "./buckets.ts";
import { colourOfLook, isVerifiedLook, looks, type CarColumns } from "./car-columns.ts";
import { groupFilters } from "./car-groups.ts";
import { bitOf, type SearchPlan } from "./search-plan.ts";
import { isSeveral, testCars, type Failures } from "./test-cars.ts";

/** What a search found. Valid until the next search. */
export type Scan = {
  total: number;
  matches: (slot: number) => boolean;
  /** The slots of the cars that match, in no order. */
  slots: () => Uint32Array;
  /** The relevance of a matching car's text. */
  score: (slot: number) => number;
  /** With facets: what each value would give. */
  counts: ScanCounts | null;
};

export type ScanCounts = {
  /** For each value filter, the cars of each code that fail nothing but, at most, this filter. */
  values: Record<ValueFilter, Uint32Array>;
  verified: number;
  /** For each range, the cars of each bucket that fail nothing but, at most, this range. */
  buckets: Record<RangeFilter, Uint32Array>;
  /** For each range, the lowest and highest known value of these cars; Infinity and -Infinity without any. */
  ends: Record<RangeFilter, Ends>;
  /** For each of `moments`, the cars listed since that fail nothing but, at most, `newSince`. */
  since: number[];
};

type Ends = { low: number; high: number };

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
  const failures = testCars(cars, plan, withFacets ? 1 : 0);
  const counter = withFacets ? facetCounter(cars, moments) : null;
  const total = counter ? counter.count(failures) : countMatches(cars, failures);
  const { group } = cars.columns;
  return {
    total,
    matches: (slot) =>
      failures.isMixed[group[slot]!] === 1
        ? failures.cars[slot] === 0
        : failures.groups[group[slot]!] === 0,
    slots: () => matchingSlots(cars, failures, total),
    score: (slot) => failures.scores[slot]!,
    counts: counter && counter.finish(),
  };
}

function countMatches(cars: CarColumns, { groups, isMixed, cars: failed }: Failures): number {
  const { start, count } = cars.groups.columns;
  let total = 0;
  for (let group = 1; group < cars.groups.size(); group++) {
    if (groups[group] !== 0) continue;
    if (isMixed[group] === 0) {
      total += count[group]!;
      continue;
    }
    const end = start[group]! + count[group]!;
    for (let slot = start[group]!; slot < end; slot++) if (failed[slot] === 0) total += 1;
  }
  return total;
}

function matchingSlots(
  cars: CarColumns,
  { groups, isMixed, cars: failed }: Failures,
  total: number,
): Uint32Array {
  const slots = new Uint32Array(total);
  const { start, count } = cars.groups.columns;
  let found = 0;
  for (let group = 1; group < cars.groups.size(); group++) {
    if (groups[group] !== 0) continue;
    const all = isMixed[group] === 0;
    const end = start[group]! + count[group]!;
    for (let slot = start[group]!; slot < end; slot++)
      if (all || failed[slot] === 0) slots[found++] = slot;
  }
  return slots;
}

const matched = 0;

/** Counts the cars of each value. */
function facetCounter(cars: CarColumns, moments: readonly number[]) {
  const { ofGroup } = cars.buckets();
  const columns = cars.groups.columns;
  const { price, mileage, listedAt, priceBucket, mileageBucket, look } = cars.columns;
  const counts = emptyCounts(cars, moments.length);
  const { values, buckets, ends, since } = counts;
  // The looks of the cars that fail nothing, only a color, and only the verification.
  const [ofMatches, ofOtherColour, ofUnverified] = [0, 1, 2].map(() => new Uint32Array(looks));
  const oldest = moments.at(-1)!;

  function countSince(slot: number): void {
    const time = listedAt[slot]!;
    if (time < oldest) return;
    let moment = 0;
    while (time < moments[moment]!) moment += 1;
    since[moment]! += 1;
  }

  function countOne(slot: number, failed: number): void {
    if (failed === matched || failed === bitOf.price) {
      buckets.price[priceBucket[slot]!]! += 1;
      extend(ends.price, price[slot]!, 1);
    }
    if (failed === matched || failed === bitOf.mileage) {
      buckets.mileage[mileageBucket[slot]!]! += 1;
      extend(ends.mileage, mileage[slot]!, 0);
    }
    if (failed === matched) ofMatches![look[slot]!]! += 1;
    else if (failed === bitOf.colour) ofOtherColour![look[slot]!]! += 1;
    else if (failed === bitOf.verified) ofUnverified![look[slot]!]! += 1;
    if (failed === matched || failed === bitOf.newSince) countSince(slot);
  }

  /** Counts the cars of a group that fail nothing else than the group does. */
  function countGroup(group: number, failed: number, found: number): void {
    for (const name of groupFilters)
      if (failed === matched || failed === bitOf[name])
        values[name][columns[name][group]!]! += found;
    for (const name of ["year", "engine"] as const) {
      if (failed !== matched && failed !== bitOf[name]) continue;
      buckets[name][ofGroup[name][group]!]! += found;
      extend(ends[name], columns[name][group]!, 1);
    }
  }

  /** Returns the number of cars that match. */
  function count({ groups, isMixed, cars: failures }: Failures): number {
    const { start, count: carsOf } = columns;
    let total = 0;
    for (let group = 1; group < cars.groups.size(); group++) {
      const failed = groups[group]!;
      if (carsOf[group] === 0 || isSeveral(failed)) continue;
      const end = start[group]! + carsOf[group]!;
      let found = 0;
      if (isMixed[group] === 0) {
        found = carsOf[group]!;
        if ((failed & ofCars) === failed)
          for (let slot = start[group]!; slot < end; slot++) countOne(slot, failed);
      } else
        for (let slot = start[group]!; slot < end; slot++) {
          const failure = failures[slot]!;
          if (failure === failed) found += 1;
          if (!isSeveral(failure) && (failure & ofCars) === failure) countOne(slot, failure);
        }
      if (failed === matched) total += found;
      if (found > 0) countGroup(group, failed, found);
    }
    return total;
  }

  function finish(): ScanCounts {
    for (let at = 0; at < looks; at++) {
      values.colour[colourOfLook(at)]! += ofMatches![at]! + ofOtherColour![at]!;
      if (isVerifiedLook(at)) counts.verified += ofMatches![at]! + ofUnverified![at]!;
    }
    // So far each car is counted at the latest of its moments.
    for (let index = 1; index < since.length; index++) since[index]! += since[index - 1]!;
    return counts;
  }

  return { count, finish };
}

/** The failures that are of single cars, not of groups. */
const ofCars =
  bitOf.text |
  bitOf.colour |
  bitOf.price |
  bitOf.mileage |
  bitOf.location |
  bitOf.verified |
  bitOf.newSince;

function extend(ends: Ends, value: number, lowestKnown: number): void {
  if (value < lowestKnown) return;
  if (value < ends.low) ends.low = value;
  if (value > ends.high) ends.high = value;
}

function emptyCounts(cars: CarColumns, moments: number): ScanCounts {
  const none = () => ({ low: Infinity, high: -Infinity });
  const histogram = () => new Uint32Array(noBucket + 1);
  return {
    values: Object.fromEntries(
      valueFilters.map((name) => [name, new Uint32Array(cars.codes[name].size())]),
    ) as Record<ValueFilter, Uint32Array>,
    verified: 0,
    buckets: {
      year: histogram(),
      price: histogram(),
      mileage: histogram(),
      engine: histogram(),
    },
    ends: { year: none(), price: none(), mileage: none(), engine: none() },
    since: Array.from({ length: moments }, () => 0),
  };
}

/** For every combination of failures, how many cars have it. */
export function countFailures(cars: CarColumns, plan: SearchPlan): Map<number, number> {
  const { groups, isMixed, cars: failed } = testCars(cars, plan, "any");
  const { start, count } = cars.groups.columns;
  const found = new Map<number, number>();
  const add = (failures: number, by: number) =>
    void found.set(failures, (found.get(failures) ?? 0) + by);
  for (let group = 1; group < cars.groups.size(); group++) {
    if (count[group] === 0) continue;
    if (isMixed[group] === 0) {
      add(groups[group]!, count[group]!);
      continue;
    }
    const end = start[group]! + count[group]!;
    for (let slot = start[group]!; slot < end; slot++) add(failed[slot]!, 1);
  }
  return found;
}
