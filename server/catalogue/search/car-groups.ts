import type { ValueFilter } from "#shared/search/search-filters.ts";

/** The group of a slot without a car. */
export const noGroup = 0;

/** The value filters that are decided for a whole group. */
export const groupFilters = [
  "make",
  "model",
  "body",
  "fuel",
  "transmission",
] as const satisfies readonly ValueFilter[];
export type GroupFilter = (typeof groupFilters)[number];

/** The numbers of cars whose lowest and highest value each group knows. */
const boundedColumns = ["price", "mileage", "listedAt"] as const;
type CarNumbers = Record<(typeof boundedColumns)[number], Float64Array>;

/** What the cars of a group have in common: codes of values, the year and the engine size. */
export type GroupKey = Record<GroupFilter | "year" | "engine", number>;

/** Moves the car of a slot to a free one. */
type Move = (from: number, to: number) => void;

/**
 * The cars with the same make, model, body, fuel, transmission, year and engine size form a group, so that filters on
 * these are decided once for each group. The slots of a group follow each other, so that its other values are read from
 * memory in order. They are also listed by price.
 */
export function createGroups(move: Move) {
  const keys = groupKeys();
  const { columns } = keys;
  const runs = slotRuns();

  function grow(group: number): void {
    const [before, room] = [columns.start[group]!, columns.room[group]!];
    const start = runs.allocate(Math.max(2, room * 2));
    columns.start[group] = start;
    columns.room[group] = Math.max(2, room * 2);
    const byPrice = runs.byPrice();
    for (let place = 0; place < columns.count[group]!; place++) {
      move(before + place, start + place);
      byPrice[start + place] = byPrice[before + place]! - before + start;
    }
    if (room > 0) runs.release(before, room);
  }

  return {
    columns,
    find: keys.find,
    /** Groups, from 1. */
    size: keys.size,
    /** Slots in use or free, from 0. */
    length: runs.length,
    /** The slots of each group, the cheapest first, in the places of its slots. */
    byPrice: runs.byPrice,
    /** A free slot at the end of a group, for a car to be added. */
    nextSlot(group: number): number {
      if (columns.count[group] === columns.room[group]) grow(group);
      return columns.start[group]! + columns.count[group]!;
    },
    /** Adds the car in its next slot to a group. */
    add(group: number, slot: number, values: CarNumbers): void {
      const isFirst = columns.count[group] === 0;
      const byPrice = runs.byPrice();
      const start = columns.start[group]!;
      const place = placeOfPrice(byPrice, start, slot, values.price[slot]!, values.price);
      byPrice.copyWithin(place + 1, place, slot);
      byPrice[place] = slot;
      columns.count[group]! += 1;
      columns.isStale[group] = 1;
      for (const name of boundedColumns) {
        const [value, low, high] = [
          values[name][slot]!,
          columns.lowest[name],
          columns.highest[name],
        ];
        if (isFirst || value < low[group]!) low[group] = value;
        if (isFirst || value > high[group]!) high[group] = value;
      }
    },
    /** Takes a car out of its group. The group's last car moves into its slot. */
    remove(slot: number, group: number, values: CarNumbers): void {
      const byPrice = runs.byPrice();
      const start = columns.start[group]!;
      const end = start + columns.count[group]! - 1;
      const place = placeOfSlot(byPrice, [start, end + 1], slot, values.price);
      byPrice.copyWithin(place, place + 1, end + 1);
      if (slot !== end) {
        byPrice[placeOfSlot(byPrice, [start, end], end, values.price)] = slot;
        move(end, slot);
      }
      columns.count[group]! -= 1;
      columns.isStale[group] = 1;
      for (const name of boundedColumns) {
        let [low, high] = [Infinity, -Infinity];
        for (let at = start; at < end; at++) {
          low = Math.min(low, values[name][at]!);
          high = Math.max(high, values[name][at]!);
        }
        columns.lowest[name][group] = low;
        columns.highest[name][group] = high;
      }
    },
  };
}
export type CarGroups = ReturnType<typeof createGroups>;

/** The first place of a range whose car costs at least this much. */
export function placeOfPrice(
  byPrice: Uint32Array,
  from: number,
  to: number,
  wanted: number,
  price: Float64Array,
): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (price[byPrice[middle]!]! < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

function placeOfSlot(
  byPrice: Uint32Array,
  range: readonly [number, number],
  slot: number,
  price: Float64Array,
): number {
  const first = placeOfPrice(byPrice, range[0], range[1], price[slot]!, price);
  for (let place = first; place < range[1]; place++) if (byPrice[place] === slot) return place;
  throw new Error("A car is missing from its group's list by price.");
}

/** Runs of slots for groups, and a list of as many places. */
function slotRuns() {
  /** Unused runs, by length. */
  const free = new Map<number, number[]>();
  let length = 0;
  let byPrice = new Uint32Array(1_024);
  return {
    length: () => length,
    byPrice: () => byPrice,
    allocate(room: number): number {
      const known = free.get(room)?.pop();
      if (known !== undefined) return known;
      length += room;
      if (length > byPrice.length) {
        const larger = new Uint32Array(length * 2);
        larger.set(byPrice);
        byPrice = larger;
      }
      return length - room;
    },
    release(start: number, room: number): void {
      const runs = free.get(room);
      if (runs) runs.push(start);
      else free.set(room, [start]);
    },
  };
}

/** The groups by what their cars have in common. */
function groupKeys() {
  const byKey = new Map<string, number>();
  const columns = newGroupColumns(256);
  let size = 1;
  return {
    columns,
    size: () => size,
    find(key: GroupKey): number {
      const text = `${key.make},${key.model},${key.body},${key.fuel},${key.transmission},${key.year},${key.engine}`;
      const known = byKey.get(text);
      if (known !== undefined) return known;
      const group = size;
      size += 1;
      if (size > columns.count.length) enlarge(columns, size * 2);
      byKey.set(text, group);
      for (const name of groupFilters) columns[name][group] = key[name];
      columns.year[group] = key.year;
      columns.engine[group] = key.engine;
      return group;
    },
  };
}

function newGroupColumns(capacity: number) {
  const codes = () => new Uint32Array(capacity);
  const numbers = () => new Float64Array(capacity);
  const bounds = () => ({ price: numbers(), mileage: numbers(), listedAt: numbers() });
  return {
    start: codes(),
    count: codes(),
    room: codes(),
    make: codes(),
    model: codes(),
    body: codes(),
    fuel: codes(),
    transmission: codes(),
    year: numbers(),
    engine: numbers(),
    lowest: bounds(),
    highest: bounds(),
    /** 1 if the group's cars have changed since they were tallied. */
    isStale: new Uint8Array(capacity),
  };
}

type TypedColumns = { [name: string]: Float64Array | Uint32Array | Uint8Array | TypedColumns };

/** Replaces every column by a larger one with the same values. */
export function enlarge(columns: TypedColumns, capacity: number): void {
  for (const [name, column] of Object.entries(columns)) {
    if (!ArrayBuffer.isView(column)) {
      enlarge(column, capacity);
      continue;
    }
    const larger = new (column.constructor as Uint32ArrayConstructor)(capacity);
    larger.set(column);
    columns[name] = larger;
  }
}
