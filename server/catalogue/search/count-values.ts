import { valueFilters, type RangeFilter, type ValueFilter } from "#shared/search/search-filters.ts";
import { noBucket } from "./buckets.ts";
import { colourOfLook, isVerifiedLook, looks, type CarColumns } from "./car-columns.ts";
import { bitOf } from "./search-plan.ts";
import type { Failures } from "./test-cars.ts";

/** What each value of a filter would give under the other filters. */
export type ValueCounts = {
  /** The cars that match the search. */
  total: number;
  /** For each value filter, the cars of each code that fail nothing but, at most, this filter. */
  values: Record<ValueFilter, Uint32Array>;
  verified: number;
  /** For each range, the cars of each bucket that fail nothing but, at most, this range. */
  buckets: Record<RangeFilter, Uint32Array>;
  /** For each range, the lowest and highest known value of these cars; Infinity and -Infinity without any. */
  ends: Record<RangeFilter, Ends>;
  /** For each of the offered moments, the cars listed since that fail nothing but, at most, `newSince`. */
  since: number[];
};

type Ends = { low: number; high: number };

const { mileage: mileageBit, colour, verified, newSince } = bitOf;

/** How many cars of each group fail nothing else than the group does. Searches share this memory. */
let found = new Uint32Array(0);

/**
 * Counts cars from what they fail. `moments` are the offered times of `newSince`, the latest first. These loops run over
 * every group or car, so they are short and have only local variables.
 */
export function countValues(
  cars: CarColumns,
  failures: Failures,
  moments: readonly number[],
): ValueCounts {
  const size = cars.groups.size();
  if (found.length < size) found = new Uint32Array(size * 2);
  // Before the cars are counted, because this may change their buckets.
  const { ofGroup } = cars.buckets();
  const counts = emptyCounts(cars);
  const looksOf = emptyLooks();
  countCars(cars, failures, counts, looksOf);
  addLooks(counts, looksOf);
  addGroups(cars, failures, counts, ofGroup);
  counts.ends.price = findPriceEnds(cars, failures);
  counts.ends.mileage = findMileageEnds(cars, failures);
  counts.since = countSince(cars, failures, moments);
  return counts;
}

/** Adds the cars of each group to the counts of its values. */
function addGroups(
  cars: CarColumns,
  { groups }: Failures,
  counts: ValueCounts,
  bucketsOf: Record<"year" | "engine", Uint8Array>,
): void {
  const { make, model, body, fuel, transmission, year, engine } = cars.groups.columns;
  const { values, buckets, ends } = counts;
  const { year: yearBucket, engine: engineBucket } = bucketsOf;
  const size = cars.groups.size();
  for (let group = 1; group < size; group++) {
    const by = found[group]!;
    if (by === 0) continue;
    const failed = groups[group]!;
    if (failed === 0) counts.total += by;
    if (failed === 0 || failed === bitOf.make) values.make[make[group]!]! += by;
    if (failed === 0 || failed === bitOf.model) values.model[model[group]!]! += by;
    if (failed === 0 || failed === bitOf.body) values.body[body[group]!]! += by;
    if (failed === 0 || failed === bitOf.fuel) values.fuel[fuel[group]!]! += by;
    if (failed === 0 || failed === bitOf.transmission)
      values.transmission[transmission[group]!]! += by;
    if (failed === 0 || failed === bitOf.year) {
      buckets.year[yearBucket[group]!]! += by;
      extend(ends.year, year[group]!);
    }
    if (failed === 0 || failed === bitOf.engine) {
      buckets.engine[engineBucket[group]!]! += by;
      extend(ends.engine, engine[group]!);
    }
  }
}

/** Extends the ends by a value of a group. 0 is unknown. */
function extend(ends: Ends, value: number): void {
  if (value === 0) return;
  if (value < ends.low) ends.low = value;
  if (value > ends.high) ends.high = value;
}

/** Counts what differs within groups, and how many cars of each group fail nothing else than it. */
function countCars(
  cars: CarColumns,
  { groups, from, to, isMixed, cars: failures }: Failures,
  { buckets: { price, mileage } }: ValueCounts,
  { matches, otherColour, unverified }: Looks,
): void {
  const { priceBucket, mileageBucket, look } = cars.columns;
  const { start, count } = cars.groups.columns;
  const byPrice = cars.groups.byPrice();
  const size = cars.groups.size();
  for (let group = 1; group < size; group++) {
    const ofGroup = groups[group]!;
    found[group] = 0;
    if (count[group] === 0 || (ofGroup & (ofGroup - 1)) !== 0) continue;
    const [low, high] = [from[group]!, to[group]!];
    const all = isMixed[group] === 0;
    let same = all ? high - low : 0;
    if (!all)
      for (let place = low; place < high; place++) {
        const slot = byPrice[place]!;
        const failed = failures[slot]!;
        if (failed === ofGroup) same += 1;
        if (failed === 0) {
          price[priceBucket[slot]!]! += 1;
          mileage[mileageBucket[slot]!]! += 1;
          matches[look[slot]!]! += 1;
        } else if (failed === mileageBit) mileage[mileageBucket[slot]!]! += 1;
        else if (failed === colour) otherColour[look[slot]!]! += 1;
        else if (failed === verified) unverified[look[slot]!]! += 1;
      }
    else if (ofGroup === 0)
      for (let place = low; place < high; place++) {
        const slot = byPrice[place]!;
        price[priceBucket[slot]!]! += 1;
        mileage[mileageBucket[slot]!]! += 1;
        matches[look[slot]!]! += 1;
      }
    else if (ofGroup === mileageBit)
      for (let place = low; place < high; place++) mileage[mileageBucket[byPrice[place]!]!]! += 1;
    found[group] = same;
    if (ofGroup !== 0) continue;
    // The cars that fail the price, and nothing else.
    const end = start[group]! + count[group]!;
    for (let place = start[group]!; place < low; place++)
      if (all || failures[byPrice[place]!] === 0) price[priceBucket[byPrice[place]!]!]! += 1;
    for (let place = high; place < end; place++)
      if (all || failures[byPrice[place]!] === 0) price[priceBucket[byPrice[place]!]!]! += 1;
  }
}

