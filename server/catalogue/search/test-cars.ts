import type { SearchPart } from "#shared/search/search-filters.ts";
import type { CarColumns } from "./car-columns.ts";
import { placeOfPrice } from "./car-groups.ts";
import type { PriceSteps, Tallies } from "./group-tallies.ts";
import { groupsWithCars, partsOfGroups, type GroupPart } from "./group-parts.ts";
import { emptySet, listSet, removeSet, type GroupSet } from "./group-values.ts";
import { bitOf, type Ends, type SearchPlan } from "./search-plan.ts";

/** Groups whose cars are looked at. */
export type Listed = {
  /** The part that their cars fail as a whole; null if none. */
  part: SearchPart | null;
  groups: Uint32Array;
  /** By place in `groups`, where in the group's cars by price those that do not fail the price begin and end. */
  from: Uint32Array;
  to: Uint32Array;
};

/**
 * What cars fail. Searches are synchronous and run one after the other, so they share this memory: allocating it for each
 * takes longer than the search.
 */
export type Failures = {
  /** The groups with cars that fail nothing as a whole, apart from the price. */
  passing: GroupSet;
  /** The same, listed. */
  matching: Listed;
  /** For each part, the groups that fail only it as a whole. */
  others: Listed[];
  /** Whether any group may be mixed. If not, `isMixed` and `cars` are those of another search. */
  areMixed: boolean;
  /** For each listed group, 1 if its cars differ in what else they fail: then it is in `cars`. */
  isMixed: Uint8Array;
  cars: Uint16Array;
  /** The relevance of the text of the cars of mixed groups. */
  scores: Uint16Array;
};

let memory = memoryFor(0, 0);

function memoryFor(groups: number, slots: number) {
  return {
    /** The lists of groups, one after the other, and their places. */
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
  const { parts, areMixed } = testGroups(cars, plan);
  const { passing, failingOne } = countFailedParts(groupsWithCars(cars), parts);
  let end = 0;
  const test = (part: SearchPart | null, wanted: GroupSet): Listed => {
    const begin = end;
    end = listSet(wanted, memory.lists, begin);
    return testListed(cars, plan, steps, { part, begin, end, areMixed });
  };
  const matching = test(null, passing);
  const others: Listed[] = [];
  if (withOthers)
    for (const part of parts) {
      const failing = failingOne.slice();
      removeSet(failing, part.passing);
      others.push(test(part.name, failing));
    }
  return { passing, matching, others, areMixed, ...memory };
}

/** What every car fails: that of its group, or that of the car as well if the group is mixed. */
export function testAllCars(cars: CarColumns, plan: SearchPlan, { steps }: Tallies) {
  const { parts, areMixed } = testGroups(cars, plan);
  const size = cars.groups.size();
  if (!areMixed) memory.isMixed.fill(0, 0, size);
  const ofGroups = new Uint16Array(size);
  for (const { name, passing } of parts) {
    const bit = bitOf[name];
    for (let group = 1; group < size; group++)
      ofGroups[group]! |= (~(passing[group >>> 5]! >>> (group & 31)) & 1) * bit;
  }
  for (let group = 1; group < size; group++) memory.lists[group - 1] = group;
  const range = { part: null, begin: 0, end: size - 1, areMixed };
  return { ofGroups, all: testListed(cars, plan, steps, range), ...memory };
}

/** What the cars of listed groups fail as a whole. */
export function bitsOf(part: SearchPart | null): number {
  return part === null ? 0 : bitOf[part];
}

/** Whether a search depends on something that the cars of a group do not share or have in order. */
export function testsEach({ looks, locations, text }: SearchPlan): boolean {
  return looks !== null || locations !== null || text !== null;
}

/** Finds out which groups fail a part as a whole, and which are mixed. */
function testGroups(cars: CarColumns, plan: SearchPlan) {
  const size = cars.groups.size();
  if (memory.lists.length < size || memory.cars.length < cars.length())
    memory = memoryFor(size * 2, Math.ceil(cars.length() * 1.25));
  const parts = partsOfGroups(cars, plan);
  const { mileage, newSince } = plan.ranges;
  const areMixed = testsEach(plan) || mileage !== undefined || newSince !== undefined;
  if (areMixed) memory.isMixed.fill(testsEach(plan) ? 1 : 0, 0, size);
  if (mileage) parts.push({ name: "mileage", passing: testBounds(cars, "mileage", mileage) });
  if (newSince) parts.push({ name: "newSince", passing: testBounds(cars, "listedAt", newSince) });
  return { parts, areMixed };
}

/** Splits groups into those that fail no part and those that fail one; the others are in neither set. */
function countFailedParts(wanted: GroupSet, parts: GroupPart[]) {
  const passing = wanted.slice();
  const failingOne = emptySet(wanted.length * 32 - 1);
  for (const part of parts)
    for (let at = 0; at < wanted.length; at++) {
      const passes = part.passing[at]!;
      failingOne[at] = (failingOne[at]! & passes) | (passing[at]! & ~passes);
      passing[at]! &= passes;
    }
  return { passing, failingOne };
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

/** Finds out what the cars of listed groups fail. */
function testListed(
  cars: CarColumns,
  plan: SearchPlan,
  steps: PriceSteps,
  list: { part: SearchPart | null; begin: number; end: number; areMixed: boolean },
): Listed {
  const { part, begin, end } = list;
  const listed = {
    part,
    groups: memory.lists.subarray(begin, end),
    from: memory.from.subarray(begin, end),
    to: memory.to.subarray(begin, end),
  };
  testPrice(cars, plan.ranges.price ?? everything, steps, listed);
  if (list.areMixed) testEach(cars, plan, listed);
  return listed;
}

/** Finds the cars of the listed groups that do not fail the price. */
function testPrice(
  cars: CarColumns,
  { low, high }: Ends,
  steps: PriceSteps,
  { groups, from, to }: Listed,
): void {
  const { start, count } = cars.groups.columns;
  // Prices are whole numbers from 1.
  if (low > 1) findPlaces(cars, Math.ceil(low), steps, groups, from);
  else for (let at = 0; at < groups.length; at++) from[at] = start[groups[at]!]!;
  if (high < Infinity) findPlaces(cars, Math.floor(high) + 1, steps, groups, to);
  else
    for (let at = 0; at < groups.length; at++) {
      const group = groups[at]!;
      to[at] = start[group]! + count[group]!;
    }
  // No car costs as much as one end at least and less than the other.
  if (low > high) to.set(from);
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
      places[at] = start[group]! + known[first + group]!;
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
    places[at] = placeOfPrice(prices, low, high, wanted);
  }
}

const everything = { low: -Infinity, high: Infinity };
const { mileage: mileageBit, newSince: newSinceBit, location: locationBit, text: textBit } = bitOf;

/** What each car of the listed groups that are mixed fails, apart from the price. */
function testEach(cars: CarColumns, plan: SearchPlan, { part, groups }: Listed): void {
  const { isMixed, cars: failed, scores } = memory;
  const ofGroup = bitsOf(part);
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
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]!;
    if (isMixed[group] === 0) continue;
    const end = start[group]! + count[group]!;
    for (let slot = start[group]!; slot < end; slot++) {
      let bits = ofGroup;
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
