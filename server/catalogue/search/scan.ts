import type { CarColumns } from "./car-columns.ts";
import { bitOf, type SearchPlan } from "./search-plan.ts";

export type Scan = {
  /** The slots of the cars that match, and their scores if the search has text. */
  slots: Uint32Array;
  scores: Uint32Array | null;
  /** For each cell, the cars that fail nothing but, at most, value filters. */
  cellCounts: Uint32Array;
  /** The slots of cars that fail only this range (or `newSince`), by its bit. */
  near: Map<number, number[]>;
};

/** Finds the cars that match a search, and with `facets` those that fail a single range. */
export function scan(cars: CarColumns, plan: SearchPlan, facets: boolean): Scan {
  const { cell, title, paint, location, description } = cars.columns;
  const { cellFailures, ranges, locations, text } = plan;
  const length = cars.length();
  const slots = new Uint32Array(length);
  const scores = text && new Uint32Array(length);
  const cellCounts = new Uint32Array(cellFailures.length);
  const near = new Map<number, number[]>(ranges.map(({ bit }) => [bit, []]));
  let found = 0;

  cars: for (let slot = 0; slot < length; slot++) {
    const ofCell = cellFailures[cell[slot]!]!;
    // Two failures matter to no facet, and without facets one is enough.
    if (ofCell !== 0 && (!facets || (ofCell & (ofCell - 1)) !== 0)) continue;
    if (locations && locations[location[slot]!] === 0) continue;
    let score = 0;
    if (text) {
      const { hits, required } = text;
      const a = hits.title[title[slot]!]!;
      const b = hits.paint[paint[slot]!]!;
      const c = hits.location[location[slot]!]!;
      const d = hits.description[description[slot]!]!;
      if (((a | b | c | d) & required) >>> 0 !== required) continue;
      score = (a & 0xffff) + (b & 0xffff) + (c & 0xffff) + (d & 0xffff);
    }
    let failed = 0;
    for (const { bit, values, low, high } of ranges) {
      const value = values[slot]!;
      if (value >= low && value <= high) continue;
      if (failed !== 0 || ofCell !== 0) continue cars;
      failed = bit;
    }
    if (failed !== 0) {
      if (facets) near.get(failed)!.push(slot);
      continue;
    }
    cellCounts[cell[slot]!]! += 1;
    if (ofCell !== 0) continue;
    slots[found] = slot;
    if (scores) scores[found] = score;
    found += 1;
  }
  return {
    slots: slots.subarray(0, found),
    scores: scores && scores.subarray(0, found),
    cellCounts,
    near,
  };
}

/** For every combination of failures, how many cars have it. */
export function countFailures(cars: CarColumns, plan: SearchPlan): Map<number, number> {
  const { cell, title, paint, location, description } = cars.columns;
  const counts = new Map<number, number>();
  for (let slot = 0; slot < cars.length(); slot++) {
    let failed = plan.cellFailures[cell[slot]!]!;
    if (cell[slot] === 0) continue;
    if (plan.locations && plan.locations[location[slot]!] === 0) failed |= bitOf.location;
    if (plan.text) {
      const { hits, required } = plan.text;
      const bits =
        hits.title[title[slot]!]! |
        hits.paint[paint[slot]!]! |
        hits.location[location[slot]!]! |
        hits.description[description[slot]!]!;
      if ((bits & required) >>> 0 !== required) failed |= bitOf.text;
    }
    for (const { bit, values, low, high } of plan.ranges)
      if (!(values[slot]! >= low && values[slot]! <= high)) failed |= bit;
    counts.set(failed, (counts.get(failed) ?? 0) + 1);
  }
  return counts;
}
