import { minorUnitDigits } from "#shared/money/money.ts";
import { rangeFilters, type RangeFilter } from "#shared/search/search-filters.ts";
import { noCell } from "./cells.ts";
import { millimetersPerMile } from "./searchable-car.ts";

/** The buckets of a histogram, in the unit of its column. The first and the last one are open. */
export type Buckets = { from: number; width: number; count: number };

/** The bucket of an unknown value. */
export const noBucket = 255;

const wantedBuckets = 20;
const mostBuckets = 100;
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

export function isKnown(name: RangeFilter, value: number): boolean {
  return name === "mileage" ? value >= 0 : value > 0;
}

export function bucketIndex(name: RangeFilter, value: number, buckets: Buckets): number {
  if (!isKnown(name, value)) return noBucket;
  const index = Math.floor((value - buckets.from) / buckets.width);
  return Math.min(Math.max(index, 0), buckets.count - 1);
}

/** Buckets of round widths. The lowest and the highest 2 % of all cars are in the open ones at the ends. */
export function bucketsFor(
  columns: Record<RangeFilter, Float64Array> & { cell: Uint32Array },
  length: number,
  currency: string,
): Record<RangeFilter, Buckets> {
  const { cell } = columns;
  return Object.fromEntries(
    rangeFilters.map((name) => {
      const values = columns[name]
        .subarray(0, length)
        .filter((value, slot) => cell[slot] !== noCell && isKnown(name, value))
        .sort();
      return [name, roundBuckets(values, unitOf(name, currency), name)];
    }),
  ) as Record<RangeFilter, Buckets>;
}

function roundBuckets(sorted: Float64Array, unit: number, name: RangeFilter): Buckets {
  if (sorted.length === 0) return { from: 0, width: unit, count: 1 };
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]! / unit;
  const [low, high] = [at(0.02), at(0.98)];
  const isDecimal = name === "engine";
  const least = Math.max((high - low) / wantedBuckets, isDecimal ? 0.1 : 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = niceSteps
    .map((nice) => nice * power)
    .find((nice) => nice >= least && (isDecimal || Number.isInteger(nice)))!;
  const first = Math.floor(low / step);
  return {
    from: Math.round(first * step * unit),
    width: Math.round(step * unit),
    count: Math.min(mostBuckets, Math.floor(high / step) - first + 1),
  };
}
