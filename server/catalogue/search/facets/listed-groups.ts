import type { SearchPart } from "#shared/search/search-filters.ts";

/** Groups whose cars are looked at. */
export type Listed = {
  /** The part that their cars fail as a whole; null if none. */
  part: SearchPart | null;
  groups: Uint32Array;
  /** By place in `groups`, where in the group's cars by price those that do not fail the price begin and end. */
  from: Uint32Array;
  to: Uint32Array;
  /** By place in `groups`, where the kept cars of a mixed group begin and end. */
  keptFrom: Uint32Array;
  keptTo: Uint32Array;
};
