import type { CarColumns } from "./car-columns.ts";
import { severalTitles } from "./facets/car-groups.ts";
import { groupsWithCars, partsOfGroups } from "./facets/group-parts.ts";
import { keepSet, listSet } from "./facets/group-values.ts";
import type { Ends, SearchPlan } from "./search-plan.ts";

/** The cars that match a search, which shares this memory with the next one (see `Failures`). */
export type EachMatch = {
  /** The groups that match as far as the cars of a group agree, and how many there are. */
  groups: Uint32Array;
  groupsSize: number;
  slots: Uint32Array;
  size: number;
  /** By slot, 1 if the car matches: valid after `markMatches`. */
  isMarked: Uint8Array;
  /** The relevance of the text of the cars that match. */
  scores: Uint16Array;
};

let memory = memoryFor(0, 0);

function memoryFor(groups: number, slots: number): EachMatch {
  return {
    groups: new Uint32Array(groups),
    groupsSize: 0,
    slots: new Uint32Array(slots),
    size: 0,
    isMarked: new Uint8Array(slots),
    scores: new Uint16Array(slots),
  };
}

/** Finds the cars that match a search by looking at each car of the groups that do. */
export function matchEach(cars: CarColumns, plan: SearchPlan): EachMatch {
  if (memory.groups.length < cars.groups.size() || memory.slots.length < cars.length())
    memory = memoryFor(cars.groups.size() * 2, Math.ceil(cars.length() * 1.25));
  listGroups(cars, plan);
  const { groups, groupsSize, slots, scores } = memory;
  const { start, count, title: titleOfGroup } = cars.groups.columns;
  const { price, mileage, listedAt, look, location, title, paint, description } = cars.columns;
  const { looks, locations, text } = plan;
  const { price: prices, mileage: mileages, newSince } = plan.ranges;
  const inTitle = text?.hits.title ?? null;
  const inPaint = text?.hits.paint ?? null;
  const inLocation = text?.hits.location ?? null;
  const inDescription = text?.hits.description ?? null;
  const required = text?.required ?? 0;
  const elsewhere = text?.elsewhere ?? 0;
  let size = 0;
  for (let at = 0; at < groupsSize; at++) {
    const group = groups[at]!;
    const shared = titleOfGroup[group]!;
    if (shared !== severalTitles) {
      const words = inTitle === null ? 0 : inTitle[shared]!;
      if (((words | elsewhere) & required) !== required) continue;
    }
    const end = start[group]! + count[group]!;
    for (let slot = start[group]!; slot < end; slot++) {
      let words = inTitle === null ? 0 : inTitle[title[slot]!]!;
      // Most cars lack a word that only titles have.
      if (((words | elsewhere) & required) !== required) continue;
      let score = words & 0xffff;
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
      if ((words & required) !== required) continue;
      if (prices && (price[slot]! < prices.low || price[slot]! > prices.high)) continue;
      if (mileages && (mileage[slot]! < mileages.low || mileage[slot]! > mileages.high)) continue;
      if (newSince && listedAt[slot]! < newSince.low) continue;
      if (looks !== null && looks[look[slot]!] !== 0) continue;
      if (locations !== null && locations[location[slot]!] === 0) continue;
      slots[size++] = slot;
      scores[slot] = score;
    }
  }
  memory.size = size;
  return memory;
}

/** Lists the groups that match, with each range of cars only for those that are left by the ones before. */
function listGroups(cars: CarColumns, plan: SearchPlan): void {
  const { groups } = memory;
  const { lowest, highest } = cars.groups.columns;
  const wanted = groupsWithCars(cars);
  for (const { passing } of partsOfGroups(cars, plan)) keepSet(wanted, passing);
  let left = listSet(wanted, groups, 0);
  const { price, mileage, newSince } = plan.ranges;
  if (price) left = keepWithin(groups, left, lowest.price, highest.price, price);
  if (mileage) left = keepWithin(groups, left, lowest.mileage, highest.mileage, mileage);
  if (newSince) left = keepWithin(groups, left, lowest.listedAt, highest.listedAt, newSince);
  memory.groupsSize = left;
}

/** Keeps those with a car that may be within a range. */
function keepWithin(
  groups: Uint32Array,
  size: number,
  lowest: Float64Array,
  highest: Float64Array,
  { low, high }: Ends,
): number {
  let left = 0;
  for (let at = 0; at < size; at++) {
    const group = groups[at]!;
    groups[left] = group;
    if (highest[group]! >= low && lowest[group]! <= high) left += 1;
  }
  return left;
}

/** Marks the cars that match, which only searches in the order of a sorted list need. */
export function markMatches({ slots, size, isMarked }: EachMatch): void {
  isMarked.fill(0);
  for (let at = 0; at < size; at++) isMarked[slots[at]!] = 1;
}
