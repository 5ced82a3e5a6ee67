import { makes, type Make } from "#shared/categories/category.ts";
import { colours } from "#shared/listings/colour.ts";
import { bodyTypes, fuels, transmissions } from "#shared/listings/listing.ts";
import type { ValueFilter } from "#shared/search/search-filters.ts";
import type { SearchableCar } from "./searchable-car.ts";
import { createTextIndex } from "./text-index.ts";
import { valueCodes, type ValueCodes } from "./value-codes.ts";

/** The fields that a cell combines. A verified seller is its last field. */
export const cellFields = ["make", "model", "body", "fuel", "transmission", "colour"] as const;

/** Code 0 of every value column. */
const unknown = "";

/** The cell of a slot without a car. */
export const noCell = 0;

/**
 * The searchable cars in typed columns. A car has a slot; the cars with the same make, model, body, fuel, transmission,
 * color and verification share a cell, so that filters on these are decided once for each cell.
 */
export function carColumns() {
  const codes = {
    make: valueCodes([unknown, ...makes]),
    model: valueCodes([unknown]),
    body: valueCodes([unknown, ...bodyTypes]),
    fuel: valueCodes([unknown, ...fuels]),
    transmission: valueCodes([unknown, ...transmissions]),
    colour: valueCodes([unknown, ...colours]),
  } satisfies Record<ValueFilter, ValueCodes>;
  const text = createTextIndex();

  let capacity = 1_024;
  const columns = {
    cell: new Uint32Array(capacity),
    year: new Uint16Array(capacity),
    price: new Float64Array(capacity),
    mileage: new Float64Array(capacity),
    engine: new Uint16Array(capacity),
    listedAt: new Float64Array(capacity),
    title: new Uint32Array(capacity),
    paint: new Uint32Array(capacity),
    location: new Uint32Array(capacity),
    description: new Uint32Array(capacity),
  };
  const ids: string[] = [];
  const free: number[] = [];
  const slots = new Map<string, number>();
  const cells = cellTable();
  const models = modelCounts();

  function grow() {
    capacity *= 2;
    for (const [name, column] of Object.entries(columns)) {
      const larger = new (column.constructor as Uint32ArrayConstructor)(capacity);
      larger.set(column);
      (columns as Record<string, unknown>)[name] = larger;
    }
  }

  function put(id: string, car: SearchableCar): number {
    const slot = free.pop() ?? ids.length;
    if (slot >= capacity) grow();
    ids[slot] = id;
    slots.set(id, slot);
    columns.cell[slot] = cells.join([
      ...cellFields.map((field) => codes[field].add(car[field] ?? unknown)),
      car.isVerified ? 1 : 0,
    ]);
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
    return slot;
  }

  function remove(id: string): void {
    const slot = slots.get(id);
    if (slot === undefined) return;
    slots.delete(id);
    free.push(slot);
    const [make = 0, model = 0] = cells.codes(columns.cell[slot]!);
    models.change(codes.make.value(make) as Make, codes.model.value(model) || null, -1);
    cells.leave(columns.cell[slot]!);
    columns.cell[slot] = noCell;
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
    put,
    remove,
    slotOf: (id: string) => slots.get(id),
    idOf: (slot: number) => ids[slot]!,
    /** Slots in use or free, from 0. */
    length: () => ids.length,
    /** The models that cars have, by make and name. The same name of two makes is one filter value with both cars. */
    models: () =>
      models.sorted().map((entry) => ({ ...entry, code: codes.model.find(entry.model)! })),
    /** The number of cars. */
    size: () => slots.size,
  };
}
export type CarColumns = ReturnType<typeof carColumns>;

/** The combinations of values that cars have, and how many cars each has. */
function cellTable() {
  const byKey = new Map<string, number>();
  // Cell 0 is that of free slots.
  const counts = [0];
  const values: (readonly number[])[] = [[]];
  return {
    join(codes: readonly number[]): number {
      const key = codes.join();
      let cell = byKey.get(key);
      if (cell === undefined) {
        cell = counts.push(0) - 1;
        values.push(codes);
        byKey.set(key, cell);
      }
      counts[cell]! += 1;
      return cell;
    },
    leave(cell: number): void {
      counts[cell]! -= 1;
    },
    size: () => counts.length,
    count: (cell: number) => counts[cell]!,
    codes: (cell: number) => values[cell]!,
  };
}

/** The models of each make that any car has. */
function modelCounts() {
  const counts = new Map<string, { make: Make; model: string; cars: number }>();
  let sorted: { make: Make; model: string }[] | null = null;
  return {
    change(make: Make, model: string | null, by: 1 | -1): void {
      if (model === null) return;
      const key = `${make} ${model}`;
      const entry = counts.get(key) ?? { make, model, cars: 0 };
      entry.cars += by;
      if (entry.cars === 0) counts.delete(key);
      else counts.set(key, entry);
      if (entry.cars === 0 || (entry.cars === 1 && by === 1)) sorted = null;
    },
    sorted(): { make: Make; model: string }[] {
      sorted ??= [...counts.values()]
        .map(({ make, model }) => ({ make, model }))
        .toSorted(
          (a, b) =>
            makes.indexOf(a.make) - makes.indexOf(b.make) ||
            a.model.localeCompare(b.model, "en", { numeric: true }),
        );
      return sorted;
    },
  };
}
