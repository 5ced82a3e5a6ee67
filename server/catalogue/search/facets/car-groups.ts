import {
  groupFilters,
  groupRanges,
  groupValues,
  sharedFields,
  type GroupRange,
  type SharedField,
} from "./group-values.ts";
import { enlarge } from "../typed-columns.ts";

/** The group of a slot without a car. */
export const noGroup = 0;

/** The numbers of cars whose lowest and highest value each group knows. */
const boundedColumns = ["price", "mileage", "listedAt"] as const;
type CarNumbers = Record<(typeof boundedColumns)[number], Float64Array> & { title: Uint32Array };

/**
 * What counting needs to know about a group, in a row of numbers: the places of its `sharedFields`, then these. An array for
 * each would take several times as long, because compiled loops load the address and the length of every array for each
 * element.
 */
export const firstSlotIn = sharedFields.length;
export const slotsEndIn = firstSlotIn + 1;
/** Where the group's entries begin among those of all groups, where those of prices end, and where all end. */
export const entriesIn = firstSlotIn + 2;
export const priceEntriesEndIn = firstSlotIn + 3;
export const entriesEndIn = firstSlotIn + 4;
/** Where the room for its entries ends. */
export const entriesRoomIn = firstSlotIn + 5;
export const recordLength = firstSlotIn + 6;

/** The title of a group whose cars have had several. */
export const severalTitles = 0xffff_ffff;

/** What the cars of a group have in common: codes of values, and numbers. */
export type GroupKey = Record<SharedField, number>;

/** Moves the cars of so many slots to free ones. */
type Move = (from: number, to: number, count: number) => void;

/**
 * The cars with the same make, model, year and so on (`sharedFields`) form a group, so that filters on these are decided
 * once for each group. The slots of a group follow each other, so that its other values are read from
 * memory in order. They are also listed by price.
 */
export function createGroups(move: Move) {
  const keys = groupKeys();
  const { columns } = keys;
  const runs = slotRuns();
  const stale = staleGroups(keys);

  function grow(group: number): void {
    const before = columns.start[group]!;
    const room = columns.room[group]!;
    const start = runs.allocate(Math.max(2, room * 2));
    columns.start[group] = start;
    columns.room[group] = Math.max(2, room * 2);
    const byPrice = runs.byPrice();
    const count = columns.count[group]!;
    move(before, start, count);
    for (let place = 0; place < count; place++)
      byPrice[start + place] = byPrice[before + place]! - before + start;
    runs.prices().copyWithin(start, before, before + count);
    if (room > 0) runs.release(before, room);
  }

  return {
    columns,
    values: keys.values,
    /** The records of all groups, one after the other. */
    record: keys.record,
    find: keys.find,
    stale,
    /** Groups, from 1. */
    size: keys.size,
    /** Slots in use or free, from 0. */
    length: runs.length,
    /** The slots of each group, the cheapest first, in the places of its slots. */
    byPrice: runs.byPrice,
    /** The prices of these cars, in the same places. */
    prices: runs.prices,
    /** A free slot at the end of a group, for a car to be added. */
    nextSlot(group: number): number {
      if (columns.count[group] === columns.room[group]) grow(group);
      return columns.start[group]! + columns.count[group]!;
    },
    /** Adds the car in its next slot to a group. */
    add(group: number, slot: number, values: CarNumbers): void {
      const isFirst = columns.count[group] === 0;
      if (isFirst) keys.values.setFilled(group, true);
      const byPrice = runs.byPrice();
      const prices = runs.prices();
      const start = columns.start[group]!;
      const price = values.price[slot]!;
      const place = placeOfPrice(prices, start, slot, price);
      byPrice.copyWithin(place + 1, place, slot);
      prices.copyWithin(place + 1, place, slot);
      byPrice[place] = slot;
      prices[place] = price;
      columns.count[group]! += 1;
      stale.mark(group);
      if (isFirst) columns.title[group] = values.title[slot]!;
      else if (columns.title[group] !== values.title[slot]) columns.title[group] = severalTitles;
      widenBounds(columns, group, { slot, values, isFirst });
    },
    /** Takes a car out of its group. The group's last car moves into its slot. */
    remove(slot: number, group: number, values: CarNumbers): void {
      const byPrice = runs.byPrice();
      const prices = runs.prices();
      const start = columns.start[group]!;
      const end = start + columns.count[group]! - 1;
      const place = placeOfSlot(runs, [start, end + 1], slot, values.price[slot]!);
      byPrice.copyWithin(place, place + 1, end + 1);
      prices.copyWithin(place, place + 1, end + 1);
      if (slot !== end) {
        byPrice[placeOfSlot(runs, [start, end], end, values.price[end]!)] = slot;
        move(end, slot, 1);
      }
      columns.count[group]! -= 1;
      if (columns.count[group] === 0) keys.values.setFilled(group, false);
      stale.mark(group);
      const { lowest, highest } = columns;
      for (const name of boundedColumns)
        [lowest[name][group], highest[name][group]] = endsOf(values[name], start, end);
    },
  };
}
export type CarGroups = ReturnType<typeof createGroups>;

