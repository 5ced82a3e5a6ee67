import type { SearchSort } from "#shared/search/search-filters.ts";
import { lastKey, sortByNumber } from "../sort-by-number.ts";
import { noGroup, type CarGroups } from "./facets/car-groups.ts";

/** An order of results. `relevance` is that of free text. */
export type Order = Exclude<SearchSort, "best"> | "relevance";

type Base = "newest" | "value" | "price" | "year" | "mileage";

/** The sorted column behind an order. A reversed order still has unknown values last. */
const orders = {
  newest: { base: "newest", isReversed: false },
  value: { base: "value", isReversed: false },
  "price-asc": { base: "price", isReversed: false },
  "price-desc": { base: "price", isReversed: true },
  "year-desc": { base: "year", isReversed: false },
  "year-asc": { base: "year", isReversed: true },
  "mileage-asc": { base: "mileage", isReversed: false },
  "mileage-desc": { base: "mileage", isReversed: true },
} as const satisfies Record<Exclude<Order, "relevance">, { base: Base; isReversed: boolean }>;

type Source = {
  columns: Record<"price" | "mileage" | "value" | "listedAt", Float64Array> & {
    group: Uint32Array;
  };
  groups: CarGroups;
  ids: readonly string[];
};

/** Above this share of changed slots, sorting again is faster. */
const manyChanges = 0.02;

/** The sort keys of slots and their comparison, for each sorted column. */
function slotOrder({ columns, groups, ids }: Source) {
  /** The sort key of a slot, lower first. Then the newest comes first, then the highest id. */
  function key(base: Base, slot: number): number {
    switch (base) {
      case "newest":
        return 0;
      case "value":
        return columns.value[slot]! < 0 ? lastKey : columns.value[slot]!;
      case "price":
        return columns.price[slot]!;
      case "year":
        return -groups.columns.year[columns.group[slot]!]! || lastKey;
      case "mileage":
        return columns.mileage[slot]! < 0 ? lastKey : columns.mileage[slot]!;
    }
  }

  function comparator(base: Base): (a: number, b: number) => number {
    const { listedAt } = columns;
    return (a, b) =>
      key(base, a) - key(base, b) ||
      listedAt[b]! - listedAt[a]! ||
      (ids[a]! === ids[b]! ? 0 : ids[a]! > ids[b]! ? -1 : 1);
  }

  return { key, comparator };
}

/** Fills a list with all slots: the newest first, then by id. */
function sortNewest(source: Source, slots: Uint32Array): void {
  const { columns, ids } = source;
  const { listedAt } = columns;
  let at = 0;
  for (let slot = 0; slot < ids.length; slot++)
    if (columns.group[slot] !== noGroup) slots[at++] = slot;
  sortByNumber(slots, (slot) => -listedAt[slot]!);
  const byId = slotOrder(source).comparator("newest");
  for (let start = 0, end = 1; start < slots.length; start = end, end += 1) {
    while (end < slots.length && listedAt[slots[end]!] === listedAt[slots[start]!]) end += 1;
    if (end - start > 1) slots.subarray(start, end).sort(byId);
  }
}

