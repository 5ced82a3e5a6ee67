import { minorUnitDigits } from "#shared/money/money.ts";
import { rangeFilters, type RangeFilter } from "#shared/search/search-filters.ts";
import type { Histogram } from "#shared/search/search-contract.ts";
import type { CarColumns } from "./car-columns.ts";
import { millimetersPerMile } from "./searchable-car.ts";

/** The buckets of a histogram, in the unit of its column. The first and the last one are open. */
export type Buckets = { from: number; width: number; count: number };

const wantedBuckets = 20;
const niceSteps = [1, 2, 2.5, 5, 10];

/** One unit of each filter in the unit of its column. */
export function unitOf(name: RangeFilter, currency: string): number {
  switch (name) {
    case "year":
      return 1;
    case "price":
      return 10 ** minorUnitDigits(currency);
    case "mileage":
      return millimetersPerMile;
    case "engine":
      return 1_000;
  }
}

/**
 * Buckets of round widths for all cars, with the highest 2 % in the last one. They are computed again only once the
 * number of cars has changed by a twentieth, so that the bars of a histogram stay where they are.
 */
export function createBuckets(cars: CarColumns, currency: string) {
  let size = -1;
  let buckets = {} as Record<RangeFilter, Buckets>;

  return function current(): Record<RangeFilter, Buckets> {
    if (size >= 0 && Math.abs(cars.size() - size) * 20 <= size) return buckets;
    size = cars.size();
    buckets = Object.fromEntries(
      rangeFilters.map((name) => [
        name,
        bucketsFor(known(cars, name), unitOf(name, currency), name),
      ]),
    ) as Record<RangeFilter, Buckets>;
    return buckets;
  };
}

function known(cars: CarColumns, name: RangeFilter): Float64Array {
  const column = cars.columns[name];
  const { cell } = cars.columns;
  const values = new Float64Array(cars.size());
  let count = 0;
  for (let slot = 0; slot < cars.length(); slot++)
    if (cell[slot] !== 0 && isKnown(name, column[slot]!)) values[count++] = column[slot]!;
  return values.subarray(0, count).sort();
}

export function isKnown(name: RangeFilter, value: number): boolean {
  return name === "mileage" ? value >= 0 : value > 0;
}

function bucketsFor(sorted: Float64Array, unit: number, name: RangeFilter): Buckets {
  if (sorted.length === 0) return { from: 0, width: unit, count: 1 };
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]! / unit;
  const low = at(0.02);
  const high = at(0.98);
  const least = Math.max((high - low) / wantedBuckets, name === "engine" ? 0.1 : 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = niceSteps
    .map((nice) => nice * power)
    .find((nice) => nice >= least && (name === "engine" || Number.isInteger(nice)))!;
  const first = Math.floor(low / step);
  return {
    from: Math.round(first * step * unit),
    width: Math.round(step * unit),
    count: Math.floor(high / step) - first + 1,
  };
}

/** Counts values into buckets. */
export function createHistogram(name: RangeFilter, { from, width, count }: Buckets, unit: number) {
  const counts = new Uint32Array(count);
  let min = Infinity;
  let max = -Infinity;
  return {
    add(value: number): void {
      if (!isKnown(name, value)) return;
      if (value < min) min = value;
      if (value > max) max = value;
      const bucket = Math.floor((value - from) / width);
      counts[bucket < 0 ? 0 : bucket >= count ? count - 1 : bucket]! += 1;
    },
    present(): Histogram {
      const shown = (value: number) => Math.round((value / unit) * 1_000) / 1_000;
      return {
        min: min === Infinity ? null : shown(min),
        max: max === -Infinity ? null : shown(max),
        buckets: Array.from(counts, (cars, index) => ({
          from: index === 0 ? null : shown(from + index * width),
          to: index === count - 1 ? null : shown(from + (index + 1) * width),
          count: cars,
        })),
      };
    },
  };
}
