import type { SavedSearch } from "#shared/saved-searches/saved-search-contract.ts";

/** The path of a saved search, limited to the cars that are new since its visitor last saw it. */
export function newCarsPath({ search, seenAt }: Pick<SavedSearch, "search" | "seenAt">): string {
  const parameters = new URLSearchParams(search);
  const since = parameters.get("newSince");
  if (since === null || Date.parse(since) < Date.parse(seenAt)) parameters.set("newSince", seenAt);
  return `/search?${parameters}`;
}
