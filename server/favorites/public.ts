// What other features may use.
export { deleteFavoritesOf } from "./favorite-store.ts";
export { saveFavorite } from "./save-favorite.ts";
