import { searchFields, valueFilters } from "#shared/search/search-filters.ts";

/**
 * The query parameters that server-rendered pages depend on. All others are ignored, in the HTML and in the page
 * cache's key.
 */
const pageParameters: ReadonlySet<string> = new Set([
  ...searchFields,
  "cursor",
  "car",
  "book",
  "confirmed",
  "report",
  "from",
  "google",
  "role",
  "token",
  // A car that its owner describes before listing it.
  "category",
  "year",
  "mileage",
  "mileageUnit",
  "list",
]);
const repeatable: ReadonlySet<string> = new Set([...valueFilters, "car"]);

/** The query parameters that affect rendering. Only filters with several values are kept more than once. */
export function keepPageParameters(search: URLSearchParams): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const [name, value] of search)
    if (
      pageParameters.has(name) &&
      !(repeatable.has(name) ? parameters.has(name, value) : parameters.has(name))
    )
      parameters.append(name, value);
  return parameters;
}
