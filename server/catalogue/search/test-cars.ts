import type { CarColumns } from "./car-columns.ts";
import type { SearchPlan } from "./search-plan.ts";
import { bitOf } from "./search-plan.ts";

/**
 * What cars fail. Searches are synchronous and run one after the other, so they share this memory: allocating it for each
 * takes longer than the search.
 */
export type Failures = {
  /** For each group, what all of its cars fail. */
  groups: Uint16Array;
  /** For each group, 1 if its cars differ in what they fail: then it is in `cars`. */
  isMixed: Uint8Array;
  cars: Uint16Array;
  /** The relevance of the text of the cars of mixed groups. */
  scores: Uint16Array;
};

let memory: Failures = {
  groups: new Uint16Array(0),
  isMixed: new Uint8Array(0),
  cars: new Uint16Array(0),
  scores: new Uint16Array(0),
};

function memoryFor(groups: number, slots: number): Failures {
  if (memory.groups.length < groups)
    memory = {
      ...memory,
      groups: new Uint16Array(groups * 2),
      isMixed: new Uint8Array(groups * 2),
    };
  if (memory.cars.length < slots) {
    const size = Math.ceil(slots * 1.25);
    memory = { ...memory, cars: new Uint16Array(size), scores: new Uint16Array(size) };
  }
  return memory;
}

/** Whether a set of failures has more bits than one. */
export function isSeveral(failures: number): boolean {
  return (failures & (failures - 1)) !== 0;
}

/**
 * Finds out what cars fail. Groups with more than `most` failures are left out: their cars are not looked at, and their
 * set of failures is only a part of all.
 */
export function testCars(cars: CarColumns, plan: SearchPlan, most: 0 | 1 | "any"): Failures {
  const failures = memoryFor(cars.groups.size(), cars.length());
  const { groups, isMixed } = failures;
  const size = cars.groups.size();
  testGroups(cars, plan, failures);
  isMixed.fill(0, 0, size);
  const isTooMany = (failed: number) =>
    most === 0 ? failed !== 0 : most === 1 && isSeveral(failed);
  const { price, mileage, newSince } = plan.ranges;
  const isEachTested = plan.looks !== null || plan.locations !== null || plan.text !== null;
  if (!isEachTested && !price && !mileage && !newSince) return failures;
  const { count, lowest, highest } = cars.groups.columns;
  for (let group = 1; group < size; group++) {
    let failed = groups[group]!;
    if (count[group] === 0 || isTooMany(failed)) continue;
    let differs = isEachTested;
    if (price) {
      const [low, high] = [lowest.price[group]!, highest.price[group]!];
      if (high < price.low || low > price.high) failed |= bitOf.price;
      else if (low < price.low || high > price.high) differs = true;
    }
    if (mileage) {
      const [low, high] = [lowest.mileage[group]!, highest.mileage[group]!];
      if (high < mileage.low || low > mileage.high) failed |= bitOf.mileage;
      else if (low < mileage.low || high > mileage.high) differs = true;
    }
    if (newSince) {
      if (highest.listedAt[group]! < newSince.low) failed |= bitOf.newSince;
      else if (lowest.listedAt[group]! < newSince.low) differs = true;
    }
    groups[group] = failed;
    if (differs && !isTooMany(failed)) isMixed[group] = 1;
  }
  testEach(cars, plan, failures);
  return failures;
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

/** What each car of the mixed groups fails. */
function testEach(cars: CarColumns, plan: SearchPlan, failures: Failures): void {
  const { groups, isMixed, cars: failed, scores } = failures;
  const { start, count } = cars.groups.columns;
  const { price, mileage, listedAt, look, location, title, paint, description } = cars.columns;
  const { looks, locations, text } = plan;
  const { low: priceLow, high: priceHigh } = plan.ranges.price ?? everything;
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
      if (price[slot]! < priceLow || price[slot]! > priceHigh) bits |= bitOf.price;
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
