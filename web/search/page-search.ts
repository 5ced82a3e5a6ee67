import {
  endsOf,
  flagFilters,
  rangeFilters,
  searchParameters,
  searchSorts,
  textFilters,
  valueFilters,
  type Search,
} from "#shared/search/search-filters.ts";

const numberFields = rangeFilters.flatMap(endsOf);
const textFields = ["q", ...textFilters];

/**
 * The search in a page's URL. Values are not validated: the server redirects from a URL with invalid ones
 * (`readSearchRequest`), and this page writes only valid ones. That keeps the schemas out of the browser.
 */
export function readSearch(parameters: URLSearchParams): Search {
  const search: Record<string, unknown> = {};
  for (const name of textFields) search[name] = parameters.get(name)?.trim() || undefined;
  for (const name of valueFilters) {
    const values = parameters.getAll(name).filter(Boolean);
    search[name] = values.length > 0 ? [...new Set(values)] : undefined;
  }
  for (const name of numberFields) {
    const value = parameters.get(name);
    search[name] = value && Number.isFinite(Number(value)) ? Number(value) : undefined;
  }
  for (const name of flagFilters) search[name] = parameters.get(name) === "1" || undefined;
  search.sort = searchSorts.find((sort) => sort === parameters.get("sort"));
  return search;
}

/** Where a search is shown: `/search`, or the page of a brand. */
export type SearchBase = { path: string; make: string | null };

/** The URL of a search on its page. */
export function searchHref({ path }: SearchBase, search: Search): string {
  const parameters = searchParameters(search).toString();
  return parameters === "" ? path : `${path}?${parameters}`;
}

/** The parameters that ask the API for a search with its facets. A brand's page adds its make. */
export function apiParameters(
  { make }: SearchBase,
  search: Search,
  { cursor = null, limit }: { cursor?: string | null; limit?: number } = {},
): string {
  const parameters = searchParameters(
    make === null ? search : { ...search, make: [make] as Search["make"] },
  );
  parameters.set("facets", "1");
  if (cursor !== null) parameters.set("cursor", cursor);
  if (limit !== undefined) parameters.set("limit", String(limit));
  return parameters.toString();
}
