import { rangeFilters, type SearchFilters } from "./search-filters.ts";

/** A search with its ranges turned that were typed the wrong way round. */
export function withRangesInOrder<Search extends SearchFilters>(search: Search): Search {
  const turned = rangeFilters.flatMap((range) => {
    const low = search[`${range}Min`];
    const high = search[`${range}Max`];
    if (low === undefined || high === undefined || low <= high) return [];
    return [[`${range}Min`, high] as const, [`${range}Max`, low] as const];
  });
  return { ...search, ...Object.fromEntries(turned) };
}
