import type { Buckets } from "./buckets.ts";
import {
  entriesEndIn,
  entriesIn,
  entriesRoomIn,
  firstSlotIn,
  placeOfPrice,
  priceEntriesEndIn,
  recordLength,
  slotsEndIn,
  type CarGroups,
} from "./car-groups.ts";

type Columns = Record<"priceBucket" | "mileageBucket" | "look", Uint8Array> & {
  listedAt: Float64Array;
};

/** Where the counts of each trait begin in an array of all counts. */
export const firstCount = { price: 0, mileage: 256, look: 512, age: 768 };
const { mileage: firstMileage, look: firstLook, age: firstAge } = firstCount;
/** The number of these counts. */
export const traitCounts = 1_024;

/**
 * What searches count about single cars: their buckets of price and mileage, their look, and their age, which is the
 * first of the offered moments of `newSince` that they were listed after.
 */
export type Tallies = {
  /** The four traits of each car, a byte each, in the places of the groups' cars by price. */
  traits: Int32Array;
  /** The same by slot. */
  traitsOfSlots: Int32Array;
  /**
   * For each trait's values that a group has, how many of its cars have them, those of prices first. A group's record says
   * where its entries are. They follow each other without gaps, mostly in the order of the groups, because a search reads
   * them in this order, and memory that is spread out is slow once other programs use the caches.
   */
  entries: Uint32Array;
  /** Where the entries end. */
  entriesEnd: number;
  steps: PriceSteps;
};

/**
 * For each bucket of the price, how many cars of each group are cheaper than its lower end, and how many cost as much at
 * most. The ends of a filter are mostly round, like those of the buckets, so this tells where they are among a group's cars
 * by price without searching for them. The numbers of all groups follow each other for each bucket.
 */
export type PriceSteps = {
  buckets: Buckets;
  cheaper: Uint32Array;
  atMost: Uint32Array;
  /** The groups that there is room for. */
  room: number;
};

/**
 * Tallies of groups, which a search adds up instead of looking at their cars if all of them count. Returns a function
 * that first tallies the groups that have changed, and every group for new moments (which are new once a day). Without
 * moments, those before stay.
 */
export function groupTallies(columns: Columns, groups: CarGroups) {
  const tallies: Tallies = {
    traits: new Int32Array(0),
    traitsOfSlots: new Int32Array(0),
    entries: new Uint32Array(0),
    entriesEnd: 0,
    steps: {
      buckets: { from: 0, width: 1, count: 1 },
      cheaper: new Uint32Array(0),
      atMost: new Uint32Array(0),
      room: 0,
    },
  };
  let lastMoments: readonly number[] = [];
  return (given: readonly number[] | null, buckets: Buckets): Tallies => {
    const moments = given ?? lastMoments;
    if (moments.some((moment, at) => moment !== lastMoments[at])) groups.stale.markAll();
    lastMoments = moments;
    makeRoom(tallies, groups, buckets);
    groups.stale.update((group) => {
      readTraits(tallies, columns, group, groups, moments);
      tallyGroup(tallies, group, groups);
      findSteps(tallies.steps, group, groups);
    });
    return tallies;
  };
}

function makeRoom(tallies: Tallies, groups: CarGroups, buckets: Buckets): void {
  const { traits, traitsOfSlots, steps } = tallies;
  if (traits.length < groups.length()) {
    const room = Math.ceil(groups.length() * 1.25);
    tallies.traits = new Int32Array(room);
    tallies.traits.set(traits);
    tallies.traitsOfSlots = new Int32Array(room);
    tallies.traitsOfSlots.set(traitsOfSlots);
  }
  steps.buckets = buckets;
  if (steps.room < groups.size() || steps.cheaper.length < buckets.count * steps.room) {
    steps.room = groups.size() * 2;
    steps.cheaper = new Uint32Array(buckets.count * steps.room);
    steps.atMost = new Uint32Array(buckets.count * steps.room);
    groups.stale.markAll();
  }
}

function findSteps(
  { buckets, cheaper, atMost, room }: PriceSteps,
  group: number,
  groups: CarGroups,
): void {
  const { start, count } = groups.columns;
  const prices = groups.prices();
  const first = start[group]!;
  const end = first + count[group]!;
  let place = first;
  for (let bucket = 0; bucket < buckets.count; bucket++) {
    const lowest = buckets.from + bucket * buckets.width;
    place = placeOfPrice(prices, place, end, lowest);
    cheaper[bucket * room + group] = place - first;
    place = placeOfPrice(prices, place, end, lowest + 1);
    atMost[bucket * room + group] = place - first;
  }
}

function readTraits(
  { traits, traitsOfSlots }: Tallies,
  { priceBucket, mileageBucket, look, listedAt }: Columns,
  group: number,
  groups: CarGroups,
  moments: readonly number[],
): void {
  const byPrice = groups.byPrice();
  const start = groups.columns.start[group]!;
  const end = start + groups.columns.count[group]!;
  for (let place = start; place < end; place++) {
    const slot = byPrice[place]!;
    const time = listedAt[slot]!;
    let age = 0;
    while (age < moments.length && time < moments[age]!) age += 1;
    const ofCar =
      priceBucket[slot]! | (mileageBucket[slot]! << 8) | (look[slot]! << 16) | (age << 24);
    traits[place] = ofCar;
    traitsOfSlots[slot] = ofCar;
  }
}

