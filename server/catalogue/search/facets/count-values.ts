import { searchParts, type RangeFilter, type ValueFilter } from "#shared/search/search-filters.ts";
import { noBucket } from "./buckets.ts";
import {
  colourOfLook,
  isVerifiedLook,
  labelOfLook,
  looks,
  type CarColumns,
} from "../car-columns.ts";
import {
  entriesEndIn,
  entriesIn,
  firstSlotIn,
  priceEntriesEndIn,
  recordLength,
  slotsEndIn,
} from "./car-groups.ts";
import { findMileageEnds, findPriceEnds, type Ends } from "../find-ends.ts";
import {
  addAllButPrice,
  addEntries,
  addTraits,
  firstCount,
  subtractAllButPrice,
  traitCounts,
  type Tallies,
} from "./group-tallies.ts";
import { sharedFields, type SharedField } from "./group-values.ts";
import { bitOf } from "../search-plan.ts";
import { readSharedCounts } from "./shared-counts.ts";
import type { Listed } from "./listed-groups.ts";
import type { Failures } from "../find-failures.ts";

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

/** The traits of cars are counted by what the cars fail: nothing, or one of these parts. The last place has the others. */
const countedParts = ["price", "mileage", "newSince", "colour", "priceLabel", "verified"] as const;
const uncounted = countedParts.length + 1;

/** For each set of failures, where the counts of its cars begin. */
const countsOf = Uint16Array.from(
  { length: 1 << searchParts.length },
  (_, failed) =>
    traitCounts *
    (failed === 0 ? 0 : countedParts.findIndex((part) => bitOf[part] === failed) + 1 || uncounted),
);
const firstCountOf = (part: (typeof countedParts)[number]) => countsOf[bitOf[part]]!;
const failingMileage = firstCountOf("mileage");
const failingNewSince = firstCountOf("newSince");

/** The counts of traits. Searches share this memory. */
const counts = new Uint32Array((uncounted + 1) * traitCounts);

/** The counts of the values that groups share, by place. Searches share this memory. */
let shared = new Uint32Array(0);

/**
 * Counts cars from what they fail, with the ages of cars under so many moments. The loops over groups and cars have only
 * local variables, and are not `for…of`, which takes several times as long for typed arrays.
 */
export function countValues(
  cars: CarColumns,
  failures: Failures,
  tallies: Tallies,
  moments: number,
): ValueCounts {
  const places = cars.groups.values.size();
  if (shared.length < places) shared = new Uint32Array(places * 2);
  clearCounts(failures);
  shared.fill(0, 0, places);
  const total = countMatching(cars, failures, tallies);
  for (const other of failures.others) countOthers(cars, failures, other, tallies);
  const { values, buckets, ends } = readSharedCounts(cars, shared);
  const ofLook = lookCounts(cars);
  return {
    total,
    values: { ...values, colour: ofLook.colour, priceLabel: ofLook.priceLabel },
    verified: ofLook.verified,
    buckets: {
      ...buckets,
      price: countsUnder("price", noBucket, "price"),
      mileage: countsUnder("mileage", noBucket, "mileage"),
    },
    ends: {
      ...ends,
      price: findPriceEnds(cars, failures),
      mileage: findMileageEnds(cars, failures),
    },
    since: countsSince(moments),
  };
}

/**
 * Counts the cars of the groups that match as a whole, and returns how many match. They are looked at only if they differ
 * in what they fail, or if a part of them fails the price.
 */
function countMatching(cars: CarColumns, failures: Failures, tallies: Tallies): number {
  const { matching, areMixed, isMixed } = failures;
  const { groups, from, to } = matching;
  const { entries } = tallies;
  const record = cars.groups.record();
  // A variable of the module would be loaded again for each use.
  const sums = shared;
  const ofTraits = counts;
  let total = 0;
  for (let at = 0; at < groups.length; at++) {
    const inRecord = groups[at]! * recordLength;
    let matches = to[at]! - from[at]!;
    if (areMixed && isMixed[groups[at]!] === 1)
      matches = countMixed(failures, matching, at, tallies);
    else {
      const first = record[inRecord + firstSlotIn]!;
      const areAll = matches === record[inRecord + slotsEndIn]! - first;
      // Also the prices of the cars that fail the price, and nothing else.
      const end = record[inRecord + (areAll ? entriesEndIn : priceEntriesEndIn)]!;
      addEntries(entries, record[inRecord + entriesIn]!, end, ofTraits);
      if (!areAll && matches > 0) countPart(record, inRecord, tallies, from[at]!, to[at]!);
    }
    if (matches === 0) continue;
    total += matches;
    for (let field = 0; field < firstSlotIn; field++) sums[record[inRecord + field]!]! += matches;
  }
  return total;
}

