import { makes, type Make } from "#shared/categories/category.ts";
import { colours } from "#shared/listings/colour.ts";
import { bodyTypes, fuels, transmissions } from "#shared/listings/listing.ts";
import {
  rangeFilters,
  valueFilters,
  type RangeFilter,
  type ValueFilter,
} from "#shared/search/search-filters.ts";
import { bucketIndex, bucketsFor, noBucket, type Buckets } from "./buckets.ts";
import { createCells, noCell } from "./cells.ts";
import { modelCounts } from "./model-counts.ts";
import type { SearchableCar } from "./searchable-car.ts";
import { sortedSlots } from "./sorted-slots.ts";
import { createTextIndex } from "./text-index.ts";
import { valueCodes, type ValueCodes } from "./value-codes.ts";

/** Code 0 of every value column. */
const unknown = "";

/**
 * The cars on sale in typed columns, for searches. A car has a slot. The cars with the same make, model, body, fuel,
 * transmission, color and verification share a cell, so that filters on these are decided once for each cell.
 */
export function carColumns(currency: string) {
  const codes = newCodes();
  const text = createTextIndex();
  let capacity = 1_024;
  const columns = newColumns(capacity);
  const ids: string[] = [];
  const free: number[] = [];
  const slots = new Map<string, number>();
  const cells = createCells();
  const models = modelCounts();
  const sorted = sortedSlots({ columns, ids });
  const buckets = slotBuckets({ columns, ids, size: () => slots.size }, currency);

  function put(id: string, car: SearchableCar): void {
    const slot = free.pop() ?? ids.length;
    if (slot >= capacity) {
      capacity *= 2;
      enlarge(columns, capacity);
    }
    ids[slot] = id;
    slots.set(id, slot);
    const values = valueFilters.map((field) => codes[field].add(car[field] ?? unknown));
    // Whether the seller is verified is the last code of a cell.
    cells.join([...values, car.isVerified ? 1 : 0], slot, columns);
    models.change(car.make, car.model, 1);
    columns.year[slot] = car.year ?? 0;
    columns.price[slot] = car.priceMinor;
    columns.mileage[slot] = car.mileage ?? -1;
    columns.engine[slot] = car.engineCc ?? 0;
    columns.listedAt[slot] = car.listedAt;
    columns.title[slot] = text.title.add(car.title);
    columns.paint[slot] = text.paint.add(car.paint);
    columns.location[slot] = text.location.add(car.location);
    columns.description[slot] = text.description.add(car.description);
    buckets.put(slot);
    sorted.insert(slot);
  }

  function remove(id: string): void {
    const slot = slots.get(id);
    if (slot === undefined) return;
    sorted.remove(slot);
    slots.delete(id);
    free.push(slot);
    const [make = 0, model = 0] = cells.codes(columns.cell[slot]!);
    models.change(codes.make.value(make) as Make, codes.model.value(model) || null, -1);
    cells.leave(slot, columns);
    text.title.release(columns.title[slot]!);
    text.paint.release(columns.paint[slot]!);
    text.location.release(columns.location[slot]!);
    text.description.release(columns.description[slot]!);
  }

  return {
    columns,
    cells,
    codes,
    text,
    sorted,
    put,
    remove,
    buckets: buckets.current,
    slotOf: (id: string) => slots.get(id),
    idOf: (slot: number) => ids[slot]!,
    /** Slots in use or free, from 0. */
    length: () => ids.length,
    /** The number of cars. */
    size: () => slots.size,
    /** The models that cars have, by make and name. */
    models: () =>
      models.sorted().map((entry) => ({ ...entry, code: codes.model.find(entry.model)! })),
  };
}
export type CarColumns = ReturnType<typeof carColumns>;

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
    cell: new Uint32Array(capacity).fill(noCell),
    placeInCell: new Uint32Array(capacity),
    year: new Float64Array(capacity),
    price: new Float64Array(capacity),
    mileage: new Float64Array(capacity),
    engine: new Float64Array(capacity),
    listedAt: new Float64Array(capacity),
    yearBucket: new Uint8Array(capacity).fill(noBucket),
    priceBucket: new Uint8Array(capacity).fill(noBucket),
    mileageBucket: new Uint8Array(capacity).fill(noBucket),
    engineBucket: new Uint8Array(capacity).fill(noBucket),
    title: new Uint32Array(capacity),
    paint: new Uint32Array(capacity),
    location: new Uint32Array(capacity),
    description: new Uint32Array(capacity),
  };
}
export type Columns = ReturnType<typeof newColumns>;

/** Replaces every column by a larger one with the same values. */
function enlarge(columns: Columns, capacity: number): void {
  for (const name of Object.keys(columns) as (keyof Columns)[]) {
    const larger = new (columns[name].constructor as Uint32ArrayConstructor)(capacity);
    larger.set(columns[name]);
    (columns as Record<string, unknown>)[name] = larger;
  }
}

type BucketSource = { columns: Columns; ids: readonly string[]; size: () => number };

/** The bucket of every slot in each histogram. */
function slotBuckets({ columns, ids, size }: BucketSource, currency: string) {
  let buckets: Record<RangeFilter, Buckets> | null = null;
  let sizeOfBuckets = 0;

  function fill(given: Record<RangeFilter, Buckets>, from: number, to: number) {
    for (const name of rangeFilters) {
      const [values, filled] = [columns[name], columns[`${name}Bucket`]];
      for (let slot = from; slot < to; slot++)
        filled[slot] = bucketIndex(name, values[slot]!, given[name]);
    }
  }

  return {
    put(slot: number): void {
      if (buckets) fill(buckets, slot, slot + 1);
    },
    /**
     * The buckets of the histograms. They are computed again only once the number of cars has changed by a twentieth, so
     * that the bars stay where they are.
     */
    current(): Record<RangeFilter, Buckets> {
      if (buckets && Math.abs(size() - sizeOfBuckets) * 20 <= sizeOfBuckets) return buckets;
      sizeOfBuckets = size();
      buckets = bucketsFor(columns, ids.length, currency);
      fill(buckets, 0, ids.length);
      return buckets;
    },
  };
}
