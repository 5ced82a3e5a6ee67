import type { CarColumns } from "./car-columns.ts";
import { severalTitles } from "./facets/car-groups.ts";
import { bitOf, type SearchPlan } from "./search-plan.ts";
import type { Listed } from "./facets/listed-groups.ts";

/** The cars that count, of groups whose cars differ in what they fail. */
export type KeptCars = {
  /** For each group, 1 if its cars differ in what they fail apart from the price. */
  isMixed: Uint8Array;
  /** The slots of the kept cars, and how many there are. */
  keptSlots: Uint32Array;
  keptSize: number;
  /** What each kept car fails. */
  failed: Uint32Array;
  /** With text: the relevance of the cars that match, by slot. */
  scores: Uint16Array;
};

const everything = { low: -Infinity, high: Infinity };
const { price: priceBit, mileage: mileageBit, newSince: newSinceBit } = bitOf;
const { location: locationBit, text: textBit } = bitOf;

/**
 * Keeps the cars of the listed groups that are mixed, but not those that fail any part of `dropped` that their group does
 * not fail as a whole. The few cars with all words are far apart in memory, so of each only what decides is read.
 */
export function keepCars(
  memory: KeptCars,
  cars: CarColumns,
  plan: SearchPlan,
  { part, groups, from, to, keptFrom, keptTo }: Listed,
  { dropped: droppedOfAll, ofGroups }: { dropped: number; ofGroups: Uint32Array | null },
): void {
  const { isMixed, keptSlots, failed, scores } = memory;
  const ofPart = part === null ? 0 : bitOf[part];
  const { start, count, lowest, highest } = cars.groups.columns;
  const { price, mileage, listedAt, look, location } = cars.columns;
  const { looks, locations, text } = plan;
  const prices = plan.ranges.price ?? everything;
  const mileages = plan.ranges.mileage ?? everything;
  const since = plan.ranges.newSince?.low ?? -Infinity;
  const required = text?.required ?? 0;
  const inTitle = text?.hits.title ?? null;
  const fields = text === null ? [] : otherFields(cars, text);
  let size = memory.keptSize;
  for (let at = 0; at < groups.length; at++) {
    const group = groups[at]!;
    if (isMixed[group] === 0) continue;
    keptFrom[at] = size;
    keptTo[at] = size;
    const ofGroup = ofGroups === null ? ofPart : ofGroups[group]!;
    const dropped = droppedOfAll & ~ofGroup;
    const ofPrice = to[at]! - from[at]!;
    if (ofPrice === 0 && (dropped & priceBit) !== 0) continue;
    const testsPrice = ofPrice < count[group]!;
    const testsMileage =
      lowest.mileage[group]! < mileages.low || highest.mileage[group]! > mileages.high;
    const testsTime = lowest.listedAt[group]! < since;
    const wanted = (dropped & textBit) !== 0 ? required : 0;
    const first = start[group]!;
    const end = keepWithWords(keptSlots, cars, fields, inTitle, { group, wanted, from: size });
    const ofCars = words;
    for (let index = size; index < end; index++) {
      const slot = keptSlots[index]!;
      let bits = 0;
      // Comparisons without branches, which are hard to predict for the processor.
      if (testsPrice)
        bits |= (Number(price[slot]! < prices.low) | Number(price[slot]! > prices.high)) * priceBit;
      if (testsMileage) {
        bits |= Number(mileage[slot]! < mileages.low) * mileageBit;
        bits |= Number(mileage[slot]! > mileages.high) * mileageBit;
      }
      if (testsTime) bits |= Number(listedAt[slot]! < since) * newSinceBit;
      if (looks !== null) bits |= looks[look[slot]!]!;
      if (locations !== null && locations[location[slot]!] === 0) bits |= locationBit;
      if (text !== null) {
        const hits = ofCars[slot - first]!;
        bits |= Number((hits & required) !== required) * textBit;
        if (part === null) scores[slot] = hits & scoreBits;
      }
      keptSlots[size] = slot;
      failed[size] = bits | ofGroup;
      size += Number((bits & dropped) === 0);
    }
    keptTo[at] = size;
  }
  memory.keptSize = size;
}

/** For each car of one group, which words its texts have in the upper bits, and its score in the lower ones. */
let words = new Int32Array(1_024);
/** The bits of a car's words that have its score. */
export const scoreBits = 0xffff;

/** What the texts of a field contribute, and the cars' texts. */
type SearchedField = { hits: Int32Array; texts: Uint32Array };

/** The fields with any of the words that the cars of a group do not share. */
function otherFields(
  { columns }: CarColumns,
  { hits }: NonNullable<SearchPlan["text"]>,
): SearchedField[] {
  return (["paint", "location", "description"] as const).flatMap((name) => {
    const ofField = hits[name];
    return ofField === null ? [] : { hits: ofField, texts: columns[name] };
  });
}

/**
 * Reads the words of a group's cars, one field after the other, because short loops take a fraction of the time. Writes
 * the slots of the cars that have all `wanted` ones into the kept ones from a place on, and returns their end.
 */
function keepWithWords(
  keptSlots: Uint32Array,
  { columns, groups }: CarColumns,
  fields: SearchedField[],
  inTitle: Int32Array | null,
  { group, wanted, from }: { group: number; wanted: number; from: number },
): number {
  const first = groups.columns.start[group]!;
  const end = first + groups.columns.count[group]!;
  if (words.length < end - first) words = new Int32Array((end - first) * 2);
  const shared = groups.columns.title[group]!;
  if (inTitle === null || shared !== severalTitles)
    words.fill(inTitle === null ? 0 : inTitle[shared]!, 0, end - first);
  else
    for (let slot = first; slot < end; slot++) words[slot - first] = inTitle[columns.title[slot]!]!;
  const last = fields.length - 1;
  for (let at = 0; at < last; at++) addHits(fields[at]!, first, end);
  const range = { first, end, wanted, from };
  return last < 0 ? keepFrom(keptSlots, range) : addHitsAndKeep(keptSlots, fields[last]!, range);
}

/** A group's slots, the words that its kept cars have, and where to write these. */
type Range = { first: number; end: number; wanted: number; from: number };

function addHits({ hits, texts }: SearchedField, first: number, end: number): void {
  const ofCars = words;
  for (let slot = first; slot < end; slot++) {
    const hit = hits[texts[slot]!]!;
    ofCars[slot - first] = (ofCars[slot - first]! | (hit & ~scoreBits)) + (hit & scoreBits);
  }
}

/** `addHits` and `keepFrom` in one pass. */
function addHitsAndKeep(
  keptSlots: Uint32Array,
  { hits, texts }: SearchedField,
  { first, end, wanted, from }: Range,
): number {
  const ofCars = words;
  let to = from;
  for (let slot = first; slot < end; slot++) {
    const hit = hits[texts[slot]!]!;
    const allHits = (ofCars[slot - first]! | (hit & ~scoreBits)) + (hit & scoreBits);
    ofCars[slot - first] = allHits;
    keptSlots[to] = slot;
    to += Number((allHits & wanted) === wanted);
  }
  return to;
}

function keepFrom(keptSlots: Uint32Array, { first, end, wanted, from }: Range): number {
  const ofCars = words;
  let to = from;
  for (let slot = first; slot < end; slot++) {
    keptSlots[to] = slot;
    to += Number((ofCars[slot - first]! & wanted) === wanted);
  }
  return to;
}
