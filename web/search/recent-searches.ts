import { searchParameters, type Search } from "#shared/search/search-filters.ts";
import { deviceList } from "#web/platform/device-list.ts";
import type { SearchBase } from "./page-search.ts";

/** A search made in this browser: its name, and the URL parameters of the page of all cars. */
export type RecentSearch = { label: string; search: string };

const list = deviceList("recent-searches", 6, isRecentSearch);

export const useRecentSearches = list.use;

/** Remembers the words of a search, on a brand's page with the brand. Chosen filters are not part of it. */
export function rememberSearch(
  { make }: SearchBase,
  { q, make: makes, model }: Search,
  label?: string,
) {
  const words = q?.trim();
  if (!words && !makes && !model) return;
  const ofBrand = make === null ? makes : ([make] as Search["make"]);
  const search = searchParameters({ q: words, make: ofBrand, model }).toString();
  const name = label ?? [make, words].filter(Boolean).join(" · ");
  list.write([{ label: name, search }, ...withoutSearch(search)]);
}

export function forgetSearch({ search }: RecentSearch): void {
  list.write(withoutSearch(search));
}

export function clearRecentSearches(): void {
  list.write([]);
}

function withoutSearch(search: string): RecentSearch[] {
  return list.read().filter((other) => other.search !== search);
}

function isRecentSearch(entry: unknown): entry is RecentSearch {
  if (typeof entry !== "object" || entry === null) return false;
  const { label, search } = entry as Record<string, unknown>;
  return typeof label === "string" && typeof search === "string";
}
