import type { QueryPart, WishedWords } from "#shared/search/query-part.ts";
import { readQuery, type ReadQuery } from "#shared/search/read-query.ts";
import type { SearchFilters } from "#shared/search/search-filters.ts";
import type { CarColumns } from "./car-columns.ts";
import { scan, type Scan } from "./scan.ts";
import { planSearch, type SearchPlan } from "./search-plan.ts";

export type SearchContext = {
  cars: CarColumns;
  currency: string;
  now: Date;
};

/** A search of which the query was read, and the filters in effect. */
export type ReadSearch = { read: ReadQuery; filters: SearchFilters };

/** Reads what was typed. The cars of the catalog decide what unclear words mean. */
export function readTyped({ cars, currency, now }: SearchContext, q: string | undefined) {
  return readQuery(q ?? "", {
    currency,
    thisYear: now.getUTCFullYear(),
    isKnownWord: cars.text.has,
    beginsInTitle: cars.text.beginsInTitle,
    hasCars: (filters) =>
      scan(cars, planSearch(cars, filters, { text: "", wished: [] }, currency), false, []).total >
      0,
  });
}

export function readSearch(
  context: SearchContext,
  q: string | undefined,
  given: SearchFilters,
): ReadSearch {
  const read = readTyped(context, q);
  return { read, filters: mergeFilters(given, read.parts) };
}

/** The filters in effect. A filter that is set in its own field replaces what was read from the query. */
function mergeFilters(given: SearchFilters, parts: readonly QueryPart[]): SearchFilters {
  const merged: Record<string, unknown> = {};
  for (const { filters } of parts)
    for (const [field, value] of Object.entries(filters)) {
      const before = merged[field];
      merged[field] = Array.isArray(before)
        ? [...new Set([...(before as unknown[]), ...(value as unknown[])])]
        : value;
    }
  for (const [field, value] of Object.entries(given))
    if (value !== undefined) merged[field] = value;
  return merged;
}

/** The plan of a search for cars that some of the wished words describe, or else all of them. */
export function planOf(
  { cars, currency }: SearchContext,
  { read, filters }: ReadSearch,
  wished: readonly WishedWords[] = read.wished,
): SearchPlan {
  return planSearch(cars, filters, { text: read.text, wished }, currency);
}

/** The cars of a search, valid until the next one, and the wished words that describe them. */
export type Found = { plan: SearchPlan; result: Scan; counting: readonly WishedWords[] };

/** Finds the cars of a search. Wished words that describe none of them do not count. */
export function findCars(
  context: SearchContext,
  search: ReadSearch,
  withFacets: boolean,
  moments: readonly number[],
): Found {
  const find = (counting: readonly WishedWords[]): Found => {
    const plan = planOf(context, search, counting);
    return { plan, result: scan(context.cars, plan, withFacets, moments), counting };
  };
  const { wished } = search.read;
  const strict = find(wished);
  if (strict.result.total > 0 || wished.length === 0) return strict;
  return find(describing(context, search));
}

/** Each is a search of its own, and no one means more of them. */
const mostTried = 6;

/** The most wished words, preferring the first ones, that describe a car of the search. */
function describing(context: SearchContext, search: ReadSearch): WishedWords[] {
  const { wished } = search.read;
  const counting: WishedWords[] = [];
  // All of them together describe none.
  for (const wish of wished.length > 1 ? wished.slice(0, mostTried) : []) {
    const plan = planOf(context, search, [...counting, wish]);
    if (scan(context.cars, plan, false, []).total > 0) counting.push(wish);
  }
  return counting;
}