/** The lowest and highest price of the cars that fail nothing but, at most, the price. */
function findPriceEnds(cars: CarColumns, { groups, isMixed, cars: failures }: Failures): Ends {
  const { price } = cars.columns;
  const { start, count } = cars.groups.columns;
  const byPrice = cars.groups.byPrice();
  const size = cars.groups.size();
  let [low, high] = [Infinity, -Infinity];
  for (let group = 1; group < size; group++) {
    if (groups[group] !== 0) continue;
    const all = isMixed[group] === 0;
    const [first, end] = [start[group]!, start[group]! + count[group]!];
    for (let place = first; place < end; place++) {
      const slot = byPrice[place]!;
      if (price[slot]! >= low) break;
      if (price[slot]! > 0 && (all || failures[slot] === 0)) low = price[slot]!;
    }
    for (let place = end - 1; place >= first; place--) {
      const slot = byPrice[place]!;
      if (price[slot]! <= high || price[slot] === 0) break;
      if (all || failures[slot] === 0) high = price[slot]!;
    }
  }
  return { low, high };
}

/** The lowest and highest mileage of the cars that fail nothing but, at most, the mileage. */
function findMileageEnds(
  cars: CarColumns,
  { groups, from, to, isMixed, cars: failures }: Failures,
): Ends {
  const { mileage } = cars.columns;
  const { lowest, highest } = cars.groups.columns;
  const byPrice = cars.groups.byPrice();
  const size = cars.groups.size();
  let [low, high] = [Infinity, -Infinity];
  for (let group = 1; group < size; group++) {
    const ofGroup = groups[group]!;
    if (ofGroup !== 0 && ofGroup !== mileageBit) continue;
    if (lowest.mileage[group]! >= low && highest.mileage[group]! <= high) continue;
    const all = isMixed[group] === 0;
    for (let place = from[group]!; place < to[group]!; place++) {
      const slot = byPrice[place]!;
      const value = mileage[slot]!;
      if (value < 0 || (value >= low && value <= high)) continue;
      if (!all && failures[slot] !== 0 && failures[slot] !== mileageBit) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return { low, high };
}

/** The number of cars listed since each moment that fail nothing but, at most, `newSince`. */
function countSince(
  cars: CarColumns,
  { groups, from, to, isMixed, cars: failures }: Failures,
  moments: readonly number[],
): number[] {
  const { listedAt } = cars.columns;
  const { lowest, highest } = cars.groups.columns;
  const byPrice = cars.groups.byPrice();
  const size = cars.groups.size();
  const [latest, oldest] = [moments[0]!, moments.at(-1)!];
  const counts = moments.map(() => 0);
  for (let group = 1; group < size; group++) {
    const ofGroup = groups[group]!;
    if (ofGroup !== 0 && ofGroup !== newSince) continue;
    if (highest.listedAt[group]! < oldest) continue;
    const all = isMixed[group] === 0;
    if (all && lowest.listedAt[group]! >= latest) {
      counts[0]! += to[group]! - from[group]!;
      continue;
    }
    for (let place = from[group]!; place < to[group]!; place++) {
      const slot = byPrice[place]!;
      const time = listedAt[slot]!;
      if (time < oldest) continue;
      if (!all && failures[slot] !== 0 && failures[slot] !== newSince) continue;
      let moment = 0;
      while (time < moments[moment]!) moment += 1;
      counts[moment]! += 1;
    }
  }
  // So far each car is counted at the latest of its moments.
  for (let at = 1; at < counts.length; at++) counts[at]! += counts[at - 1]!;
  return counts;
}

/** The looks of the cars that match, of those that fail only the color, and of those that fail only the verification. */
type Looks = Record<"matches" | "otherColour" | "unverified", Uint32Array>;

function emptyLooks(): Looks {
  const none = () => new Uint32Array(looks);
  return { matches: none(), otherColour: none(), unverified: none() };
}

function addLooks(counts: ValueCounts, { matches, otherColour, unverified }: Looks): void {
  for (let look = 0; look < looks; look++) {
    counts.values.colour[colourOfLook(look)]! += matches[look]! + otherColour[look]!;
    if (isVerifiedLook(look)) counts.verified += matches[look]! + unverified[look]!;
  }
}

function emptyCounts(cars: CarColumns): ValueCounts {
  const none = () => ({ low: Infinity, high: -Infinity });
  const histogram = () => new Uint32Array(noBucket + 1);
  return {
    total: 0,
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
    since: [],
  };
}
