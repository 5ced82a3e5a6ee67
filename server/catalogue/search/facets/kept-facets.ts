import { LRUCache } from "lru-cache";
import type { SearchFacets, SearchQuery } from "#shared/search/search-contract.ts";
import { offeredSince } from "./count-facets.ts";

/** About 20 kB each, and as much again as the JSON that a call asked for. */
const mostKept = 100;

/**
 * Keeps the facets of the latest searches until the catalog changes. The pages of a list and its orders have the same
 * ones, and as the same object, so that pages can keep what they make of it.
 */
export function keptFacets(version: () => number) {
  const cache = new LRUCache<string, SearchFacets>({ max: mostKept });

  function keyOf({ sort: _sort, limit: _limit, cursor: _cursor, ...counted }: SearchQuery): string {
    // The offered days are new each day.
    return JSON.stringify([version(), offeredSince(new Date())[0]!.value, counted]);
  }

  return {
    find: (query: SearchQuery) => (query.facets ? cache.get(keyOf(query)) : undefined),
    keep: (query: SearchQuery, facets: SearchFacets) => void cache.set(keyOf(query), facets),
  };
}
