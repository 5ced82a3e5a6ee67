import type { Make } from "#shared/makes/all-makes.ts";
import { makes } from "#shared/makes/sold-makes.ts";
import { filterValues, type ListedFilter } from "#shared/search/filter-values.ts";
import type { Histogram, SearchFacets } from "#shared/search/search-contract.ts";
import {
  rangeFilters,
  type RangeFilter,
  type SearchFilters,
} from "#shared/search/search-filters.ts";
import { unitOf, type Buckets } from "./buckets.ts";
import type { CarColumns } from "../car-columns.ts";
import type { ValueCounts } from "./count-values.ts";

const millisecondsPerDay = 86_400_000;

type Offered = { days: number; value: string; from: number };

/** The values of the last day that was asked for, because formatting dates takes long. */
let offered: { day: number; values: Offered[] } = { day: NaN, values: [] };

/** The offered values of `newSince`, the latest first: dates some days ago. */
export function offeredSince(now: Date): readonly Offered[] {
  const day = Math.floor(now.getTime() / millisecondsPerDay);
  if (day !== offered.day)
    offered = {
      day,
      values: [1, 3, 7, 30].map((days) => {
        const from = (day - days) * millisecondsPerDay;
        return { days, value: new Date(from).toISOString().slice(0, 10), from };
      }),
    };
  return offered.values;
}

type FacetContext = {
  filters: SearchFilters;
  currency: string;
  offered: readonly Offered[];
};

/** For each filter, how many cars each of its values would give under the other filters. */
export function countFacets(
  cars: CarColumns,
  counts: ValueCounts,
  { filters, currency, offered }: FacetContext,
): SearchFacets {
  const { ranges } = cars.buckets();
  const values = <Name extends ListedFilter>(name: Name) => {
    const all: readonly (typeof filterValues)[Name][number][] = filterValues[name];
    const selected: readonly string[] = filters[name] ?? [];
    return all.map((value) => ({
      value,
      count: counts.values[name][cars.codes[name].find(value)!]!,
      selected: selected.includes(value),
    }));
  };
  const histograms = rangeFilters.map((name) => [
    name,
    countHistogram(counts, name, ranges[name], unitOf(name, currency)),
  ]);
  return {
    make: values("make"),
    model: countModels(cars, counts.values.model, filters),
    body: values("body"),
    fuel: values("fuel"),
    transmission: values("transmission"),
    colour: values("colour"),
    priceLabel: values("priceLabel"),
    verified: [{ value: true, count: counts.verified, selected: filters.verified === true }],
    newSince: offered.map(({ value, days }, at) => ({
      value,
      count: counts.since[at]!,
      selected: filters.newSince === value,
      days,
    })),
    ...(Object.fromEntries(histograms) as Record<RangeFilter, Histogram>),
  };
}

const shownValue = (value: number, unit: number) => Math.round((value / unit) * 1_000) / 1_000;

/** The ends of a range in the unit of its filter; null if no car has a value. */
function presentEnds({ low, high }: ValueCounts["ends"][RangeFilter], unit: number) {
  if (low > high) return { min: null, max: null };
  return { min: shownValue(low, unit), max: shownValue(high, unit) };
}

/** The buckets of a histogram in the unit of its filter. */
function presentBuckets({ from, width, count }: Buckets, unit: number) {
  const shown = (value: number) => shownValue(value, unit);
  return Array.from({ length: count }, (_, index) => ({
    from: index === 0 ? null : shown(from + index * width),
    to: index === count - 1 ? null : shown(from + (index + 1) * width),
  }));
}

function countHistogram(counts: ValueCounts, name: RangeFilter, buckets: Buckets, unit: number) {
  return {
    ...presentEnds(counts.ends[name], unit),
    buckets: presentBuckets(buckets, unit).map((ends, index) => ({
      ...ends,
      count: counts.buckets[name][index]!,
    })),
  };
}

/** The models that are offered: those of the makes that may be, and selected ones. */
function offeredModels(cars: CarColumns, filters: SearchFilters) {
  const selected = new Set(filters.model ?? []);
  const offered = new Set<Make>(filters.make ?? makes);
  return cars.models().filter(({ make, model }) => offered.has(make) || selected.has(model));
}

function countModels(cars: CarColumns, counts: Uint32Array, filters: SearchFilters) {
  const selected = new Set(filters.model ?? []);
  return offeredModels(cars, filters).map(({ make, model, code }) => ({
    value: model,
    count: counts[code]!,
    selected: selected.has(model),
    make,
  }));
}