/** Counts the cars of a group that do not fail the price, or takes the others out of its tally if they are fewer. */
function countPart(
  record: Int32Array,
  inRecord: number,
  { traits, entries }: Tallies,
  low: number,
  high: number,
): void {
  const first = record[inRecord + firstSlotIn]!;
  const end = record[inRecord + slotsEndIn]!;
  if ((high - low) * 2 <= end - first) {
    for (let place = low; place < high; place++) addAllButPrice(traits[place]!, counts);
    return;
  }
  const firstEntry = record[inRecord + priceEntriesEndIn]!;
  addEntries(entries, firstEntry, record[inRecord + entriesEndIn]!, counts);
  for (let place = first; place < low; place++) subtractAllButPrice(traits[place]!, counts);
  for (let place = high; place < end; place++) subtractAllButPrice(traits[place]!, counts);
}

/** Counts the cars of groups that fail one part as a whole. */
function countOthers(cars: CarColumns, failures: Failures, listed: Listed, tallies: Tallies): void {
  const { part, groups, from, to } = listed;
  const field = sharedFields.find((name) => name === part);
  if (field) return countByField(cars, failures, listed, field);
  const { isMixed } = failures;
  const { traits } = tallies;
  const first = part === "mileage" ? failingMileage : failingNewSince;
  for (let at = 0; at < groups.length; at++) {
    if (isMixed[groups[at]!] === 1) {
      countMixed(failures, listed, at, tallies);
      continue;
    }
    const high = to[at]!;
    for (let place = from[at]!; place < high; place++) addTraits(traits[place]!, first, counts);
  }
}

/** Counts the cars of groups by a value that the cars of a group share. */
function countByField(
  cars: CarColumns,
  { areMixed, isMixed }: Failures,
  { groups, from, to, keptFrom, keptTo }: Listed,
  field: SharedField,
): void {
  const places = cars.groups.columns.place[field];
  const sums = shared;
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]!;
    const matches =
      areMixed && isMixed[group] === 1 ? keptTo[at]! - keptFrom[at]! : to[at]! - from[at]!;
    sums[places[group]!]! += matches;
  }
}

/**
 * Counts the kept cars of a mixed group, and returns how many fail nothing. What a car fails is hard to predict for the
 * processor, so its traits are always counted, in places that are read from a table.
 */
function countMixed(
  { keptSlots, failed }: Failures,
  { keptFrom, keptTo }: Listed,
  at: number,
  { traitsOfSlots }: Tallies,
): number {
  const end = keptTo[at]!;
  let matches = 0;
  for (let index = keptFrom[at]!; index < end; index++) {
    const bits = failed[index]!;
    matches += Number(bits === 0);
    addTraits(traitsOfSlots[keptSlots[index]!]!, countsOf[bits]!, counts);
  }
  return matches;
}

/** Whether the last search has counted cars that fail a part. */
let countedFailing = false;

/** Sets the counts to 0. Those of cars that fail a part are mostly 0: writing them takes other memory out of the cache. */
function clearCounts({ areMixed }: Failures): void {
  counts.fill(0, 0, areMixed || countedFailing ? counts.length : traitCounts);
  countedFailing = areMixed;
}

function lookCounts(cars: CarColumns) {
  const colour = new Uint32Array(cars.codes.colour.size());
  const priceLabel = new Uint32Array(cars.codes.priceLabel.size());
  let verified = 0;
  const ofColour = countsUnder("look", looks, "colour");
  const ofLabel = countsUnder("look", looks, "priceLabel");
  const ofVerified = countsUnder("look", looks, "verified");
  for (let look = 0; look < looks; look++) {
    colour[colourOfLook(look)]! += ofColour[look]!;
    priceLabel[labelOfLook(look)]! += ofLabel[look]!;
    if (isVerifiedLook(look)) verified += ofVerified[look]!;
  }
  return { colour, priceLabel, verified };
}

function countsSince(moments: number): number[] {
  // A car listed since one moment was also listed since the earlier ones.
  let since = 0;
  return Array.from(countsUnder("age", moments, "newSince"), (count) => (since += count));
}

/** How many cars have each value of a trait that fail nothing but, at most, this part. */
function countsUnder(
  trait: keyof typeof firstCount,
  values: number,
  part: (typeof countedParts)[number],
): Uint32Array {
  const first = firstCount[trait];
  const failing = firstCountOf(part) + first;
  const sums = new Uint32Array(values);
  for (let at = 0; at < values; at++) sums[at] = counts[first + at]! + counts[failing + at]!;
  return sums;
}
