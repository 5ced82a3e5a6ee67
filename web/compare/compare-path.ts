/** How many cars are compared side by side. */
export const mostCompared = 4;

/** The address that compares these cars. */
export function comparePath(ids: readonly string[]): string {
  const search = new URLSearchParams(ids.map((id) => ["car", id]));
  return ids.length > 0 ? `/compare?${search}` : "/compare";
}
