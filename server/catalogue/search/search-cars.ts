import type {
  SearchAnswer,
  SearchFacets,
  SearchQuery,
  UnderstoodPart,
} from "#shared/search/search-contract.ts";
import type { QueryPart } from "#shared/search/query-part.ts";
import { partsSharing, queryWithout, wordsAt, type ReadQuery } from "#shared/search/read-query.ts";
import { searchParameters, type SearchFilters } from "#shared/search/search-filters.ts";
import { notesOf } from "#shared/search/search-notes.ts";
import { withWished } from "#shared/search/wished-words.ts";
import { countFacets, offeredSince } from "./facets/count-facets.ts";
import { findCars, readSearch, type SearchContext } from "./read-search.ts";
import { relaxSearch } from "./relax-search.ts";
import type { SearchPlan } from "./search-plan.ts";
import { selectPage } from "./select-page.ts";

/** The result of a search: the ids of a page's cars, and everything else that the answer says. */
type FoundCars = Omit<SearchAnswer, "listings" | "facets"> & {
  ids: string[];
  facets: SearchFacets | null;
};

/** Answers a search from the columns. @throws AppError invalid_cursor */
export function searchCars(context: SearchContext, query: SearchQuery): FoundCars {
  const { cars, currency, now } = context;
  const { q, sort, limit, cursor, facets, ...given } = query;
  const search = readSearch(context, q, given);
  const { filters } = search;
  const offered = facets ? offeredSince(now) : [];
  const moments = offered.map(({ from }) => from);
  const { plan, result, counting } = findCars(context, search, facets !== undefined, moments);
  const read = withWished(search.read, counting);
  const wanted = sort ?? read.sort ?? "best";
  const order = wanted !== "best" ? wanted : plan.text ? "relevance" : "newest";
  const page = selectPage(cars, result, { order, cursor, limit, make: onlyMake(plan) });
  const { total, counts } = result;
  const missing = total === 0 ? [] : read.wished.filter((wish) => !counting.includes(wish));
  const parts = read.parts.filter((part) => isInEffect(part, read, query));
  return {
    ids: page.slots.map((slot) => cars.idOf(slot)),
    total,
    nextCursor: page.nextCursor,
    previousCursor: page.previousCursor,
    offset: page.offset,
    filters,
    understood: parts.map((part) => understoodPart(part, read, query)),
    text: read.text,
    notes: notesOf(read, { missing, parts, filters, currency }),
    facets: counts && countFacets(cars, counts, { filters, currency, offered }),
    relaxations: total === 0 ? relaxSearch(context, plan, { read, given, filters, query }) : [],
  };
}

/** The code of the make, if a search wants a single one. */
function onlyMake({ values }: SearchPlan): number | null {
  const isWanted = values.find(({ name }) => name === "make")?.isWanted;
  const first = isWanted?.indexOf(1) ?? -1;
  return first !== -1 && isWanted!.lastIndexOf(1) === first ? first : null;
}

/** The filters of a part that no filter of its own replaces. */
function filtersInEffect({ filters }: QueryPart, query: SearchQuery): SearchFilters {
  const replaced = (field: string) => query[field as keyof SearchFilters] !== undefined;
  return Object.fromEntries(Object.entries(filters).filter(([field]) => !replaced(field)));
}

function isInEffect(part: QueryPart, read: ReadQuery, query: SearchQuery): boolean {
  if (part.sort) return query.sort === undefined && part.sort === read.sort;
  return Object.keys(filtersInEffect(part, query)).length > 0;
}

function understoodPart(part: QueryPart, read: ReadQuery, query: SearchQuery): UnderstoodPart {
  const { limit: _limit, cursor: _cursor, facets: _facets, ...search } = query;
  // What else the same words mean stays, as filters.
  const others = partsSharing(read.parts, [part]).filter((other) => other !== part);
  const otherFilters = Object.assign({}, ...others.map((other) => filtersInEffect(other, query)));
  return {
    label: part.label,
    words: wordsAt(read, part),
    filters: filtersInEffect(part, query),
    ...(part.sort && { sort: part.sort }),
    search: searchParameters({
      ...search,
      ...otherFilters,
      q: queryWithout(read, [part]),
    }).toString(),
  };
}
