import { createContext, use } from "react";

/** The saved cars: of the account, or of this browser until sign-in. */
export type Favorites = {
  ids: readonly string[];
  /** Whether `ids` is complete: an account's ids are loading at first. */
  isLoaded: boolean;
  set: (productId: string, isSaved: boolean) => void;
};

/** Known once per page, because a page has a save button on each of its cards. */
export const FavoritesContext = createContext<Favorites | null>(null);

export function useFavorites(): Favorites {
  const favorites = use(FavoritesContext);
  if (!favorites) throw new Error("There is no FavoritesProvider.");
  return favorites;
}
