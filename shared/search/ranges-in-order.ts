import { endsOf, rangeFilters, type SearchFilters } from "./search-filters.ts";

/** A search with its ranges turned that were typed the wrong way round. */
export function withRangesInOrder<Search extends SearchFilters>(search: Search): Search {
  const turned = rangeFilters.flatMap((range) => {
    const [min, max] = endsOf(range);
    const low = search[min];
    const high = search[max];
    if (low === undefined || high === undefined || low <= high) return [];
    return [[min, high] as const, [max, low] as const];
  });
  return { ...search, ...Object.fromEntries(turned) };
}
