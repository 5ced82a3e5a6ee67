import { rangeFilters, type RangeFilter } from "#shared/search/search-filters.ts";
import { noBucket } from "./buckets.ts";
import type { CarColumns } from "./car-columns.ts";
import { noCell } from "./cells.ts";
import { bitOf, type SearchPlan } from "./search-plan.ts";

/** What a search found. Valid until the next search. */
export type Scan = {
  total: number;
  matches: (slot: number) => boolean;
  /** The slots of the cars that match, in no order. */
  slots: () => Uint32Array;
  /** The relevance of a matching car's text. */
  score: (slot: number) => number;
  /** With facets: what the counts of values are made of. */
  counts: ScanCounts | null;
};

export type ScanCounts = {
  /** For each cell, the cars that fail nothing but, at most, value filters. */
  cells: Uint32Array;
  /** For each range, the cars of each bucket that fail nothing but, at most, this range. */
  buckets: Record<RangeFilter, Uint32Array>;
  /** For each range, the lowest and highest value of these cars. */
  ends: Record<RangeFilter, [number, number] | null>;
  /** For each of `moments`, the cars listed since that fail nothing but, at most, `newSince`. */
  since: number[];
};

/**
 * Finds the cars that match a search. Facets also count the cars that fail a single filter, because a filter's own
 * values are counted under the other filters. `moments` are the offered times of `newSince`.
 */
export function scan(
  cars: CarColumns,
  plan: SearchPlan,
  withFacets: boolean,
  moments: readonly number[],
): Scan {
  const isCellsOnly = plan.ranges.length === 0 && plan.locations === null && plan.text === null;
  if (isCellsOnly && !withFacets) return scanCells(cars, plan);
  const { failures, scores, slots } = scratchFor(cars.length());
  failures.fill(0);
  if (!isCellsOnly) addFailures(cars, plan, failures, scores);
  const counts = withFacets ? emptyCounts(cars, moments.length) : null;
  const total = counts
    ? collectAndCount(cars, plan, failures, slots, counts)
    : collect(cars, plan, failures, slots);
  if (counts) {
    countSince(cars, failures, moments, counts.since);
    for (const name of rangeFilters)
      counts.ends[name] = cars.sorted.ends(name, (slot) => (failures[slot]! & ~bitOf[name]) === 0);
  }
  return {
    total,
    matches: (slot) => failures[slot] === 0,
    slots: () => slots.subarray(0, total),
    score: (slot) => scores[slot]!,
    counts,
  };
}

// Searches are synchronous and run one after the other, so they share their working memory. Allocating it for each one
// takes longer than the search.
let scratch = {
  failures: new Uint16Array(0),
  scores: new Uint16Array(0),
  slots: new Uint32Array(0),
};

function scratchFor(length: number): typeof scratch {
  if (scratch.failures.length < length) {
    const size = Math.ceil(length * 1.25);
    scratch = {
      failures: new Uint16Array(size),
      scores: new Uint16Array(size),
      slots: new Uint32Array(size),
    };
  }
  return {
    failures: scratch.failures.subarray(0, length),
    scores: scratch.scores.subarray(0, length),
    slots: scratch.slots,
  };
}

// The loops below run over every car. Each is short and has a single type of column, which compiles to fast code.

/** Adds the bits of the ranges, places and texts that cars fail. */
function addFailures(
  cars: CarColumns,
  { ranges, locations, text }: SearchPlan,
  failures: Uint16Array,
  scores: Uint16Array,
): void {
  for (const { values, low, high, bit } of ranges) addRange(failures, values, low, high, bit);
  if (locations) {
    const { location } = cars.columns;
    for (let slot = 0; slot < failures.length; slot++)
      if (locations[location[slot]!] === 0) failures[slot]! |= bitOf.location;
  }
  if (text) addText(cars, text, failures, scores);
}

function addRange(
  failures: Uint16Array,
  values: Float64Array,
  low: number,
  high: number,
  bit: number,
): void {
  for (let slot = 0; slot < failures.length; slot++) {
    const value = values[slot]!;
    if (value < low || value > high) failures[slot]! |= bit;
  }
}

function addText(
  cars: CarColumns,
  { hits, required }: NonNullable<SearchPlan["text"]>,
  failures: Uint16Array,
  scores: Uint16Array,
): void {
  const { title, paint, location, description } = cars.columns;
  for (let slot = 0; slot < failures.length; slot++) {
    const a = hits.title[title[slot]!]!;
    const b = hits.paint[paint[slot]!]!;
    const c = hits.location[location[slot]!]!;
    const d = hits.description[description[slot]!]!;
    if (((a | b | c | d) & required) >>> 0 !== required) failures[slot]! |= bitOf.text;
    else scores[slot] = (a & 0xffff) + (b & 0xffff) + (c & 0xffff) + (d & 0xffff);
  }
}

