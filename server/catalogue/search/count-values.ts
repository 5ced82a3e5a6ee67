import { valueFilters, type RangeFilter, type ValueFilter } from "#shared/search/search-filters.ts";
import { noBucket } from "./buckets.ts";
import { colourOfLook, isVerifiedLook, looks, type CarColumns } from "./car-columns.ts";
import { addTally, type Tallies } from "./group-tallies.ts";
import { findMileageEnds, findPriceEnds, type Ends } from "./find-ends.ts";
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

// Read once, because reading them for each group takes longer than counting it.
const { colour, verified, newSince, mileage: mileageBit } = bitOf;
const { make: makeBit, model: modelBit, body: bodyBit, fuel: fuelBit } = bitOf;
const { transmission: transmissionBit, year: yearBit, engine: engineBit } = bitOf;

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
  countCars(cars, failures, cars.tallies(), counts, looksOf);
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
  { groups, matching, matchingSize, others, othersSize }: Failures,
  counts: ValueCounts,
  bucketsOf: Record<"year" | "engine", Uint8Array>,
): void {
  const { make, model, body, fuel, transmission, year, engine } = cars.groups.columns;
  const { ends } = counts;
  const {
    make: makeCounts,
    model: modelCounts,
    body: bodyCounts,
    fuel: fuelCounts,
    transmission: transmissionCounts,
  } = counts.values;
  const { year: yearCounts, engine: engineCounts } = counts.buckets;
  const { year: yearBucket, engine: engineBucket } = bucketsOf;
  for (let at = 0; at < matchingSize; at++) {
    const group = matching[at]!;
    const by = found[group]!;
    if (by === 0) continue;
    counts.total += by;
    makeCounts[make[group]!]! += by;
    modelCounts[model[group]!]! += by;
    bodyCounts[body[group]!]! += by;
    fuelCounts[fuel[group]!]! += by;
    transmissionCounts[transmission[group]!]! += by;
    yearCounts[yearBucket[group]!]! += by;
    extend(ends.year, year[group]!);
    engineCounts[engineBucket[group]!]! += by;
    extend(ends.engine, engine[group]!);
  }
  for (let at = 0; at < othersSize; at++) {
    const group = others[at]!;
    const by = found[group]!;
    if (by === 0) continue;
    const failed = groups[group]!;
    if (failed === makeBit) makeCounts[make[group]!]! += by;
    else if (failed === modelBit) modelCounts[model[group]!]! += by;
    else if (failed === bodyBit) bodyCounts[body[group]!]! += by;
    else if (failed === fuelBit) fuelCounts[fuel[group]!]! += by;
    else if (failed === transmissionBit) transmissionCounts[transmission[group]!]! += by;
    else if (failed === yearBit) {
      yearCounts[yearBucket[group]!]! += by;
      extend(ends.year, year[group]!);
    } else if (failed === engineBit) {
      engineCounts[engineBucket[group]!]! += by;
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

/**
 * Counts what differs within groups, and how many cars of each group fail nothing else than it. The cars of a group are
 * looked at only if they differ in what they fail.
 */
function countCars(
  cars: CarColumns,
  failures: Failures,
  tallies: Tallies,
  counts: ValueCounts,
  looksOf: Looks,
): void {
  const { groups, matching, matchingSize, others, othersSize, from, to, isMixed } = failures;
  const { priceBucket, mileageBucket, look } = tallies;
  const { price, mileage } = counts.buckets;
  const { mileageBucket: mileageOf, look: lookOf } = cars.columns;
  const { matches } = looksOf;
  const { start, count } = cars.groups.columns;
  const byPrice = cars.groups.byPrice();
  for (let at = 0; at < matchingSize; at++) {
    const group = matching[at]!;
    if (isMixed[group] === 1) {
      countMixed(cars, failures, group, counts, looksOf);
      continue;
    }
    const low = from[group]!;
    const high = to[group]!;
    found[group] = high - low;
    // Also the cars that fail the price, and nothing else.
    addTally(priceBucket, group, start[group]!, price);
    if (high - low === count[group]) {
      addTally(mileageBucket, group, low, mileage);
      addTally(look, group, low, matches);
      continue;
    }
    for (let place = low; place < high; place++) {
      const slot = byPrice[place]!;
      mileage[mileageOf[slot]!]! += 1;
      matches[lookOf[slot]!]! += 1;
    }
  }
  for (let at = 0; at < othersSize; at++) {
    const group = others[at]!;
    found[group] = to[group]! - from[group]!;
    if (isMixed[group] === 1) countMixed(cars, failures, group, counts, looksOf);
    else if (groups[group] === mileageBit)
      for (let place = from[group]!; place < to[group]!; place++)
        mileage[mileageOf[byPrice[place]!]!]! += 1;
  }
}

/** The same for a group whose cars differ in what they fail. */
function countMixed(
  cars: CarColumns,
  { groups, from, to, cars: failures }: Failures,
  group: number,
  { buckets: { price, mileage } }: ValueCounts,
  { matches, otherColour, unverified }: Looks,
): void {
  const { priceBucket, mileageBucket, look } = cars.columns;
  const { start, count } = cars.groups.columns;
  const byPrice = cars.groups.byPrice();
  const ofGroup = groups[group]!;
  const low = from[group]!;
  const high = to[group]!;
  let same = 0;
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
  found[group] = same;
  if (ofGroup !== 0) return;
  // The cars that fail the price, and nothing else.
  const end = start[group]! + count[group]!;
  for (let place = start[group]!; place < low; place++)
    if (failures[byPrice[place]!] === 0) price[priceBucket[byPrice[place]!]!]! += 1;
  for (let place = high; place < end; place++)
    if (failures[byPrice[place]!] === 0) price[priceBucket[byPrice[place]!]!]! += 1;
}

/** The number of cars listed since each moment that fail nothing but, at most, `newSince`. */
function countSince(cars: CarColumns, failures: Failures, moments: readonly number[]): number[] {
  const { groups, matching, matchingSize, others, othersSize } = failures;
  const counts = moments.map(() => 0);
  for (let at = 0; at < matchingSize; at++)
    countSinceInGroup(cars, failures, matching[at]!, moments, counts);
  for (let at = 0; at < othersSize; at++)
    if (groups[others[at]!] === newSince)
      countSinceInGroup(cars, failures, others[at]!, moments, counts);
  // So far each car is counted at the latest of its moments.
  for (let at = 1; at < counts.length; at++) counts[at]! += counts[at - 1]!;
  return counts;
}

function countSinceInGroup(
  cars: CarColumns,
  { from, to, isMixed, cars: failures }: Failures,
  group: number,
  moments: readonly number[],
  counts: number[],
): void {
  const { listedAt } = cars.columns;
  const { lowest, highest } = cars.groups.columns;
  const oldest = moments.at(-1)!;
  if (highest.listedAt[group]! < oldest) return;
  const all = isMixed[group] === 0;
  if (all && lowest.listedAt[group]! >= moments[0]!) {
    counts[0]! += to[group]! - from[group]!;
    return;
  }
  const byPrice = cars.groups.byPrice();
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
