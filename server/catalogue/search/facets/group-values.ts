import { rangeFilters, type RangeFilter, type ValueFilter } from "#shared/search/search-filters.ts";

/** A set of groups, a bit for each. Groups after its end are not in it. */
export type GroupSet = Int32Array;

/** The value filters that are decided for a whole group. */
export const groupFilters = [
  "make",
  "model",
  "body",
  "fuel",
  "transmission",
] as const satisfies readonly ValueFilter[];
export type GroupFilter = (typeof groupFilters)[number];

/** The ranges that are. */
export type GroupRange = Exclude<RangeFilter, "price" | "mileage">;
export const isGroupRange = (name: RangeFilter): name is GroupRange =>
  name !== "price" && name !== "mileage";
export const groupRanges = rangeFilters.filter(isGroupRange);

/** What the cars of a group share, in the order of its record. */
export const sharedFields = [...groupFilters, ...groupRanges];
export type SharedField = (typeof sharedFields)[number];

type FieldValues = {
  places: Map<number, number>;
  /** The same in two lists, which take a fraction of the time to go through. */
  values: number[];
  placesInOrder: number[];
};

/**
 * Every value that the cars of a group share has a number, its place among the counts of a search. For each of them there
 * is a set of the groups that have it, so that a filter is decided for 32 groups at once.
 */
export function groupValues() {
  const valuesOf = Object.fromEntries(
    sharedFields.map((field) => [field, { places: new Map(), values: [], placesInOrder: [] }]),
  ) as unknown as Record<SharedField, FieldValues>;
  const sets: GroupSet[] = [];
  let withCars: GroupSet = new Int32Array(64);

  return {
    /** The values of a field, and the places of each. */
    of: (field: SharedField): Readonly<FieldValues> => valuesOf[field],
    /** The number of places. */
    size: () => sets.length,
    /** Adds a group to the set of a value, and returns the value's place. */
    add(group: number, field: SharedField, value: number): number {
      const { places, values, placesInOrder } = valuesOf[field];
      const place = places.get(value) ?? sets.length;
      if (place === sets.length) {
        places.set(value, place);
        values.push(value);
        placesInOrder.push(place);
      }
      sets[place] = withGroup(sets[place] ?? new Int32Array(64), group);
      return place;
    },
    /** Notes whether a group has cars. */
    setFilled(group: number, isFilled: boolean): void {
      withCars = withGroup(withCars, group);
      if (!isFilled) withCars[group >>> 5]! &= ~(1 << (group & 31));
    },
    /** The groups with cars. */
    withCars: (): GroupSet => withCars,
    /** The groups below `size` with a value that is wanted. */
    having(field: SharedField, size: number, isWanted: (value: number) => boolean): GroupSet {
      const union = emptySet(size);
      const { values, placesInOrder } = valuesOf[field];
      for (let at = 0; at < values.length; at++)
        if (isWanted(values[at]!)) addSet(union, sets[placesInOrder[at]!]!);
      return union;
    },
  };
}

/** A set with room for the groups below `size`. */
export function emptySet(size: number): GroupSet {
  return new Int32Array((size >>> 5) + 1);
}

function addSet(set: GroupSet, other: GroupSet): void {
  const words = Math.min(set.length, other.length);
  for (let at = 0; at < words; at++) set[at]! |= other[at]!;
}

/** Removes the groups that are not in another set of the same size. */
export function keepSet(set: GroupSet, other: GroupSet): void {
  for (let at = 0; at < set.length; at++) set[at]! &= other[at]!;
}

/** Removes the groups that are in another set of the same size. */
export function removeSet(set: GroupSet, other: GroupSet): void {
  for (let at = 0; at < set.length; at++) set[at]! &= ~other[at]!;
}

/** Writes the groups of a set into a list from a place on, and returns the place after the last one. */
export function listSet(set: GroupSet, list: Uint32Array, begin: number): number {
  let end = begin;
  for (let word = 0; word < set.length; word++)
    for (let rest = set[word]!; rest !== 0; rest &= rest - 1)
      list[end++] = word * 32 + 31 - Math.clz32(rest & -rest);
  return end;
}

/** The set with one more group, which is a new set if there was no room. */
function withGroup(set: GroupSet, group: number): GroupSet {
  const word = group >>> 5;
  let larger = set;
  if (word >= set.length) {
    larger = new Int32Array(word * 2);
    larger.set(set);
  }
  larger[word]! |= 1 << (group & 31);
  return larger;
}
