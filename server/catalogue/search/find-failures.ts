import type { SearchPart } from "#shared/search/search-filters.ts";
import type { CarColumns } from "./car-columns.ts";
import { severalTitles } from "./facets/car-groups.ts";
import type { PriceSteps, Tallies } from "./facets/group-tallies.ts";
import { groupsWithCars, partsOfGroups, type GroupPart } from "./facets/group-parts.ts";
import { emptySet, listSet, removeSet, type GroupSet } from "./facets/group-values.ts";
import { keepCars, scoreBits, type KeptCars } from "./keep-cars.ts";
import type { Listed } from "./facets/listed-groups.ts";
import { testPrice } from "./facets/price-places.ts";
import { bitOf, type Ends, type SearchPlan } from "./search-plan.ts";

type SearchedText = NonNullable<SearchPlan["text"]>;

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
  /** Whether any group may be mixed. If not, `isMixed` is that of another search. */
  areMixed: boolean;
} & KeptCars;

let memory = memoryFor(0, 0);

function memoryFor(groups: number, slots: number) {
  return {
    /** The lists of groups, one after the other, and their places. */
    lists: new Uint32Array(groups),
    from: new Uint32Array(groups),
    to: new Uint32Array(groups),
    keptFrom: new Uint32Array(groups),
    keptTo: new Uint32Array(groups),
    isMixed: new Uint8Array(groups),
    keptSlots: new Uint32Array(slots),
    keptSize: 0,
    failed: new Uint32Array(slots),
    scores: new Uint16Array(slots),
  };
}

/** What no kept car fails, because a car that fails it counts for no value of a filter. */
const uncountable = bitOf.text | bitOf.location;
const anything = ~0;

const everything = { low: -Infinity, high: Infinity };

/**
 * Finds out what cars fail. Without `withOthers`, only the cars of groups that match as a whole are looked at, otherwise
 * also those of groups that fail a single part. Of these, the cars that fail nothing else are kept.
 */
export function findFailures(
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
    const dropped = part === null ? uncountable : anything;
    return testListed(cars, plan, steps, { part, begin, end, areMixed, dropped, ofGroups: null });
  };
  const matching = test(null, passing);
  if (plan.text !== null) scoreTitles(cars, plan.text, matching);
  const others: Listed[] = [];
  if (withOthers)
    for (const part of parts) {
      // No value of a filter counts cars that fail the text.
      if (part.name === "text") continue;
      const failing = failingOne.slice();
      removeSet(failing, part.passing);
      others.push(test(part.name, failing));
    }
  return { passing, matching, others, areMixed, ...memory };
}

/** What the cars of some groups fail. Valid until the next groups are tested. */
export type TestedGroups = Pick<Failures, "isMixed" | "failed"> & {
  /** By group, what it fails as a whole. */
  ofGroups: Uint32Array;
  listed: Listed;
};

/**
 * Tests for the groups that fail nothing as a whole, those that fail one part, two and so on. Each keeps all cars, or only
 * those that fail no more than their group.
 */
export function testsByFailures(
  cars: CarColumns,
  plan: SearchPlan,
  { steps }: Tallies,
): ((keepsAll: boolean) => TestedGroups)[] {
  const { parts, areMixed } = testGroups(cars, plan);
  const size = cars.groups.size();
  if (!areMixed) memory.isMixed.fill(0, 0, size);
  const ofGroups = new Uint32Array(size);
  const failedParts = new Uint8Array(size);
  for (const { name, passing } of parts) {
    const bit = bitOf[name];
    for (let group = 1; group < size; group++) {
      const fails = ~(passing[group >>> 5]! >>> (group & 31)) & 1;
      ofGroups[group]! |= fails * bit;
      failedParts[group]! += fails;
    }
  }
  const { count } = cars.groups.columns;
  let listed = 0;
  return Array.from({ length: parts.length + 1 }, (_, failing) => {
    const begin = listed;
    for (let group = 1; group < size; group++)
      if (failedParts[group] === failing && count[group]! > 0) memory.lists[listed++] = group;
    const range = { part: null, begin, end: listed, areMixed, ofGroups };
    return (keepsAll) => {
      memory.keptSize = 0;
      const dropped = keepsAll ? 0 : anything;
      const tested = testListed(cars, plan, steps, { ...range, dropped });
      return { ofGroups, listed: tested, ...memory };
    };
  });
}

