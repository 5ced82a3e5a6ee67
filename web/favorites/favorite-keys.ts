/** Query keys for an account's favorites. */
export const favoriteKeys = {
  all: ["favorites"] as const,
  list: (email: string) => ["favorites", "list", email] as const,
  ids: (email: string) => ["favorites", "ids", email] as const,
};
