import { minorUnitDigits, toMinor } from "#shared/money/money.ts";
import {
  partsOf,
  rangeFilters,
  searchParts,
  type RangeFilter,
  type SearchFilters,
  type SearchPart,
  valueFilters,
} from "#shared/search/search-filters.ts";
import type { CarColumns } from "./car-columns.ts";
import { noCell } from "./cells.ts";
import { millimetersPerMile } from "./searchable-car.ts";

/** One bit for each part of a search. A car's failures are a set of them; none means that it matches. */
export const bitOf = Object.fromEntries(
  searchParts.map((part, index) => [part, 1 << index]),
) as Record<SearchPart, number>;

/** Failures of a slot without a car: more than one, so that no facet counts it. */
const noCar = 0xffff;

/** A numeric column with the ends of its filter. */
export type RangeTest = { bit: number; values: Float64Array; low: number; high: number };

/** A search in the terms of the columns. */
export type SearchPlan = {
  /** For each cell, which value filters its cars fail. */
  cellFailures: Uint16Array;
  ranges: RangeTest[];
  /** For each location, 1 if it matches; null without this filter. */
  locations: Uint8Array | null;
  text: ReturnType<CarColumns["text"]["match"]> | null;
  /** The parts that the search has. */
  parts: SearchPart[];
};

export function planSearch(
  cars: CarColumns,
  filters: SearchFilters,
  { text, preferred }: { text: string; preferred: readonly string[] },
  currency: string,
): SearchPlan {
  const { columns } = cars;
  const ranges: RangeTest[] = [];
  for (const name of rangeFilters) {
    const ends = rangeEnds(name, filters, currency);
    if (ends) ranges.push({ bit: bitOf[name], values: columns[name], ...ends });
  }
  if (filters.newSince !== undefined) {
    const low = Date.parse(filters.newSince);
    ranges.push({ bit: bitOf.newSince, values: columns.listedAt, low, high: Infinity });
  }
  const matched = text === "" && preferred.length === 0 ? null : cars.text.match(text, preferred);
  return {
    cellFailures: cellFailures(cars, filters),
    ranges,
    locations:
      filters.location === undefined ? null : cars.text.locationsMatching(filters.location),
    text: matched,
    parts: partsOf(filters, text),
  };
}

function cellFailures(cars: CarColumns, filters: SearchFilters): Uint16Array {
  const failures = new Uint16Array(cars.cells.size());
  for (const [at, name] of valueFilters.entries()) {
    const wanted = filters[name];
    if (wanted === undefined) continue;
    const codes = new Set(wanted.map((value) => cars.codes[name].find(value)));
    for (let cell = 1; cell < failures.length; cell++)
      if (!codes.has(cars.cells.codes(cell)[at])) failures[cell]! |= bitOf[name];
  }
  if (filters.verified)
    for (let cell = 1; cell < failures.length; cell++)
      if (cars.cells.codes(cell)[valueFilters.length] === 0) failures[cell]! |= bitOf.verified;
  failures[noCell] = noCar;
  return failures;
}

/** The ends of a range filter in the column's unit, or null without it. An unknown value is below every end. */
function rangeEnds(
  name: RangeFilter,
  filters: SearchFilters,
  currency: string,
): { low: number; high: number } | null {
  const [min, max] = [filters[`${name}Min`], filters[`${name}Max`]];
  if (min === undefined && max === undefined) return null;
  const lowest = name === "mileage" ? 0 : 1;
  return {
    low: min === undefined ? lowest : Math.max(lowest, inColumn(name, min, currency)),
    high: max === undefined ? Infinity : inColumn(name, max, currency),
  };
}

function inColumn(name: RangeFilter, value: number, currency: string): number {
  switch (name) {
    case "year":
      return value;
    case "price":
      return toMinor(value, currency) ?? value * 10 ** minorUnitDigits(currency);
    case "mileage":
      return value * millimetersPerMile;
    case "engine":
      // Not `value * 1000`, which is 2009.9999999999998 for 2.01.
      return Math.round(value * 1_000_000) / 1_000;
  }
}
