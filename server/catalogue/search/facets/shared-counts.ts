import { bucketIndex, noBucket, type Buckets } from "./buckets.ts";
import type { CarColumns } from "../car-columns.ts";
import type { GroupFilter } from "./car-groups.ts";

/** The counts of the values that the cars of a group share, from their counts by place. */
export function readSharedCounts(cars: CarColumns, shared: Uint32Array) {
  const codeCounts = (name: GroupFilter) => {
    const { values, placesInOrder } = cars.groups.values.of(name);
    const counts = new Uint32Array(cars.codes[name].size());
    for (let at = 0; at < values.length; at++) counts[values[at]!] = shared[placesInOrder[at]!]!;
    return counts;
  };
  const histogram = (name: "year" | "engine") => {
    const { values, placesInOrder } = cars.groups.values.of(name);
    const buckets = bucketsOf(name, values, cars.buckets().ranges[name]);
    const counts = new Uint32Array(noBucket + 1);
    let low = Infinity;
    let high = -Infinity;
    for (let at = 0; at < values.length; at++) {
      const found = shared[placesInOrder[at]!]!;
      const value = values[at]!;
      // 0 is unknown.
      if (found === 0 || value === 0) continue;
      counts[buckets[at]!]! += found;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return { counts, ends: { low, high } };
  };
  const year = histogram("year");
  const engine = histogram("engine");
  return {
    values: {
      make: codeCounts("make"),
      model: codeCounts("model"),
      body: codeCounts("body"),
      fuel: codeCounts("fuel"),
      transmission: codeCounts("transmission"),
    },
    buckets: { year: year.counts, engine: engine.counts },
    ends: { year: year.ends, engine: engine.ends },
  };
}

/** The buckets of the values of a histogram, in the order of the values. */
const known = new WeakMap<Buckets, number[]>();

function bucketsOf(name: "year" | "engine", values: readonly number[], buckets: Buckets): number[] {
  const ofValues = known.get(buckets) ?? [];
  known.set(buckets, ofValues);
  for (let at = ofValues.length; at < values.length; at++)
    ofValues.push(bucketIndex(name, values[at]!, buckets));
  return ofValues;
}
