import { favoritesAreFull, mostFavorites } from "#shared/favorites/favorite-limit.ts";
import { deviceList } from "#web/platform/device-list.ts";

/** The ids of the cars that a visitor saved in this browser. */
const list = deviceList("favorites", mostFavorites, (entry) => typeof entry === "string");

/** @internal */
export const readFavorites = list.read;
export const useDeviceFavorites = list.use;

/** Saves a car or takes it off the list. If that is not possible, says why. */
export function setFavorite(id: string, isSaved: boolean): string | null {
  // Read again, because another tab may have changed the list.
  const others = readFavorites().filter((other) => other !== id);
  if (isSaved && others.length >= mostFavorites) return favoritesAreFull;
  return list.write(isSaved ? [id, ...others] : others)
    ? null
    : "Your browser does not allow this page to save cars.";
}

/** Takes cars off the list after they were added to the account. */
export function dropFavorites(ids: readonly string[]): void {
  list.write(readFavorites().filter((id) => !ids.includes(id)));
}
