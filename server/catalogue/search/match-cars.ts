import { partLabel } from "#shared/search/part-label.ts";
import {
  partsOf,
  searchParameters,
  valueFilters,
  type Search,
  type SearchFilters,
  type SearchPart,
} from "#shared/search/search-filters.ts";
import { describingText } from "#shared/search/wished-words.ts";
import { fold } from "#shared/text/fold.ts";
import type { CarColumns } from "./car-columns.ts";
import { carMatcher } from "./car-matcher.ts";
import { groupRanges } from "./facets/group-values.ts";
import {
  findCars,
  planOf,
  readSearch,
  type ReadSearch,
  type SearchContext,
} from "./read-search.ts";
import { scan } from "./scan.ts";
import type { Ends, SearchPlan } from "./search-plan.ts";

/** A car that matches a search, and when it was listed, in milliseconds since the epoch. */
export type MatchingCar = { id: string; listedAt: number };

export type SearchSummary = {
  parts: { part: SearchPart; label: string }[];
  /** The same for searches that ask for the same cars in different words or another order. */
  key: string;
  total: number;
  newCount: number;
};

/** What a search asks for, how many cars match it, and how many of them were listed at `since` or later. */
export function describeSearch(context: SearchContext, search: Search, since: Date): SearchSummary {
  const { cars, currency } = context;
  const read = readWhole(context, search);
  const { filters } = read;
  const text = describingText(read.read);
  // Counted before the next scan, which uses the same working memory.
  const { total } = findCars(context, read, false, []).result;
  const sinceOfSearch = filters.newSince === undefined ? 0 : Date.parse(filters.newSince);
  const later = new Date(Math.max(since.getTime(), sinceOfSearch)).toISOString();
  // Only cars that all words describe are news. If there are any, they are also all that the search finds.
  const newer = planOf(context, readWhole(context, { ...search, newSince: later }));
  return {
    parts: partsOf(filters, text).map((part) => ({
      part,
      label: partLabel(part, filters, { text, currency }),
    })),
    key: keyOf(filters, text),
    total,
    newCount: scan(cars, newer, false, []).total,
  };
}

/**
 * Those of the given cars that match a search in all of its words, or of all cars. Costs little per car: nothing is sorted
 * or counted.
 */
export function matchCars(
  context: SearchContext,
  search: Search,
  ids: readonly string[] | null,
): MatchingCar[] {
  const { cars } = context;
  const plan = planOf(context, readWhole(context, search));
  const matchesItself = carMatcher(cars, plan);
  const carAt = (slot: number) => ({
    id: cars.idOf(slot),
    listedAt: cars.columns.listedAt[slot]!,
  });
  if (ids === null) return [...scan(cars, plan, false, []).slots()].map(carAt);
  return ids.flatMap((id) => {
    const slot = cars.slotOf(id);
    if (slot === undefined) return [];
    return matchesAsGroup(cars, plan, slot) && matchesItself(slot) ? [carAt(slot)] : [];
  });
}

function readWhole(context: SearchContext, search: Search): ReadSearch {
  const { q, sort: _sort, ...given } = search;
  return readSearch(context, q, given);
}

/** Whether a car matches in its price and in what the cars of its group share. */
function matchesAsGroup(cars: CarColumns, plan: SearchPlan, slot: number): boolean {
  const { columns } = cars;
  const ofGroup = cars.groups.columns;
  const group = columns.group[slot]!;
  if (plan.values.some(({ name, isWanted }) => isWanted[ofGroup[name][group]!] === 0)) return false;
  const isWithin = (value: number, ends: Ends | undefined) =>
    ends === undefined || (value >= ends.low && value <= ends.high);
  return (
    isWithin(columns.price[slot]!, plan.ranges.price) &&
    groupRanges.every((name) => isWithin(ofGroup[name][group]!, plan.ranges[name]))
  );
}

function keyOf(filters: SearchFilters, text: string): string {
  const sorted = Object.fromEntries(
    valueFilters.map((name) => [name, filters[name]?.toSorted()]),
  ) as SearchFilters;
  const q = fold(text.toLowerCase());
  return searchParameters({ ...filters, ...sorted, q }).toString();
}