/** Whether a search depends on something that the cars of a group do not share or have in order. */
export function testsEach({ looks, locations, text }: SearchPlan): boolean {
  return looks !== null || locations !== null || text !== null;
}

/** Finds out which groups fail a part as a whole, and which are mixed. */
function testGroups(cars: CarColumns, plan: SearchPlan) {
  const size = cars.groups.size();
  if (memory.lists.length < size || memory.keptSlots.length < cars.length())
    memory = memoryFor(size * 2, Math.ceil(cars.length() * 1.25));
  memory.keptSize = 0;
  const parts = partsOfGroups(cars, plan);
  const { mileage, newSince } = plan.ranges;
  const areMixed = testsEach(plan) || mileage !== undefined || newSince !== undefined;
  const areAllMixed = plan.looks !== null || plan.locations !== null;
  if (areMixed) memory.isMixed.fill(areAllMixed ? 1 : 0, 0, size);
  if (plan.text) parts.push({ name: "text", passing: testTitles(cars, plan.text) });
  if (mileage) parts.push({ name: "mileage", passing: testBounds(cars, "mileage", mileage) });
  if (newSince) parts.push({ name: "newSince", passing: testBounds(cars, "listedAt", newSince) });
  return { parts, areMixed };
}

/**
 * The groups with cars that may have all words. Most groups have a single title. Unless a word is also in another field,
 * it tells this for all their cars, and the others become mixed.
 */
function testTitles(cars: CarColumns, text: SearchedText): GroupSet {
  const { isMixed } = memory;
  const size = cars.groups.size();
  const { title } = cars.groups.columns;
  const { hits, required, elsewhere } = text;
  const inTitle = hits.title;
  const areMixed = Number(isInOtherFields(text));
  const passing = emptySet(size);
  for (let group = 1; group < size; group++) {
    const shared = title[group]!;
    if (shared === severalTitles) {
      isMixed[group] = 1;
      passing[group >>> 5]! |= 1 << (group & 31);
      continue;
    }
    const words = inTitle === null ? 0 : inTitle[shared]!;
    if (((words | elsewhere) & required) !== required) continue;
    isMixed[group]! |= areMixed;
    passing[group >>> 5]! |= 1 << (group & 31);
  }
  return passing;
}

/** Whether a field that the cars of a group do not share has any of the words. */
function isInOtherFields({ hits: { paint, location, description } }: SearchedText): boolean {
  return paint !== null || location !== null || description !== null;
}

/** Writes the relevance of the cars of those groups whose titles tell it. */
function scoreTitles(cars: CarColumns, { hits }: SearchedText, { groups }: Listed): void {
  const { isMixed, scores } = memory;
  const { start, count, title } = cars.groups.columns;
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]!;
    if (isMixed[group] === 1) continue;
    const score = hits.title === null ? 0 : hits.title[title[group]!]! & scoreBits;
    scores.fill(score, start[group], start[group]! + count[group]!);
  }
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
  list: {
    part: SearchPart | null;
    begin: number;
    end: number;
    areMixed: boolean;
    /** What kept cars must not fail, unless their group does. */
    dropped: number;
    /** What each group fails as a whole, if this is not the same for all of the list. */
    ofGroups: Uint32Array | null;
  },
): Listed {
  const { part, begin, end } = list;
  const listed = {
    part,
    groups: memory.lists.subarray(begin, end),
    from: memory.from.subarray(begin, end),
    to: memory.to.subarray(begin, end),
    keptFrom: memory.keptFrom.subarray(begin, end),
    keptTo: memory.keptTo.subarray(begin, end),
  };
  testPrice(cars, plan.ranges.price ?? everything, steps, listed);
  if (list.areMixed) keepCars(memory, cars, plan, listed, list);
  return listed;
}
