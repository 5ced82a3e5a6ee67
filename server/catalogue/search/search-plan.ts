import type { WishedWords } from "#shared/search/query-part.ts";
import { toMinor } from "#shared/money/money.ts";
import { filterTable } from "#shared/search/filter-table.ts";
import {
  rangeFilters,
  searchParts,
  type RangeFilter,
  type SearchFilters,
  type SearchPart,
  type ValueFilter,
} from "#shared/search/search-filters.ts";
import {
  colourOfLook,
  isVerifiedLook,
  labelOfLook,
  looks,
  type CarColumns,
} from "./car-columns.ts";
import { groupFilters, type GroupFilter } from "./facets/group-values.ts";
import { unitOf } from "./facets/buckets.ts";

/** One bit for each part of a search. A car's failures are a set of them; none means that it matches. */
export const bitOf = Object.fromEntries(
  searchParts.map((part, index) => [part, 1 << index]),
) as Record<SearchPart, number>;

/** The ends of a filter in the unit of its column, both included. */
export type Ends = { low: number; high: number };

/** A search in the terms of the columns. */
export type SearchPlan = {
  /** The value filters of groups, with 1 for each code that is wanted. */
  values: { name: GroupFilter; isWanted: Uint8Array }[];
  /** For each look, whether it fails the color, the price label and the verification; null without these filters. */
  looks: Uint32Array | null;
  ranges: Partial<Record<RangeFilter | "newSince", Ends>>;
  /** For each location, 1 if it matches; null without this filter. */
  locations: Uint8Array | null;
  text: ReturnType<CarColumns["text"]["match"]> | null;
};

export function planSearch(
  cars: CarColumns,
  filters: SearchFilters,
  { text, wished }: { text: string; wished: readonly WishedWords[] },
  currency: string,
): SearchPlan {
  const ranges: SearchPlan["ranges"] = {};
  for (const name of rangeFilters) {
    const ends = rangeEnds(name, filters, currency);
    if (ends) ranges[name] = ends;
  }
  if (filters.newSince !== undefined)
    ranges.newSince = { low: Date.parse(filters.newSince), high: Infinity };
  const matched = text === "" && wished.length === 0 ? null : cars.text.match(text, wished);
  return {
    values: groupFilters.flatMap((name) => {
      const isWanted = wantedCodes(cars, name, filters);
      return isWanted ? { name, isWanted } : [];
    }),
    looks: failingLooks(cars, filters),
    ranges,
    locations:
      filters.location === undefined ? null : cars.text.locationsMatching(filters.location),
    text: matched,
  };
}

/** For each code of a filter, 1 if it is wanted; null without this filter. */
function wantedCodes(
  cars: CarColumns,
  name: ValueFilter,
  filters: SearchFilters,
): Uint8Array | null {
  const wanted = filters[name];
  if (wanted === undefined) return null;
  const codes = new Uint8Array(cars.codes[name].size());
  for (const value of wanted) {
    const code = cars.codes[name].find(value);
    if (code !== undefined) codes[code] = 1;
  }
  return codes;
}

function failingLooks(cars: CarColumns, filters: SearchFilters): Uint32Array | null {
  const colours = wantedCodes(cars, "colour", filters);
  const labels = wantedCodes(cars, "priceLabel", filters);
  if (!colours && !labels && !filters.verified) return null;
  const failures = new Uint32Array(looks);
  for (let look = 0; look < looks; look++) {
    if (colours?.[colourOfLook(look)] === 0) failures[look]! |= bitOf.colour;
    if (labels?.[labelOfLook(look)] === 0) failures[look]! |= bitOf.priceLabel;
    if (filters.verified && !isVerifiedLook(look)) failures[look]! |= bitOf.verified;
  }
  return failures;
}

/** The ends of a range filter in the column's unit, or null without it. An unknown value is below every end. */
function rangeEnds(name: RangeFilter, filters: SearchFilters, currency: string): Ends | null {
  const min = filters[`${name}Min`];
  const max = filters[`${name}Max`];
  if (min === undefined && max === undefined) return null;
  const { lowest } = filterTable[name].column;
  return {
    low: min === undefined ? lowest : Math.max(lowest, inColumn(name, min, currency)),
    high: max === undefined ? Infinity : inColumn(name, max, currency),
  };
}

function inColumn(name: RangeFilter, value: number, currency: string): number {
  const { unit } = filterTable[name].column;
  if (unit === "minor") return toMinor(value, currency) ?? value * unitOf(name, currency);
  // Not `value * unit`, which is 2009.9999999999998 for 2.01 liters.
  return Math.round(value * unit * 1_000) / 1_000;
}
