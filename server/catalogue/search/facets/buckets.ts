import { minorUnitDigits } from "#shared/money/money.ts";
import { filterTable } from "#shared/search/filter-table.ts";
import { rangeFilters, type RangeFilter } from "#shared/search/search-filters.ts";
import { noGroup, type CarGroups } from "./car-groups.ts";
import { isGroupRange } from "./group-values.ts";

/** The buckets of a histogram, in the unit of its column. The first and the last one are open. */
export type Buckets = { from: number; width: number; count: number };

/** The bucket of an unknown value. */
export const noBucket = 255;

const wantedBuckets = 20;
const mostBuckets = 100;
const niceSteps = [1, 2, 2.5, 5, 10];

/** One unit of a filter in the unit of its column. */
export function unitOf(name: RangeFilter, currency: string): number {
  const { unit } = filterTable[name].column;
  return unit === "minor" ? 10 ** minorUnitDigits(currency) : unit;
}

function isKnown(name: RangeFilter, value: number): boolean {
  return value >= filterTable[name].column.lowest;
}

export function bucketIndex(name: RangeFilter, value: number, buckets: Buckets): number {
  if (!isKnown(name, value)) return noBucket;
  const index = Math.floor((value - buckets.from) / buckets.width);
  return Math.min(Math.max(index, 0), buckets.count - 1);
}

type Columns = Record<"price" | "mileage", Float64Array> &
  Record<"priceBucket" | "mileageBucket", Uint8Array> & { group: Uint32Array };
type BucketSource = { columns: Columns; groups: CarGroups; size: () => number };

/** More values than this are sampled, because sorting all of a million would stop the process for a second. */
const mostValues = 50_000;

/** The buckets of the histograms, and those of the price and the mileage of every slot. */
export function slotBuckets({ columns, groups, size }: BucketSource, currency: string) {
  let buckets: Record<RangeFilter, Buckets> | null = null;
  let sizeOfBuckets = 0;

  function fillSlots(given: Record<RangeFilter, Buckets>, from: number, to: number): void {
    for (const name of ["price", "mileage"] as const)
      for (let slot = from; slot < to; slot++)
        columns[`${name}Bucket`][slot] = bucketIndex(name, columns[name][slot]!, given[name]);
  }

  return {
    put(slot: number): void {
      if (buckets) fillSlots(buckets, slot, slot + 1);
    },
    /**
     * The buckets of the histograms. They are computed again only once the number of cars has changed by a twentieth, so
     * that the bars stay where they are.
     */
    current() {
      if (!buckets || Math.abs(size() - sizeOfBuckets) * 20 > sizeOfBuckets) {
        sizeOfBuckets = size();
        buckets = bucketsFor({ columns, groups, size }, currency);
        fillSlots(buckets, 0, groups.length());
        groups.stale.markAll();
      }
      return { ranges: buckets };
    },
  };
}

/** Buckets of round widths. The lowest and the highest 2 % of all cars are in the open ones at the ends. */
function bucketsFor(
  { columns, groups, size }: BucketSource,
  currency: string,
): Record<RangeFilter, Buckets> {
  const every = Math.max(1, Math.floor(size() / mostValues));
  const valuesByRange = Object.fromEntries(
    rangeFilters.map((name) => [name, []]),
  ) as unknown as Record<RangeFilter, number[]>;
  let cars = 0;
  for (let slot = 0; slot < groups.length(); slot++) {
    const group = columns.group[slot]!;
    if (group === noGroup) continue;
    cars += 1;
    if (cars % every !== 0) continue;
    for (const name of rangeFilters) {
      const value = isGroupRange(name) ? groups.columns[name][group]! : columns[name][slot]!;
      if (isKnown(name, value)) valuesByRange[name].push(value);
    }
  }
  return Object.fromEntries(
    rangeFilters.map((name) => [
      name,
      roundBuckets(Float64Array.from(valuesByRange[name]).sort(), unitOf(name, currency), name),
    ]),
  ) as Record<RangeFilter, Buckets>;
}

function roundBuckets(sorted: Float64Array, unit: number, name: RangeFilter): Buckets {
  if (sorted.length === 0) return { from: 0, width: unit, count: 1 };
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]! / unit;
  const low = at(0.02);
  const high = at(0.98);
  const { hasDecimals } = filterTable[name].column;
  const least = Math.max((high - low) / wantedBuckets, hasDecimals ? 0.1 : 1);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = niceSteps
    .map((nice) => nice * power)
    .find((nice) => nice >= least && (hasDecimals || Number.isInteger(nice)))!;
  const first = Math.floor(low / step);
  return {
    from: Math.round(first * step * unit),
    width: Math.round(step * unit),
    count: Math.min(mostBuckets, Math.floor(high / step) - first + 1),
  };
}
