import { searchParts } from "#shared/search/search-filters.ts";
import type { CarColumns } from "./car-columns.ts";
import { placeOfPrice } from "./car-groups.ts";
import { bitOf, type SearchPlan } from "./search-plan.ts";

/**
 * What cars fail. Searches are synchronous and run one after the other, so they share this memory: allocating it for each
 * takes longer than the search.
 */
export type Failures = {
  /** For each group, what all of its cars fail, apart from the price. */
  groups: Uint16Array;
  /** The groups with cars that fail nothing as a whole, and how many there are. */
  matching: Uint32Array;
  matchingSize: number;
  /** The other groups whose cars are looked at. */
  others: Uint32Array;
  othersSize: number;
  /** For each of these groups, where in its cars by price those that do not fail the price begin and end. */
  from: Uint32Array;
  to: Uint32Array;
  /** For each of these groups, 1 if its cars differ in what else they fail: then it is in `cars`. */
  isMixed: Uint8Array;
  cars: Uint16Array;
  /** The relevance of the text of the cars of mixed groups. */
  scores: Uint16Array;
};

let memory = memoryFor(0, 0);

function memoryFor(groups: number, slots: number): Failures {
  return {
    groups: new Uint16Array(groups),
    matching: new Uint32Array(groups),
    matchingSize: 0,
    others: new Uint32Array(groups),
    othersSize: 0,
    from: new Uint32Array(groups),
    to: new Uint32Array(groups),
    isMixed: new Uint8Array(groups),
    cars: new Uint16Array(slots),
    scores: new Uint16Array(slots),
  };
}

/**
 * Finds out what cars fail. The cars of a group with more than `most` failures are not looked at, and its failures are
 * only a part of all.
 */
export function testCars(cars: CarColumns, plan: SearchPlan, most: 0 | 1 | "any"): Failures {
  const size = cars.groups.size();
  if (memory.groups.length < size || memory.cars.length < cars.length())
    memory = memoryFor(size * 2, Math.ceil(cars.length() * 1.25));
  testGroups(cars, plan, memory);
  const { isMixed, matching, others } = memory;
  isMixed.fill(0, 0, size);
  const { mileage, newSince } = plan.ranges;
  if (mileage) testBounds(cars, memory, "mileage", mileage);
  if (newSince) testBounds(cars, memory, "listedAt", newSince);
  listGroups(cars, memory, most);
  const { matchingSize, othersSize } = memory;
  testPrice(cars, plan, memory, matching, matchingSize);
  testPrice(cars, plan, memory, others, othersSize);
  const isEachTested = plan.looks !== null || plan.locations !== null || plan.text !== null;
  if (!isEachTested && !mileage && !newSince) return memory;
  if (isEachTested) {
    for (let at = 0; at < matchingSize; at++) isMixed[matching[at]!] = 1;
    for (let at = 0; at < othersSize; at++) isMixed[others[at]!] = 1;
  }
  testEach(cars, plan, memory, matching, matchingSize);
  testEach(cars, plan, memory, others, othersSize);
  return memory;
}

/** For each set of failures, 1 if it is none, or a single one. */
const isNone = new Uint8Array(1 << searchParts.length);
const isOne = new Uint8Array(1 << searchParts.length);
isNone[0] = 1;
for (const bit of Object.values(bitOf)) isOne[bit] = 1;
const isSome = isNone.map((none) => 1 - none);
const isNever = new Uint8Array(isNone.length);

/**
 * Lists the groups whose cars are looked at. Which ones is hard to predict for the processor, so it is read from tables
 * instead of branching.
 */
function listGroups(cars: CarColumns, memory: Failures, most: 0 | 1 | "any"): void {
  const { groups, matching, others } = memory;
  const { count } = cars.groups.columns;
  const isOther = most === 0 ? isNever : most === 1 ? isOne : isSome;
  const size = cars.groups.size();
  let matchingSize = 0;
  let othersSize = 0;
  for (let group = 1; group < size; group++) {
    if (count[group] === 0) continue;
    const failed = groups[group]!;
    matching[matchingSize] = group;
    matchingSize += isNone[failed]!;
    others[othersSize] = group;
    othersSize += isOther[failed]!;
  }
  memory.matchingSize = matchingSize;
  memory.othersSize = othersSize;
}

/** Finds out which groups fail a range as a whole, and which in part. */
function testBounds(
  cars: CarColumns,
  { groups, isMixed }: Failures,
  name: "mileage" | "listedAt",
  ends: { low: number; high: number },
): void {
  const size = cars.groups.size();
  const lowest = cars.groups.columns.lowest[name];
  const highest = cars.groups.columns.highest[name];
  const bit = name === "mileage" ? bitOf.mileage : bitOf.newSince;
  for (let group = 1; group < size; group++) {
    if (highest[group]! < ends.low || lowest[group]! > ends.high) groups[group]! |= bit;
    else if (lowest[group]! < ends.low || highest[group]! > ends.high) isMixed[group] = 1;
  }
}

