import type { Make } from "#shared/makes/all-makes.ts";
import { colours } from "#shared/listings/colour.ts";
import { filterValues } from "#shared/search/filter-values.ts";
import { valueFilters, type ValueFilter } from "#shared/search/search-filters.ts";
import { priceLabels } from "#shared/listings/price-label.ts";
import { noBucket, slotBuckets } from "./facets/buckets.ts";
import { createGroups, noGroup, type GroupKey } from "./facets/car-groups.ts";
import { groupTallies } from "./facets/group-tallies.ts";
import { groupFilters, groupRanges, type GroupFilter } from "./facets/group-values.ts";
import { modelCounts } from "./facets/model-counts.ts";
import type { SearchableCar } from "./searchable-car.ts";
import { sortedSlots } from "./sorted-slots.ts";
import { createTextIndex, textFields } from "./text-index.ts";
import { enlarge } from "./typed-columns.ts";
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
  const columns = newColumns(1_024);
  const ids: string[] = [];
  const slots = new Map<string, number>();
  const groups = createGroups(move);
  const models = modelCounts((model) => codes.model.find(model)!);
  const sorted = sortedSlots({ columns, groups, ids });
  const buckets = slotBuckets({ columns, groups, size: () => slots.size }, currency);
  const tallies = groupTallies(columns, groups);

  function move(from: number, to: number, count: number): void {
    makeRoom(columns, to + count - 1);
    for (const name of columnNames) columns[name].copyWithin(to, from, from + count);
    for (let at = 0; at < count; at++) {
      const id = ids[from + at]!;
      ids[to + at] = id;
      slots.set(id, to + at);
      sorted.move(to + at);
      free(columns, ids, from + at);
    }
  }

  function put(id: string, car: SearchableCar): void {
    const group = groups.find(groupKeyOf(car, codes));
    const slot = groups.nextSlot(group);
    makeRoom(columns, slot);
    ids[slot] = id;
    slots.set(id, slot);
    columns.group[slot] = group;
    writeOwn({ columns, codes }, slot, id, car);
    for (const field of textFields) columns[field][slot] = text[field].add(car[field]);
    models.change(car.make, car.model, 1);
    groups.add(group, slot, columns);
    buckets.put(slot);
    sorted.insert(slot);
  }

  function remove(id: string): void {
    const slot = slots.get(id);
    if (slot === undefined) return;
    const group = columns.group[slot]!;
    const make = groups.columns.make[group]!;
    const model = groups.columns.model[group]!;
    models.change(codes.make.value(make) as Make, codes.model.value(model) || null, -1);
    for (const field of textFields) text[field].release(columns[field][slot]!);
    sorted.remove(slot);
    slots.delete(id);
    free(columns, ids, slot);
    groups.remove(slot, group, columns);
  }

  return {
    columns,
    groups,
    codes,
    text,
    sorted,
    put,
    remove,
    /** Changes the rating of a car. */
    rate(id: string, rated: Rated): void {
      const slot = slots.get(id);
      if (slot !== undefined) rateAgain({ columns, codes, groups, sorted }, slot, rated);
    },
    buckets: buckets.current,
    /** Valid after `buckets`. */
    tallies,
    slotOf: (id: string) => slots.get(id),
    idOf: (slot: number) => ids[slot]!,
    /** Slots in use or free, from 0. */
    length: groups.length,
    size: () => slots.size,
    /** The models that cars have, by make and name. */
    models: models.sorted,
  };
}
export type CarColumns = ReturnType<typeof carColumns>;

type Written = { columns: Columns; codes: ReturnType<typeof newCodes> };

/** Writes what a car does not share with its group, apart from its texts. */
function writeOwn({ columns, codes }: Written, slot: number, id: string, car: SearchableCar): void {
  columns.look[slot] = lookOf(codes.colour.add(car.colour ?? unknown), car.isVerified, 0);
  rateSlot({ columns, codes }, slot, car);
  columns.price[slot] = car.priceMinor;
  columns.mileage[slot] = car.mileage ?? -1;
  columns.listedAt[slot] = car.listedAt;
  columns.idStart[slot] = startOf(id);
}

function free(columns: Columns, ids: string[], slot: number): void {
  ids[slot] = "";
  columns.group[slot] = noGroup;
}

type Rated = Pick<SearchableCar, "priceLabel" | "valueRank">;

/** Changes the rating of a car that is in its group and the sorted lists. */
function rateAgain(
  { groups, sorted, ...written }: Written & Pick<CarColumns, "groups" | "sorted">,
  slot: number,
  rated: Rated,
): void {
  rateSlot(written, slot, rated);
  groups.stale.mark(written.columns.group[slot]!);
  sorted.forget("value");
}

function rateSlot(
  { columns, codes }: Written,
  slot: number,
  { priceLabel, valueRank }: Rated,
): void {
  const look = columns.look[slot]!;
  const label = codes.priceLabel.add(priceLabel ?? unknown);
  columns.look[slot] = lookOf(colourOfLook(look), isVerifiedLook(look), label);
  columns.value[slot] = valueRank ?? -1;
}

function groupKeyOf(car: SearchableCar, codes: ReturnType<typeof newCodes>): GroupKey {
  const code = (field: GroupFilter) => codes[field].add(car[field] ?? unknown);
  const key = {} as GroupKey;
  for (const name of groupFilters) key[name] = code(name);
  for (const name of groupRanges) key[name] = car[name] ?? 0;
  return key;
}

/** The first 12 digits of a UUID, in the order of the texts. */
function startOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

const labelCodes = priceLabels.length + 1;

/** The codes of a color and a price label, and whether the seller is verified, in one byte. */
function lookOf(colour: number, isVerified: boolean, label: number): number {
  return (colour * labelCodes + label) * 2 + (isVerified ? 1 : 0);
}
export const colourOfLook = (look: number) => Math.floor((look >>> 1) / labelCodes);
export const labelOfLook = (look: number) => (look >>> 1) % labelCodes;
export const isVerifiedLook = (look: number) => (look & 1) === 1;
/** One more than the highest look. */
export const looks = (colours.length + 1) * labelCodes * 2;

function newCodes() {
  const codesOf = (name: ValueFilter) =>
    valueCodes([unknown, ...(name === "model" ? [] : filterValues[name])]);
  return Object.fromEntries(valueFilters.map((name) => [name, codesOf(name)])) as Record<
    ValueFilter,
    ValueCodes
  >;
}

/** Numbers are floats throughout, so that the loops over them are compiled for one type. */
function newColumns(capacity: number) {
  return {
    group: new Uint32Array(capacity).fill(noGroup),
    look: new Uint8Array(capacity),
    price: new Float64Array(capacity),
    mileage: new Float64Array(capacity),
    /** The place by value for money; -1 without a rating. */
    value: new Float64Array(capacity),
    listedAt: new Float64Array(capacity),
    /** The beginning of the car's id as a number, which orders cars without reading their ids. */
    idStart: new Float64Array(capacity),
    priceBucket: new Uint8Array(capacity).fill(noBucket),
    mileageBucket: new Uint8Array(capacity).fill(noBucket),
    title: new Uint32Array(capacity),
    paint: new Uint32Array(capacity),
    location: new Uint32Array(capacity),
    description: new Uint32Array(capacity),
  };
}
type Columns = ReturnType<typeof newColumns>;

function makeRoom(columns: Columns, slot: number): void {
  if (slot >= columns.group.length) enlarge(columns, slot * 2);
}
const columnNames = Object.keys(newColumns(0)) as (keyof Columns)[];