/** Widens what a group knows about its lowest and highest values to those of one more car. */
function widenBounds(
  { lowest, highest }: ReturnType<typeof newGroupColumns>,
  group: number,
  { slot, values, isFirst }: { slot: number; values: CarNumbers; isFirst: boolean },
): void {
  for (const name of boundedColumns) {
    const value = values[name][slot]!;
    const low = lowest[name];
    const high = highest[name];
    if (isFirst || value < low[group]!) low[group] = value;
    if (isFirst || value > high[group]!) high[group] = value;
  }
}

/** The first place of a range whose car costs at least this much. */
export function placeOfPrice(
  prices: Float64Array,
  from: number,
  to: number,
  wanted: number,
): number {
  let first = from;
  let size = to - from;
  while (size > 0) {
    const half = (size + 1) >>> 1;
    // Without a branch, which is hard to predict for the processor.
    first += Number(prices[first + half - 1]! < wanted) * half;
    size -= half;
  }
  return first;
}

/** The lowest and highest of some values. */
function endsOf(values: Float64Array, from: number, to: number): [low: number, high: number] {
  let low = Infinity;
  let high = -Infinity;
  for (let at = from; at < to; at++) {
    low = Math.min(low, values[at]!);
    high = Math.max(high, values[at]!);
  }
  return [low, high];
}

function placeOfSlot(
  runs: ReturnType<typeof slotRuns>,
  [from, to]: readonly [number, number],
  slot: number,
  price: number,
): number {
  const byPrice = runs.byPrice();
  for (let place = placeOfPrice(runs.prices(), from, to, price); place < to; place++)
    if (byPrice[place] === slot) return place;
  throw new Error("A car is missing from its group's list by price.");
}

/** Runs of slots for groups, and lists of as many places. */
function slotRuns() {
  /** Unused runs, by length. */
  const free = new Map<number, number[]>();
  let length = 0;
  const places = { byPrice: new Uint32Array(1_024), prices: new Float64Array(1_024) };
  return {
    length: () => length,
    byPrice: () => places.byPrice,
    prices: () => places.prices,
    allocate(room: number): number {
      const freed = free.get(room)?.pop();
      if (freed !== undefined) return freed;
      length += room;
      if (length > places.byPrice.length) enlarge(places, length * 2);
      return length - room;
    },
    release(start: number, room: number): void {
      const runs = free.get(room);
      if (runs) runs.push(start);
      else free.set(room, [start]);
    },
  };
}

/** The groups with cars that have changed since they were tallied. */
function staleGroups({ columns, size }: ReturnType<typeof groupKeys>) {
  let areStale = false;
  return {
    mark(group: number): void {
      columns.isStale[group] = 1;
      areStale = true;
    },
    markAll(): void {
      columns.isStale.fill(1);
      areStale = true;
    },
    /** Calls `tally` for every group that is stale, after which none is. */
    update(tally: (group: number) => void): void {
      if (!areStale) return;
      areStale = false;
      for (let group = 1; group < size(); group++) {
        if (columns.isStale[group] === 0) continue;
        tally(group);
        columns.isStale[group] = 0;
      }
    },
  };
}

/** The groups by what their cars have in common. */
function groupKeys() {
  const byKey = new Map<string, number>();
  const columns = newGroupColumns(256);
  const values = groupValues();
  const records = { all: new Int32Array(256 * recordLength) };
  let size = 1;
  return {
    columns,
    values,
    record: () => records.all,
    size: () => size,
    find(key: GroupKey): number {
      const text = sharedFields.map((field) => key[field]).join();
      const existing = byKey.get(text);
      if (existing !== undefined) return existing;
      const group = size;
      size += 1;
      if (size > columns.count.length) {
        enlarge(columns, size * 2);
        enlarge(records, size * 2 * recordLength);
      }
      byKey.set(text, group);
      for (const [at, field] of sharedFields.entries()) {
        const place = values.add(group, field, key[field]);
        records.all[group * recordLength + at] = place;
        columns.place[field][group] = place;
      }
      for (const field of sharedFields) columns[field][group] = key[field];
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
    ...columnsOf(groupFilters, codes),
    ...columnsOf<GroupRange, Float64Array>(groupRanges, numbers),
    /** The place of each value among the counts of a search. */
    place: columnsOf<SharedField, Uint32Array>(sharedFields, codes),
    lowest: bounds(),
    highest: bounds(),
    /** 1 if the group's cars have changed since they were tallied. */
    isStale: new Uint8Array(capacity),
    /** The title of all cars of the group, or `severalTitles`. */
    title: codes(),
  };
}

function columnsOf<Name extends string, Column>(
  names: readonly Name[],
  column: () => Column,
): Record<Name, Column> {
  return Object.fromEntries(names.map((name) => [name, column()])) as Record<Name, Column>;
}
