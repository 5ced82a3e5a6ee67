/**
 * The query parameters that server-rendered pages depend on. All others are ignored, in the HTML and in the page
 * cache's key.
 */
const pageParameters = ["sort", "cursor", "book", "report", "from", "google", "role"];

/** The query parameters that affect rendering, each one once. */
export function keepPageParameters(search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const [name, value] of search)
    if (pageParameters.includes(name) && !kept.has(name)) kept.set(name, value);
  return kept;
}
