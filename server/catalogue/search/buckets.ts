import { minorUnitDigits } from "#shared/money/money.ts";
import { rangeFilters, type RangeFilter } from "#shared/search/search-filters.ts";
import { noGroup, type CarGroups } from "./car-groups.ts";
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

function isKnown(name: RangeFilter, value: number): boolean {
  return name === "mileage" ? value >= 0 : value > 0;
}

function bucketIndex(name: RangeFilter, value: number, buckets: Buckets): number {
  if (!isKnown(name, value)) return noBucket;
  const index = Math.floor((value - buckets.from) / buckets.width);
  return Math.min(Math.max(index, 0), buckets.count - 1);
}

type Columns = Record<"price" | "mileage", Float64Array> &
  Record<"priceBucket" | "mileageBucket", Uint8Array> & { group: Uint32Array };
type BucketSource = { columns: Columns; groups: CarGroups; size: () => number };

/** More values than this are sampled, because sorting all of a million would stop the process for a second. */
const mostValues = 50_000;

/** The bucket of every slot (price and mileage) and of every group (year and engine size) in the histograms. */
export function slotBuckets({ columns, groups, size }: BucketSource, currency: string) {
  let buckets: Record<RangeFilter, Buckets> | null = null;
  let sizeOfBuckets = 0;
  const ofGroup = { year: new Uint8Array(0), engine: new Uint8Array(0) };
  let groupsFilled = 0;

  function fillSlots(given: Record<RangeFilter, Buckets>, from: number, to: number): void {
    for (const name of ["price", "mileage"] as const)
      for (let slot = from; slot < to; slot++)
        columns[`${name}Bucket`][slot] = bucketIndex(name, columns[name][slot]!, given[name]);
  }

  function fillGroups(given: Record<RangeFilter, Buckets>): void {
    for (const name of ["year", "engine"] as const) {
      if (ofGroup[name].length < groups.size()) {
        const larger = new Uint8Array(groups.size() * 2);
        larger.set(ofGroup[name]);
        ofGroup[name] = larger;
      }
      for (let group = groupsFilled; group < groups.size(); group++)
        ofGroup[name][group] = bucketIndex(name, groups.columns[name][group]!, given[name]);
    }
    groupsFilled = groups.size();
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
        groupsFilled = 0;
        fillSlots(buckets, 0, groups.length());
        groups.columns.isStale.fill(1);
      }
      fillGroups(buckets);
      return { ranges: buckets, ofGroup };
    },
  };
}

/** Buckets of round widths. The lowest and the highest 2 % of all cars are in the open ones at the ends. */
function bucketsFor(
  { columns, groups, size }: BucketSource,
  currency: string,
): Record<RangeFilter, Buckets> {
  const every = Math.max(1, Math.floor(size() / mostValues));
  const found = { year: [], price: [], mileage: [], engine: [] } as Record<RangeFilter, number[]>;
  let cars = 0;
  for (let slot = 0; slot < groups.length(); slot++) {
    const group = columns.group[slot]!;
    if (group === noGroup) continue;
    cars += 1;
    if (cars % every !== 0) continue;
    for (const name of rangeFilters) {
      const value =
        name === "year" || name === "engine" ? groups.columns[name][group]! : columns[name][slot]!;
      if (isKnown(name, value)) found[name].push(value);
    }
  }
  return Object.fromEntries(
    rangeFilters.map((name) => [
      name,
      roundBuckets(Float64Array.from(found[name]).sort(), unitOf(name, currency), name),
    ]),
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
