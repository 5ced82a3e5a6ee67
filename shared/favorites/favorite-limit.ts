/**
 * How many cars an account can save. A device keeps as many. Not in the contract, because every page's script reads it,
 * and zod would come with it.
 */
export const mostFavorites = 200;

/** Why another car is not saved. */
export const favoritesAreFull = `You can save at most ${mostFavorites} cars. Remove one to save another.`;
