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

/** The numbers of a car that differ within a group, and whose lowest and highest value each group knows. */
export const boundedColumns = ["price", "mileage", "listedAt"] as const;
type Bounded = Record<(typeof boundedColumns)[number], Float64Array>;

/** What the cars of a group have in common: codes of values, the year and the engine size. */
export type GroupKey = Record<GroupFilter | "year" | "engine", number>;

/** Moves the car of a slot to a free one. */
type Move = (from: number, to: number) => void;

/**
 * The cars with the same make, model, body, fuel, transmission, year and engine size form a group, so that filters on
 * these are decided once for each group. The slots of a group follow each other, so that its other values are read from
 * memory in order.
 */
export function createGroups(move: Move) {
  const byKey = new Map<string, number>();
  const columns = newGroupColumns(256);
  /** Unused runs of slots, by length. */
  const free = new Map<number, number[]>();
  let size = 1;
  let length = 0;

  function allocate(room: number): number {
    const known = free.get(room)?.pop();
    if (known !== undefined) return known;
    length += room;
    return length - room;
  }

  function release(start: number, room: number): void {
    const runs = free.get(room);
    if (runs) runs.push(start);
    else free.set(room, [start]);
  }

  function find(key: GroupKey): number {
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
    columns.room[group] = 2;
    columns.start[group] = allocate(2);
    return group;
  }

  function grow(group: number): void {
    const [before, room, count] = [
      columns.start[group]!,
      columns.room[group]!,
      columns.count[group]!,
    ];
    const start = allocate(room * 2);
    columns.start[group] = start;
    columns.room[group] = room * 2;
    for (let place = 0; place < count; place++) move(before + place, start + place);
    release(before, room);
  }

  return {
    columns,
    /** Groups, from 1. */
    size: () => size,
    /** Slots in use or free, from 0. */
    length: () => length,
    find,
    /** A free slot at the end of a group. */
    join(group: number): number {
      if (columns.count[group] === columns.room[group]) grow(group);
      const slot = columns.start[group]! + columns.count[group]!;
      columns.count[group]! += 1;
      return slot;
    },
    /** Takes a slot out of its group. The group's last car moves into it. */
    leave(slot: number, group: number): void {
      const last = columns.start[group]! + columns.count[group]! - 1;
      columns.count[group]! -= 1;
      if (last !== slot) move(last, slot);
    },
    /** Extends the bounds of a group by those of a car. */
    extendBounds(group: number, slot: number, values: Bounded): void {
      const isFirst = columns.count[group] === 1;
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
    /** Reads the bounds of a group again, after a car left it. */
    resetBounds(group: number, values: Bounded): void {
      const start = columns.start[group]!;
      const end = start + columns.count[group]!;
      for (const name of boundedColumns) {
        let [low, high] = [Infinity, -Infinity];
        for (let slot = start; slot < end; slot++) {
          low = Math.min(low, values[name][slot]!);
          high = Math.max(high, values[name][slot]!);
        }
        columns.lowest[name][group] = low;
        columns.highest[name][group] = high;
      }
    },
  };
}
export type CarGroups = ReturnType<typeof createGroups>;

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
  };
}

type TypedColumns = { [name: string]: Float64Array | Uint32Array | Uint8Array | TypedColumns };

/** Replaces every column by a larger one with the same values. */
export function enlarge(columns: TypedColumns, capacity: number): void {
  for (const [name, column] of Object.entries(columns)) {
    if (!ArrayBuffer.isView(column)) {
      enlarge(column as TypedColumns, capacity);
      continue;
    }
    const larger = new (column.constructor as Uint32ArrayConstructor)(capacity);
    larger.set(column as Uint32Array);
    columns[name] = larger;
  }
}