/** The sorted lists of slots. A list is sorted when it is first read, and then follows every change. */
function slotLists(source: Source) {
  const { key, comparator } = slotOrder(source);
  const lists = new Map<Base, Uint32Array>();
  let size = 0;
  let inserted = 0;
  let changes = 0;

  function placeOf(slot: number, list: Uint32Array, base: Base): number {
    const compare = comparator(base);
    return countWhile(size, (at) => compare(list[at]!, slot) < 0);
  }

  function read(base: Base): Uint32Array {
    const existing = lists.get(base);
    if (existing) return existing;
    const built = new Uint32Array(capacityFor(size));
    const slots = built.subarray(0, size);
    if (base === "newest") sortNewest(source, slots);
    else {
      // Equal keys stay in the order of the newest.
      slots.set(read("newest").subarray(0, size));
      sortByNumber(slots, (slot) => key(base, slot));
    }
    lists.set(base, built);
    inserted = 0;
    return built;
  }

  return {
    key,
    size: () => size,
    /** Grows with every change of a list's order. */
    changes: () => changes,
    read,
    insert(slot: number): void {
      changes += 1;
      inserted += 1;
      if (inserted > 500 && inserted > size * manyChanges) lists.clear();
      for (const [base, before] of lists) {
        let sorted = before;
        if (size === sorted.length) {
          sorted = new Uint32Array(capacityFor(size));
          sorted.set(before);
          lists.set(base, sorted);
        }
        const at = placeOf(slot, sorted, base);
        sorted.copyWithin(at + 1, at, size);
        sorted[at] = slot;
      }
      size += 1;
    },
    /** Notes that a car is now in this slot. Its values are the same as before. */
    move(slot: number): void {
      for (const [base, sorted] of lists) sorted[placeOf(slot, sorted, base)] = slot;
    },
    remove(slot: number): void {
      changes += 1;
      for (const [base, sorted] of lists) {
        const at = placeOf(slot, sorted, base);
        sorted.copyWithin(at, at + 1, size);
      }
      size -= 1;
    },
    /** Drops a list whose values have changed. It is sorted again when it is next read. */
    forget(base: Base): void {
      changes += 1;
      lists.delete(base);
    },
  };
}

/** All slots in the orders of results. */
export function sortedSlots(source: Source) {
  const { key, size, changes, read, insert, move, remove, forget } = slotLists(source);

  /** How many slots have a known value. The others come after them. */
  const knownSize = (base: Base, sorted: Uint32Array) =>
    countWhile(size(), (at) => key(base, sorted[at]!) < lastKey);

  /** All slots in an order, by position. */
  function sequence(order: Exclude<Order, "relevance">): (at: number) => number {
    const { base, isReversed } = orders[order];
    const sorted = read(base);
    if (!isReversed) return (at) => sorted[at]!;
    const knownCount = knownSize(base, sorted);
    return (at) => sorted[at < knownCount ? knownCount - 1 - at : size() - 1 - (at - knownCount)]!;
  }

  return {
    insert,
    move,
    remove,
    forget,
    size,
    sequence,
    firstOf: firstOfMakes(source, { size, changes, sequence }),
    /** The sort key of a slot in an order. */
    keyFor(order: Exclude<Order, "relevance">): (slot: number) => number {
      const { base, isReversed } = orders[order];
      if (!isReversed) return (slot) => key(base, slot);
      return (slot) => {
        const value = key(base, slot);
        return value === lastKey ? lastKey : -value;
      };
    },
  };
}

type Sequences = {
  size: () => number;
  changes: () => number;
  sequence: (order: Exclude<Order, "relevance">) => (at: number) => number;
};

/**
 * Finds where the cars of a make begin in an order. An import lists thousands of cars of one make after another, and what
 * is in front of a make's first car is looked at once instead of for each search.
 */
function firstOfMakes({ columns, groups }: Source, { size, changes, sequence }: Sequences) {
  const positions = new Map<string, number>();
  let knownAt = 0;

  /** The position of the make's first car; null if it is not known after `most` more cars, for another call to go on. */
  return (order: Exclude<Order, "relevance">, make: number, most: number): number | null => {
    if (knownAt !== changes()) positions.clear();
    knownAt = changes();
    const name = `${order} ${make}`;
    const slotAt = sequence(order);
    const start = positions.get(name) ?? 0;
    const end = Math.min(size(), start + most);
    let at = start;
    while (at < end && groups.columns.make[columns.group[slotAt(at)]!] !== make) at += 1;
    positions.set(name, at);
    return at === end && end < size() ? null : at;
  };
}

/** Room for a list of this size and some more. */
function capacityFor(size: number): number {
  return Math.ceil(size * 1.25) + 64;
}

/** How many positions from 0 satisfy a condition that is true up to some position and not after it. */
function countWhile(size: number, isBefore: (at: number) => boolean): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether an order starts from the other end, with the oldest of equals first. */
export function isReversed(order: Order): boolean {
  return order !== "relevance" && orders[order].isReversed;
}