/** Adds a car's traits to the counts that begin at `first`. */
export function addTraits(traits: number, first: number, counts: Uint32Array): void {
  counts[first + (traits & 255)]! += 1;
  counts[first + firstMileage + ((traits >>> 8) & 255)]! += 1;
  counts[first + firstLook + ((traits >>> 16) & 255)]! += 1;
  counts[first + firstAge + (traits >>> 24)]! += 1;
}

/** Adds a car's traits, apart from its price, to the first counts. */
export function addAllButPrice(traits: number, counts: Uint32Array): void {
  counts[firstMileage + ((traits >>> 8) & 255)]! += 1;
  counts[firstLook + ((traits >>> 16) & 255)]! += 1;
  counts[firstAge + (traits >>> 24)]! += 1;
}

export function subtractAllButPrice(traits: number, counts: Uint32Array): void {
  counts[firstMileage + ((traits >>> 8) & 255)]! -= 1;
  counts[firstLook + ((traits >>> 16) & 255)]! -= 1;
  counts[firstAge + (traits >>> 24)]! -= 1;
}

/** An entry has a count's place in its upper bits and the number of cars, less than 4 million, in its lower ones. */
const carBits = 22;
const carMask = (1 << carBits) - 1;

/** Adds entries of groups to the counts. */
export function addEntries(
  entries: Uint32Array,
  from: number,
  to: number,
  counts: Uint32Array,
): void {
  for (let at = from; at < to; at++) {
    const entry = entries[at]!;
    counts[entry >>> carBits]! += entry & carMask;
  }
}

/** How many cars of one group have each value, and its values. */
const countOf = new Uint32Array(traitCounts);
const valuesOf = new Uint16Array(traitCounts);

function tallyGroup(tallies: Tallies, group: number, groups: CarGroups): void {
  const { traits } = tallies;
  const { columns } = groups;
  const record = groups.record();
  const inRecord = group * recordLength;
  const start = columns.start[group]!;
  const end = start + columns.count[group]!;
  record[inRecord + firstSlotIn] = start;
  record[inRecord + slotsEndIn] = end;
  let size = 0;
  let prices = 0;
  for (let trait = 0; trait < 4; trait++) {
    for (let place = start; place < end; place++) {
      const value = trait * 256 + ((traits[place]! >>> (trait * 8)) & 255);
      if (countOf[value] === 0) valuesOf[size++] = value;
      countOf[value]! += 1;
    }
    if (trait === 0) prices = size;
  }
  const first = placeEntries(tallies, group, groups, size);
  record[inRecord + priceEntriesEndIn] = first + prices;
  record[inRecord + entriesEndIn] = first + size;
  for (let at = 0; at < size; at++) {
    const value = valuesOf[at]!;
    tallies.entries[first + at] = (value << carBits) | countOf[value]!;
    countOf[value] = 0;
  }
}

/** Finds room for so many entries of a group, and returns where it begins: where they were if they fit, or at the end. */
function placeEntries(tallies: Tallies, group: number, groups: CarGroups, size: number): number {
  const inRecord = group * recordLength;
  const before = groups.record();
  if (size <= before[inRecord + entriesRoomIn]! - before[inRecord + entriesIn]!)
    return before[inRecord + entriesIn]!;
  before[inRecord + entriesEndIn] = before[inRecord + entriesIn]!;
  if (tallies.entriesEnd + size > tallies.entries.length) closeGaps(tallies, groups, size);
  const first = tallies.entriesEnd;
  tallies.entriesEnd += size;
  before[inRecord + entriesIn] = first;
  before[inRecord + entriesRoomIn] = tallies.entriesEnd;
  return first;
}

/** Moves all entries together in the order of their groups, with room for some more and a half. */
function closeGaps(tallies: Tallies, groups: CarGroups, more: number): void {
  const { entries } = tallies;
  const record = groups.record();
  let used = 0;
  for (let group = 1; group < groups.size(); group++)
    used +=
      record[group * recordLength + entriesEndIn]! - record[group * recordLength + entriesIn]!;
  tallies.entries = new Uint32Array(Math.ceil((used + more) * 1.5) + traitCounts);
  let end = 0;
  for (let group = 1; group < groups.size(); group++) {
    const inRecord = group * recordLength;
    const first = record[inRecord + entriesIn]!;
    const last = record[inRecord + entriesEndIn]!;
    const moved = end - first;
    tallies.entries.set(entries.subarray(first, last), end);
    end += last - first;
    record[inRecord + entriesIn] = first + moved;
    record[inRecord + priceEntriesEndIn]! += moved;
    record[inRecord + entriesEndIn] = end;
    record[inRecord + entriesRoomIn] = end;
  }
  tallies.entriesEnd = end;
}
