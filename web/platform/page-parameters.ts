/**
 * The query parameters that a page on the server may depend on. A page ignores every other one: it shows up neither in
 * the HTML nor in the key of the page cache.
 */
const pageParameters = ["sort", "cursor", "book", "report", "from", "google", "role"];

/** The part of a page's query that changes what the server renders, each parameter once. */
export function keepPageParameters(search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const [name, value] of search)
    if (pageParameters.includes(name) && !kept.has(name)) kept.set(name, value);
  return kept;
}
