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
  /** For each group, where in its cars by price those that do not fail the price begin and end. */
  from: Uint32Array;
  to: Uint32Array;
  /** For each group, 1 if its cars differ in what else they fail: then it is in `cars`. */
  isMixed: Uint8Array;
  cars: Uint16Array;
  /** The relevance of the text of the cars of mixed groups. */
  scores: Uint16Array;
};

let memory = memoryFor(0, 0);

function memoryFor(groups: number, slots: number): Failures {
  return {
    groups: new Uint16Array(groups),
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
  testPrice(cars, plan, memory, most !== "any");
  memory.isMixed.fill(0, 0, size);
  const { mileage, newSince } = plan.ranges;
  const isEachTested = plan.looks !== null || plan.locations !== null || plan.text !== null;
  if (!isEachTested && !mileage && !newSince) return memory;
  if (mileage) testBounds(cars, memory, "mileage", mileage);
  if (newSince) testBounds(cars, memory, "listedAt", newSince);
  const { groups, isMixed } = memory;
  for (let group = 1; group < size; group++) {
    const failed = groups[group]!;
    const isTooMany = most === 0 ? failed !== 0 : most === 1 && (failed & (failed - 1)) !== 0;
    if (isTooMany) isMixed[group] = 0;
    else if (isEachTested) isMixed[group] = 1;
  }
  testEach(cars, plan, memory);
  return memory;
}

/** Finds out which groups fail a range as a whole, and which in part. */
function testBounds(
  cars: CarColumns,
  { groups, isMixed }: Failures,
  name: "mileage" | "listedAt",
  ends: { low: number; high: number },
): void {
  const size = cars.groups.size();
  const [lowest, highest] = [cars.groups.columns.lowest[name], cars.groups.columns.highest[name]];
  const bit = name === "mileage" ? bitOf.mileage : bitOf.newSince;
  for (let group = 1; group < size; group++) {
    if (highest[group]! < ends.low || lowest[group]! > ends.high) groups[group]! |= bit;
    else if (lowest[group]! < ends.low || highest[group]! > ends.high) isMixed[group] = 1;
  }
}

/** Finds the cars of each group that do not fail the price. */
function testPrice(
  cars: CarColumns,
  plan: SearchPlan,
  { groups, from, to }: Failures,
  isFew: boolean,
): void {
  const { start, count } = cars.groups.columns;
  const { price } = cars.columns;
  const byPrice = cars.groups.byPrice();
  const ends = plan.ranges.price;
  const size = cars.groups.size();
  for (let group = 1; group < size; group++) {
    const [first, end] = [start[group]!, start[group]! + count[group]!];
    from[group] = first;
    to[group] = end;
    const failed = groups[group]!;
    // Several failures are not counted, whatever the price.
    if (!ends || first === end || (isFew && (failed & (failed - 1)) !== 0)) continue;
    if (price[byPrice[first]!]! < ends.low)
      from[group] = placeOfPrice(byPrice, [first, end], ends.low, price);
    if (price[byPrice[end - 1]!]! > ends.high)
      // Prices are whole numbers.
      to[group] = placeOfPrice(byPrice, [from[group]!, end], Math.floor(ends.high) + 1, price);
  }
}

/** What all cars of a group fail. */
function testGroups(cars: CarColumns, plan: SearchPlan, { groups }: Failures): void {
  const size = cars.groups.size();
  const { columns } = cars.groups;
  groups.fill(0, 0, size);
  for (const { name, isWanted } of plan.values) {
    const [codes, bit] = [columns[name], bitOf[name]];
    for (let group = 1; group < size; group++)
      if (isWanted[codes[group]!] === 0) groups[group]! |= bit;
  }
  for (const name of ["year", "engine"] as const) {
    const ends = plan.ranges[name];
    if (!ends) continue;
    const [values, bit] = [columns[name], bitOf[name]];
    for (let group = 1; group < size; group++)
      if (values[group]! < ends.low || values[group]! > ends.high) groups[group]! |= bit;
  }
}

const everything = { low: -Infinity, high: Infinity };

/** What each car of the mixed groups fails, apart from the price. */
function testEach(cars: CarColumns, plan: SearchPlan, failures: Failures): void {
  const { groups, isMixed, cars: failed, scores } = failures;
  const { start, count } = cars.groups.columns;
  const { mileage, listedAt, look, location, title, paint, description } = cars.columns;
  const { looks, locations, text } = plan;
  const { low: mileageLow, high: mileageHigh } = plan.ranges.mileage ?? everything;
  const since = plan.ranges.newSince?.low ?? -Infinity;
  const [inTitle, inPaint, inLocation, inDescription] = [
    text?.hits.title ?? null,
    text?.hits.paint ?? null,
    text?.hits.location ?? null,
    text?.hits.description ?? null,
  ];
  const required = text?.required ?? 0;
  const size = cars.groups.size();
  for (let group = 1; group < size; group++) {
    if (isMixed[group] === 0) continue;
    const end = start[group]! + count[group]!;
    for (let slot = start[group]!; slot < end; slot++) {
      let bits = groups[group]!;
      if (mileage[slot]! < mileageLow || mileage[slot]! > mileageHigh) bits |= bitOf.mileage;
      if (listedAt[slot]! < since) bits |= bitOf.newSince;
      if (looks !== null) bits |= looks[look[slot]!]!;
      if (locations !== null && locations[location[slot]!] === 0) bits |= bitOf.location;
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
        if ((words & required) >>> 0 !== required) bits |= bitOf.text;
        scores[slot] = score;
      }
      failed[slot] = bits;
    }
  }
}
