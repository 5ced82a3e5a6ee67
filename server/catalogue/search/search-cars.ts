import type {
  Relaxation,
  SearchAnswer,
  SearchFacets,
  SearchQuery,
} from "#shared/search/search-contract.ts";
import { partLabel } from "#shared/search/filter-labels.ts";
import {
  queryWithout,
  readQuery,
  wordsAt,
  type QueryPart,
  type ReadQuery,
} from "#shared/search/read-query.ts";
import {
  fieldsOf,
  searchParameters,
  searchParts,
  type SearchFilters,
  type SearchPart,
} from "#shared/search/search-filters.ts";
import type { CarColumns } from "./car-columns.ts";
import { countFacets, offeredSince, type FacetContext } from "./count-facets.ts";
import type { ValueCounts } from "./count-values.ts";
import { encodeFacets } from "./encode-facets.ts";
import { countRelaxed, scan } from "./scan.ts";
import { bitOf, planSearch, type SearchPlan } from "./search-plan.ts";
import { selectPage } from "./select-page.ts";

/** The result of a search: the ids of a page's cars, and everything else that the answer says. */
export type FoundCars<Facets = SearchFacets> = Omit<SearchAnswer, "listings" | "facets"> & {
  ids: string[];
  facets: Facets | null;
};

export type SearchContext = {
  cars: CarColumns;
  currency: string;
  now: Date;
};

/** Answers a search from the columns. @throws AppError invalid_cursor */
export function searchCars(context: SearchContext, query: SearchQuery): FoundCars {
  return searchWith(countFacets, context, query);
}

/** The same with the facets as JSON, which is valid until the next search. */
export function searchCarsJson(context: SearchContext, query: SearchQuery): FoundCars<Buffer> {
  return searchWith(encodeFacets, context, query);
}

function searchWith<Facets>(
  readFacets: (cars: CarColumns, counts: ValueCounts, context: FacetContext) => Facets,
  context: SearchContext,
  query: SearchQuery,
): FoundCars<Facets> {
  const { cars, currency, now } = context;
  const { q, sort, limit, cursor, facets, ...given } = query;
  const read = readQuery(q ?? "", {
    currency,
    thisYear: now.getUTCFullYear(),
    isKnownWord: cars.text.has,
    beginsInTitle: cars.text.beginsInTitle,
  });
  const filters = mergeFilters(given, read.parts);
  const plan = planSearch(cars, filters, read, currency);
  const offered = facets ? offeredSince(now) : [];
  const moments = offered.map(({ from }) => from);
  const found = scan(cars, plan, facets !== undefined, moments);
  const wanted = sort ?? "best";
  const order = wanted !== "best" ? wanted : plan.text ? "relevance" : "newest";
  const page = selectPage(cars, found, { order, cursor, limit, make: onlyMake(plan) });
  return {
    ids: page.slots.map((slot) => cars.idOf(slot)),
    total: found.total,
    nextCursor: page.nextCursor,
    previousCursor: page.previousCursor,
    filters,
    understood: understoodParts(read, given, query),
    text: read.text,
    facets: found.counts && readFacets(cars, found.counts, { filters, currency, offered }),
    relaxations: found.total === 0 ? relax(context, plan, { read, given, filters, query }) : [],
  };
}

/** The code of the make, if a search wants a single one. */
function onlyMake({ values }: SearchPlan): number | null {
  const isWanted = values.find(({ name }) => name === "make")?.isWanted;
  const first = isWanted?.indexOf(1) ?? -1;
  return first !== -1 && isWanted!.lastIndexOf(1) === first ? first : null;
}

/** The filters in effect. A filter that is set in its own field replaces what was read from the query. */
export function mergeFilters(given: SearchFilters, parts: readonly QueryPart[]): SearchFilters {
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

function understoodParts(read: ReadQuery, given: SearchFilters, { sort }: SearchQuery) {
  return read.parts.flatMap((part) => {
    const inEffect = Object.entries(part.filters).filter(
      ([field]) => given[field as keyof SearchFilters] === undefined,
    );
    if (inEffect.length === 0) return [];
    return {
      label: part.label,
      words: wordsAt(read, part),
      filters: Object.fromEntries(inEffect),
      search: searchParameters({ ...given, sort, q: queryWithout(read, [part]) }).toString(),
    };
  });
}

type Searched = {
  read: ReadQuery;
  given: SearchFilters;
  filters: SearchFilters;
  query: SearchQuery;
};

/** The fewest parts to drop for any cars, and how many cars each choice gives, the most first. */
function relax(
  { cars, currency }: SearchContext,
  plan: SearchPlan,
  searched: Searched,
): Relaxation[] {
  return [...countRelaxed(cars, plan)]
    .toSorted(([a, countOfA], [b, countOfB]) => countOfB - countOfA || a - b)
    .slice(0, 6)
    .map(([failed, total]) => {
      const parts = searchParts.filter((part) => failed & bitOf[part]);
      const { filters, read } = searched;
      const label = parts
        .map((part) => partLabel(part, filters, { text: read.text, currency }))
        .join(", ");
      return { parts, label, total, search: without(parts, searched) };
    });
}

/** The search without some parts. Words with several meanings go, and the meanings that stay become filters. */
function without(parts: SearchPart[], { read, given, filters, query }: Searched): string {
  const dropped = new Set<string>(
    parts.flatMap((part): string[] => (part === "text" ? [] : fieldsOf(part))),
  );
  const isDropped = (field: string) => dropped.has(field);
  const gone = read.parts.filter((part) => Object.keys(part.filters).some(isDropped));
  const kept = Object.fromEntries(
    [...gone.flatMap((part) => Object.keys(part.filters)), ...Object.keys(given)]
      .filter((field) => !isDropped(field))
      .map((field) => [field, filters[field as keyof SearchFilters]]),
  ) as SearchFilters;
  const spans = [...gone, ...(parts.includes("text") ? read.textSpans : [])];
  return searchParameters({ ...kept, sort: query.sort, q: queryWithout(read, spans) }).toString();
}
