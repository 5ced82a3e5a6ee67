import type { SearchPart } from "#shared/search/search-filters.ts";
import type { CarColumns } from "./car-columns.ts";
import { placeOfPrice } from "./car-groups.ts";
import type { PriceSteps, Tallies } from "./group-tallies.ts";
import { groupsWithCars, partsOfGroups, type GroupPart } from "./group-parts.ts";
import { emptySet, keepSet, listSet, removeSet, type GroupSet } from "./group-values.ts";
import { bitOf, type Ends, type SearchPlan } from "./search-plan.ts";

/**
 * What cars fail. Searches are synchronous and run one after the other, so they share this memory: allocating it for each
 * takes longer than the search.
 */
export type Failures = {
  /** For each group, what all of its cars fail, apart from the price. */
  groups: Uint16Array;
  /** The groups with cars that fail nothing as a whole. */
  matching: Uint32Array;
  /** The other groups whose cars are looked at: for each part, those that fail only it as a whole. */
  others: { part: SearchPart; groups: Uint32Array }[];
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

function memoryFor(groups: number, slots: number) {
  return {
    groups: new Uint16Array(groups),
    matching: new Uint32Array(0) as Uint32Array,
    others: [] as Failures["others"],
    /** The lists of groups, one after the other. */
    lists: new Uint32Array(groups),
    from: new Uint32Array(groups),
    to: new Uint32Array(groups),
    isMixed: new Uint8Array(groups),
    cars: new Uint16Array(slots),
    scores: new Uint16Array(slots),
  };
}

/**
 * Finds out what cars fail. Without `withOthers`, only the cars of groups that match as a whole are looked at, otherwise
 * also those of groups that fail a single part.
 */
export function testCars(
  cars: CarColumns,
  plan: SearchPlan,
  { steps }: Tallies,
  withOthers: boolean,
): Failures {
  const parts = testGroups(cars, plan);
  memory.groups.fill(notListed, 0, cars.groups.size());
  memory.matching = listGroups(cars, parts, null, 0);
  memory.others = [];
  let listed = memory.matching.length;
  testListed(cars, plan, steps, memory.matching);
  if (!withOthers) return memory;
  for (const part of parts) {
    const groups = listGroups(cars, parts, part, listed);
    if (groups.length === 0) continue;
    listed += groups.length;
    testListed(cars, plan, steps, groups);
    memory.others.push({ part: part.name, groups });
  }
  return memory;
}

/** The same for every car. No group is listed. */
export function testAllCars(cars: CarColumns, plan: SearchPlan, { steps }: Tallies): Failures {
  const parts = testGroups(cars, plan);
  const { groups } = memory;
  const size = cars.groups.size();
  groups.fill(0, 0, size);
  for (const { name, passing } of parts) {
    const bit = bitOf[name];
    for (let group = 1; group < size; group++)
      groups[group]! |= (~(passing[group >>> 5]! >>> (group & 31)) & 1) * bit;
  }
  testListed(
    cars,
    plan,
    steps,
    Uint32Array.from({ length: size - 1 }, (_, at) => at + 1),
  );
  return memory;
}

/** Whether a search depends on something that the cars of a group do not share or have in order. */
export function testsEach({ looks, locations, text }: SearchPlan): boolean {
  return looks !== null || locations !== null || text !== null;
}

/** What groups have that are not listed. No group that is listed fails everything. */
const notListed = 0xffff;

/** Finds out which groups fail a part as a whole, and which are mixed. */
function testGroups(cars: CarColumns, plan: SearchPlan): GroupPart[] {
  const size = cars.groups.size();
  if (memory.groups.length < size || memory.cars.length < cars.length())
    memory = memoryFor(size * 2, Math.ceil(cars.length() * 1.25));
  memory.isMixed.fill(testsEach(plan) ? 1 : 0, 0, size);
  const parts = partsOfGroups(cars, plan);
  const { mileage, newSince } = plan.ranges;
  if (mileage) parts.push({ name: "mileage", passing: testBounds(cars, "mileage", mileage) });
  if (newSince) parts.push({ name: "newSince", passing: testBounds(cars, "listedAt", newSince) });
  return parts;
}

/** The groups with cars within a range. Those with others as well become mixed. */
function testBounds(cars: CarColumns, name: "mileage" | "listedAt", { low, high }: Ends): GroupSet {
  const { isMixed } = memory;
  const size = cars.groups.size();
  const lowest = cars.groups.columns.lowest[name];
  const highest = cars.groups.columns.highest[name];
  const passing = emptySet(size);
  for (let group = 1; group < size; group++) {
    // Without branches, which are hard to predict for the processor.
    const passes = Number(highest[group]! >= low) & Number(lowest[group]! <= high);
    const differs = Number(lowest[group]! < low) | Number(highest[group]! > high);
    isMixed[group]! |= passes & differs;
    passing[group >>> 5]! |= passes << (group & 31);
  }
  return passing;
}

/** Lists the groups with cars that pass every part, but fail one of them if `failing` is given. */
function listGroups(
  cars: CarColumns,
  parts: GroupPart[],
  failing: GroupPart | null,
  begin: number,
): Uint32Array {
  const { groups, lists } = memory;
  const wanted = groupsWithCars(cars);
  for (const part of parts)
    if (part === failing) removeSet(wanted, part.passing);
    else keepSet(wanted, part.passing);
  const bits = failing === null ? 0 : bitOf[failing.name];
  const end = listSet(wanted, lists, begin);
  for (let at = begin; at < end; at++) groups[lists[at]!] = bits;
  return lists.subarray(begin, end);
}

/** Finds out what the cars of these groups fail. */
function testListed(
  cars: CarColumns,
  plan: SearchPlan,
  steps: PriceSteps,
  list: Uint32Array,
): void {
  testPrice(cars, plan.ranges.price ?? everything, steps, list);
  if (testsEach(plan) || plan.ranges.mileage || plan.ranges.newSince)
    testEach(cars, plan, memory, list);
}

/** Finds the cars of the listed groups that do not fail the price. */
function testPrice(
  cars: CarColumns,
  { low, high }: Ends,
  steps: PriceSteps,
  list: Uint32Array,
): void {
  const { from, to } = memory;
  const { start, count } = cars.groups.columns;
  // Prices are whole numbers from 1.
  if (low > 1) findPlaces(cars, Math.ceil(low), steps, list, from);
  else
    for (let at = 0; at < list.length; at++) {
      const group = list[at]!;
      from[group] = start[group]!;
    }
  if (high < Infinity) findPlaces(cars, Math.floor(high) + 1, steps, list, to);
  else
    for (let at = 0; at < list.length; at++) {
      const group = list[at]!;
      to[group] = start[group]! + count[group]!;
    }
  // No car costs as much as one end at least and less than the other.
  if (low > high) for (let at = 0; at < list.length; at++) to[list[at]!] = from[list[at]!]!;
}

/** Finds the place of the first car of each group that costs at least this much. */
function findPlaces(
  cars: CarColumns,
  wanted: number,
  { buckets, cheaper, atMost, room }: PriceSteps,
  list: Uint32Array,
  places: Uint32Array,
): void {
  const { start, count } = cars.groups.columns;
  const before = Math.floor((wanted - buckets.from) / buckets.width);
  const bucket = Math.min(Math.max(before, 0), buckets.count - 1);
  const first = bucket * room;
  const lowest = buckets.from + bucket * buckets.width;
  if (wanted === lowest || wanted === lowest + 1) {
    const known = wanted === lowest ? cheaper : atMost;
    for (let at = 0; at < list.length; at++) {
      const group = list[at]!;
      places[group] = start[group]! + known[first + group]!;
    }
    return;
  }
  const prices = cars.groups.prices();
  const isLast = bucket === buckets.count - 1;
  for (let at = 0; at < list.length; at++) {
    const group = list[at]!;
    const begin = start[group]!;
    const low = before < 0 ? begin : begin + atMost[first + group]!;
    const high = isLast ? begin + count[group]! : begin + cheaper[first + room + group]!;
    places[group] = placeOfPrice(prices, low, high, wanted);
  }
}

const everything = { low: -Infinity, high: Infinity };
const { mileage: mileageBit, newSince: newSinceBit, location: locationBit, text: textBit } = bitOf;

/** What each car of the listed groups that are mixed fails, apart from the price. */
function testEach(cars: CarColumns, plan: SearchPlan, failures: Failures, list: Uint32Array): void {
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
  for (let at = 0; at < list.length; at++) {
    const group = list[at]!;
    if (isMixed[group] === 0) continue;
    const end = start[group]! + count[group]!;
    for (let slot = start[group]!; slot < end; slot++) {
      let bits = groups[group]!;
      // Without branches, which are hard to predict for the processor.
      bits |= Number(mileage[slot]! < mileageLow) * mileageBit;
      bits |= Number(mileage[slot]! > mileageHigh) * mileageBit;
      bits |= Number(listedAt[slot]! < since) * newSinceBit;
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
        if ((words & required) !== required) bits |= textBit;
        scores[slot] = score;
      }
      failed[slot] = bits;
    }
  }
}