/** Adds what cells fail, and collects the cars that fail nothing. Returns their number. */
function collect(
  cars: CarColumns,
  { cellFailures }: SearchPlan,
  failures: Uint16Array,
  slots: Uint32Array,
): number {
  const { cell } = cars.columns;
  let total = 0;
  for (let slot = 0; slot < failures.length; slot++) {
    const failed = failures[slot]! | cellFailures[cell[slot]!]!;
    failures[slot] = failed;
    if (failed === 0) slots[total++] = slot;
  }
  return total;
}

/** The same, and counts the cars that fail at most one filter. */
function collectAndCount(
  cars: CarColumns,
  { cellFailures }: SearchPlan,
  failures: Uint16Array,
  slots: Uint32Array,
  counts: ScanCounts,
): number {
  const { cell, yearBucket, priceBucket, mileageBucket, engineBucket } = cars.columns;
  const { year, price, mileage, engine } = counts.buckets;
  const { cells } = counts;
  let total = 0;
  for (let slot = 0; slot < failures.length; slot++) {
    const ofCell = cellFailures[cell[slot]!]!;
    const failed = failures[slot]! | ofCell;
    failures[slot] = failed;
    if ((failed & (failed - 1)) !== 0) continue;
    if (failed === 0) {
      slots[total++] = slot;
      cells[cell[slot]!]! += 1;
      year[yearBucket[slot]!]! += 1;
      price[priceBucket[slot]!]! += 1;
      mileage[mileageBucket[slot]!]! += 1;
      engine[engineBucket[slot]!]! += 1;
    } else if (ofCell !== 0) cells[cell[slot]!]! += 1;
    else if (failed === bitOf.year) year[yearBucket[slot]!]! += 1;
    else if (failed === bitOf.price) price[priceBucket[slot]!]! += 1;
    else if (failed === bitOf.mileage) mileage[mileageBucket[slot]!]! += 1;
    else if (failed === bitOf.engine) engine[engineBucket[slot]!]! += 1;
  }
  return total;
}

/** Counts the cars listed since each moment. The list of the newest cars ends the search at the oldest moment. */
function countSince(
  cars: CarColumns,
  failures: Uint16Array,
  moments: readonly number[],
  counts: number[],
): void {
  const { listedAt } = cars.columns;
  const slotAt = cars.sorted.sequence("newest");
  const oldest = moments.at(-1)!;
  let moment = 0;
  for (let at = 0; at < cars.size(); at++) {
    const slot = slotAt(at);
    if (listedAt[slot]! < oldest) break;
    const failed = failures[slot]!;
    if (failed !== 0 && failed !== bitOf.newSince) continue;
    while (listedAt[slot]! < moments[moment]!) moment += 1;
    counts[moment]! += 1;
  }
  // So far each car is counted at the latest of its moments.
  for (let index = 1; index < counts.length; index++) counts[index]! += counts[index - 1]!;
}

/** Without ranges and text, whole cells match or don't. */
function scanCells(cars: CarColumns, { cellFailures }: SearchPlan): Scan {
  const { cell } = cars.columns;
  let total = 0;
  for (let at = 1; at < cellFailures.length; at++)
    if (cellFailures[at] === 0) total += cars.cells.count(at);
  return {
    total,
    matches: (slot) => cellFailures[cell[slot]!] === 0,
    slots() {
      const slots = new Uint32Array(total);
      let found = 0;
      for (let at = 1; at < cellFailures.length; at++) {
        if (cellFailures[at] !== 0) continue;
        const count = cars.cells.count(at);
        slots.set(cars.cells.slots(at).subarray(0, count), found);
        found += count;
      }
      return slots;
    },
    score: () => 0,
    counts: null,
  };
}

function emptyCounts(cars: CarColumns, moments: number): ScanCounts {
  cars.buckets();
  return {
    cells: new Uint32Array(cars.cells.size()),
    buckets: Object.fromEntries(
      rangeFilters.map((name) => [name, new Uint32Array(noBucket + 1)]),
    ) as Record<RangeFilter, Uint32Array>,
    ends: { year: null, price: null, mileage: null, engine: null },
    since: Array.from({ length: moments }, () => 0),
  };
}

/** For every combination of failures, how many cars have it. */
export function countFailures(cars: CarColumns, plan: SearchPlan): Map<number, number> {
  const { cell } = cars.columns;
  const { failures, scores } = scratchFor(cars.length());
  failures.fill(0);
  addFailures(cars, plan, failures, scores);
  const counts = new Uint32Array(0x10000);
  for (let slot = 0; slot < failures.length; slot++)
    if (cell[slot] !== noCell) counts[failures[slot]! | plan.cellFailures[cell[slot]!]!]! += 1;
  const found = new Map<number, number>();
  for (let failed = 0; failed < counts.length; failed++)
    if (counts[failed]! > 0) found.set(failed, counts[failed]!);
  return found;
}
