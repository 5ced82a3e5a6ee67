import { makes, type Make } from "#shared/categories/category.ts";
import { colours } from "#shared/listings/colour.ts";
import { bodyTypes, fuels, transmissions } from "#shared/listings/listing.ts";
import type { ValueFilter } from "#shared/search/search-filters.ts";
import { noBucket, slotBuckets } from "./buckets.ts";
import { createGroups, enlarge, groupFilters, noGroup } from "./car-groups.ts";
import { modelCounts } from "./model-counts.ts";
import type { SearchableCar } from "./searchable-car.ts";
import { sortedSlots } from "./sorted-slots.ts";
import { createTextIndex } from "./text-index.ts";
import { valueCodes, type ValueCodes } from "./value-codes.ts";

/** Code 0 of every value column. */
const unknown = "";

/**
 * The cars on sale in typed columns, for searches. A car has a slot, which changes when its group grows or another car
 * leaves it.
 */
export function carColumns(currency: string) {
  const codes = newCodes();
  const text = createTextIndex();
  let capacity = 1_024;
  const columns = newColumns(capacity);
  const ids: string[] = [];
  const slots = new Map<string, number>();
  const groups = createGroups(move);
  const models = modelCounts();
  const sorted = sortedSlots({ columns, groups, ids });
  const buckets = slotBuckets({ columns, groups, size: () => slots.size }, currency);

  function move(from: number, to: number): void {
    if (to >= capacity) makeRoom(to);
    for (const name of columnNames) columns[name][to] = columns[name][from]!;
    const id = ids[from]!;
    ids[to] = id;
    slots.set(id, to);
    sorted.move(to);
    clear(from);
  }

  function makeRoom(slot: number): void {
    capacity = Math.max(capacity * 2, slot + 1);
    enlarge(columns, capacity);
  }

  function clear(slot: number): void {
    ids[slot] = "";
    columns.group[slot] = noGroup;
  }

  function put(id: string, car: SearchableCar): void {
    const code = (field: ValueFilter) => codes[field].add(car[field] ?? unknown);
    const values = Object.fromEntries(groupFilters.map((field) => [field, code(field)]));
    const group = groups.find({
      ...(values as Record<(typeof groupFilters)[number], number>),
      year: car.year ?? 0,
      engine: car.engineCc ?? 0,
    });
    const slot = groups.join(group);
    if (slot >= capacity) makeRoom(slot);
    ids[slot] = id;
    slots.set(id, slot);
    columns.group[slot] = group;
    columns.look[slot] = lookOf(code("colour"), car.isVerified);
    columns.price[slot] = car.priceMinor;
    columns.mileage[slot] = car.mileage ?? -1;
    columns.listedAt[slot] = car.listedAt;
    columns.title[slot] = text.title.add(car.title);
    columns.paint[slot] = text.paint.add(car.paint);
    columns.location[slot] = text.location.add(car.location);
    columns.description[slot] = text.description.add(car.description);
    models.change(car.make, car.model, 1);
    groups.extendBounds(group, slot, columns);
    buckets.put(slot);
    sorted.insert(slot);
  }

  function remove(id: string): void {
    const slot = slots.get(id);
    if (slot === undefined) return;
    const group = columns.group[slot]!;
    const { make, model } = groups.columns;
    models.change(
      codes.make.value(make[group]!) as Make,
      codes.model.value(model[group]!) || null,
      -1,
    );
    text.title.release(columns.title[slot]!);
    text.paint.release(columns.paint[slot]!);
    text.location.release(columns.location[slot]!);
    text.description.release(columns.description[slot]!);
    sorted.remove(slot);
    slots.delete(id);
    clear(slot);
    groups.leave(slot, group);
    groups.resetBounds(group, columns);
  }

  return {
    columns,
    groups,
    codes,
    text,
    sorted,
    put,
    remove,
    buckets: buckets.current,
    slotOf: (id: string) => slots.get(id),
    idOf: (slot: number) => ids[slot]!,
    /** Slots in use or free, from 0. */
    length: groups.length,
    /** The number of cars. */
    size: () => slots.size,
    /** The models that cars have, by make and name. */
    models: () =>
      models.sorted().map((entry) => ({ ...entry, code: codes.model.find(entry.model)! })),
  };
}
export type CarColumns = ReturnType<typeof carColumns>;

/** The code of a color and whether the seller is verified, in one byte. */
export function lookOf(colour: number, isVerified: boolean): number {
  return colour * 2 + (isVerified ? 1 : 0);
}
export const colourOfLook = (look: number) => look >>> 1;
export const isVerifiedLook = (look: number) => (look & 1) === 1;
/** One more than the highest look. */
export const looks = (colours.length + 1) * 2;

function newCodes() {
  return {
    make: valueCodes([unknown, ...makes]),
    model: valueCodes([unknown]),
    body: valueCodes([unknown, ...bodyTypes]),
    fuel: valueCodes([unknown, ...fuels]),
    transmission: valueCodes([unknown, ...transmissions]),
    colour: valueCodes([unknown, ...colours]),
  } satisfies Record<ValueFilter, ValueCodes>;
}

/** Numbers are floats throughout, so that the loops over them are compiled for one type. */
function newColumns(capacity: number) {
  return {
    group: new Uint32Array(capacity).fill(noGroup),
    look: new Uint8Array(capacity),
    price: new Float64Array(capacity),
    mileage: new Float64Array(capacity),
    listedAt: new Float64Array(capacity),
    priceBucket: new Uint8Array(capacity).fill(noBucket),
    mileageBucket: new Uint8Array(capacity).fill(noBucket),
    title: new Uint32Array(capacity),
    paint: new Uint32Array(capacity),
    location: new Uint32Array(capacity),
    description: new Uint32Array(capacity),
  };
}
export type Columns = ReturnType<typeof newColumns>;
const columnNames = Object.keys(newColumns(0)) as (keyof Columns)[];
