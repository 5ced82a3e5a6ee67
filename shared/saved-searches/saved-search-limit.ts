/** How many searches an account can save, and how long a name can be. Not in the contract, which needs zod. */
export const mostSavedSearches = 50;
export const longestSearchName = 80;
