import { bucketIndex, noBucket, type Buckets } from "./buckets.ts";
import type { CarColumns } from "../car-columns.ts";
import type { Ends } from "../find-ends.ts";
import { groupFilters, groupRanges, type GroupFilter, type GroupRange } from "./group-values.ts";

/** The counts of the values that the cars of a group share, from their counts by place. */
export function readSharedCounts(cars: CarColumns, shared: Uint32Array) {
  const codeCounts = (name: GroupFilter) => {
    const { values, placesInOrder } = cars.groups.values.of(name);
    const counts = new Uint32Array(cars.codes[name].size());
    for (let at = 0; at < values.length; at++) counts[values[at]!] = shared[placesInOrder[at]!]!;
    return counts;
  };
  const histogram = (name: GroupRange) => {
    const { values, placesInOrder } = cars.groups.values.of(name);
    const buckets = bucketsOf(name, values, cars.buckets().ranges[name]);
    const counts = new Uint32Array(noBucket + 1);
    let low = Infinity;
    let high = -Infinity;
    for (let at = 0; at < values.length; at++) {
      const matches = shared[placesInOrder[at]!]!;
      const value = values[at]!;
      // 0 is unknown.
      if (matches === 0 || value === 0) continue;
      counts[buckets[at]!]! += matches;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return { counts, ends: { low, high } };
  };
  const ranges = groupRanges.map((name) => ({ name, ...histogram(name) }));
  return {
    values: Object.fromEntries(groupFilters.map((name) => [name, codeCounts(name)])) as Record<
      GroupFilter,
      Uint32Array
    >,
    buckets: Object.fromEntries(ranges.map(({ name, counts }) => [name, counts])) as Record<
      GroupRange,
      Uint32Array
    >,
    ends: Object.fromEntries(ranges.map(({ name, ends }) => [name, ends])) as Record<
      GroupRange,
      Ends
    >,
  };
}

/** The buckets of the values of a histogram, in the order of the values. */
const bucketsOfValues = new WeakMap<Buckets, number[]>();

function bucketsOf(name: GroupRange, values: readonly number[], buckets: Buckets): number[] {
  const ofValues = bucketsOfValues.get(buckets) ?? [];
  bucketsOfValues.set(buckets, ofValues);
  for (let at = ofValues.length; at < values.length; at++)
    ofValues.push(bucketIndex(name, values[at]!, buckets));
  return ofValues;
}