/** Finds the cars of the listed groups that do not fail the price. */
function testPrice(
  cars: CarColumns,
  plan: SearchPlan,
  { from, to }: Failures,
  list: Uint32Array,
  listSize: number,
): void {
  const { start, count, lowest, highest } = cars.groups.columns;
  const { price: cheapest } = lowest;
  const { price: dearest } = highest;
  const { price } = cars.columns;
  const byPrice = cars.groups.byPrice();
  const { low, high } = plan.ranges.price ?? everything;
  // Prices are whole numbers.
  const above = Math.floor(high) + 1;
  for (let at = 0; at < listSize; at++) {
    const group = list[at]!;
    const first = start[group]!;
    const end = first + count[group]!;
    let begin = first;
    let until = end;
    if (cheapest[group]! < low)
      begin = dearest[group]! < low ? end : placeOfPrice(byPrice, first, end, low, price);
    if (dearest[group]! > high)
      until = cheapest[group]! > high ? begin : placeOfPrice(byPrice, begin, end, above, price);
    from[group] = begin;
    to[group] = until;
  }
}

/** What all cars of a group fail. */
function testGroups(cars: CarColumns, plan: SearchPlan, { groups }: Failures): void {
  const size = cars.groups.size();
  const { columns } = cars.groups;
  groups.fill(0, 0, size);
  for (const { name, isWanted } of plan.values) {
    const codes = columns[name];
    const bit = bitOf[name];
    const failing = Uint16Array.from(isWanted, (wanted) => (wanted === 0 ? bit : 0));
    for (let group = 1; group < size; group++) groups[group]! |= failing[codes[group]!]!;
  }
  for (const name of ["year", "engine"] as const) {
    const ends = plan.ranges[name];
    if (!ends) continue;
    const values = columns[name];
    const bit = bitOf[name];
    for (let group = 1; group < size; group++)
      if (values[group]! < ends.low || values[group]! > ends.high) groups[group]! |= bit;
  }
}

const everything = { low: -Infinity, high: Infinity };
const { mileage: mileageBit, newSince: newSinceBit, location: locationBit, text: textBit } = bitOf;

/** What each car of the listed groups that are mixed fails, apart from the price. */
function testEach(
  cars: CarColumns,
  plan: SearchPlan,
  failures: Failures,
  list: Uint32Array,
  listSize: number,
): void {
  const { groups, isMixed, cars: failed, scores } = failures;
  const { start, count } = cars.groups.columns;
  const { mileage, listedAt, look, location, title, paint, description } = cars.columns;
  const { looks, locations, text } = plan;
  const { low: mileageLow, high: mileageHigh } = plan.ranges.mileage ?? everything;
  const since = plan.ranges.newSince?.low ?? -Infinity;
  const inTitle = text?.hits.title ?? null;
  const inPaint = text?.hits.paint ?? null;
  const inLocation = text?.hits.location ?? null;
  const inDescription = text?.hits.description ?? null;
  const required = text?.required ?? 0;
  for (let at = 0; at < listSize; at++) {
    const group = list[at]!;
    if (isMixed[group] === 0) continue;
    const end = start[group]! + count[group]!;
    for (let slot = start[group]!; slot < end; slot++) {
      let bits = groups[group]!;
      if (mileage[slot]! < mileageLow || mileage[slot]! > mileageHigh) bits |= mileageBit;
      if (listedAt[slot]! < since) bits |= newSinceBit;
      if (looks !== null) bits |= looks[look[slot]!]!;
      if (locations !== null && locations[location[slot]!] === 0) bits |= locationBit;
      if (text !== null) {
        let words = 0;
        let score = 0;
        if (inTitle !== null) {
          const hit = inTitle[title[slot]!]!;
          words |= hit;
          score += hit & 0xffff;
        }
        if (inLocation !== null) {
          const hit = inLocation[location[slot]!]!;
          words |= hit;
          score += hit & 0xffff;
        }
        if (inDescription !== null) {
          const hit = inDescription[description[slot]!]!;
          words |= hit;
          score += hit & 0xffff;
        }
        if (inPaint !== null) {
          const hit = inPaint[paint[slot]!]!;
          words |= hit;
          score += hit & 0xffff;
        }
        if ((words & required) >>> 0 !== required) bits |= textBit;
        scores[slot] = score;
      }
      failed[slot] = bits;
    }
  }
}
