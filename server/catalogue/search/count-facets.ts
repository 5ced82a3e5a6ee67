import { makes, type Make } from "#shared/categories/category.ts";
import { colours } from "#shared/listings/colour.ts";
import { bodyTypes, fuels, transmissions } from "#shared/listings/listing.ts";
import type { SearchFacets } from "#shared/search/search-contract.ts";
import {
  type RangeFilter,
  type SearchFilters,
  type ValueFilter,
} from "#shared/search/search-filters.ts";
import { unitOf, type Buckets } from "./buckets.ts";
import type { CarColumns } from "./car-columns.ts";
import type { ValueCounts } from "./count-values.ts";

const millisecondsPerDay = 86_400_000;

/** The offered values of `newSince`, the latest first: dates some days ago. */
export function offeredSince(now: Date): { days: number; value: string; from: number }[] {
  return [1, 3, 7, 30].map((days) => {
    const value = new Date(now.getTime() - days * millisecondsPerDay).toISOString().slice(0, 10);
    return { days, value, from: Date.parse(value) };
  });
}

export type FacetContext = {
  filters: SearchFilters;
  currency: string;
  offered: ReturnType<typeof offeredSince>;
};

/** For each filter, how many cars each of its values would give under the other filters. */
export function countFacets(
  cars: CarColumns,
  counts: ValueCounts,
  { filters, currency, offered }: FacetContext,
): SearchFacets {
  const { ranges } = cars.buckets();
  const values = <T extends string>(name: ValueFilter, all: readonly T[]) => {
    const selected: readonly string[] = filters[name] ?? [];
    return all.map((value) => ({
      value,
      count: counts.values[name][cars.codes[name].find(value)!]!,
      selected: selected.includes(value),
    }));
  };
  const histogram = (name: RangeFilter) =>
    presentHistogram(counts, name, ranges[name], unitOf(name, currency));
  return {
    make: values("make", makes),
    model: countModels(cars, counts.values.model, filters),
    body: values("body", bodyTypes),
    fuel: values("fuel", fuels),
    transmission: values("transmission", transmissions),
    colour: values("colour", colours),
    verified: [{ value: true, count: counts.verified, selected: filters.verified === true }],
    newSince: offered.map(({ value, days }, at) => ({
      value,
      count: counts.since[at]!,
      selected: filters.newSince === value,
      days,
    })),
    year: histogram("year"),
    price: histogram("price"),
    mileage: histogram("mileage"),
    engine: histogram("engine"),
  };
}

const shownValue = (value: number, unit: number) => Math.round((value / unit) * 1_000) / 1_000;

/** The ends of a range in the unit of its filter; null if no car has a value. */
export function presentEnds({ low, high }: ValueCounts["ends"][RangeFilter], unit: number) {
  if (low > high) return { min: null, max: null };
  return { min: shownValue(low, unit), max: shownValue(high, unit) };
}

export function presentHistogram(
  counts: ValueCounts,
  name: RangeFilter,
  { from, width, count }: Buckets,
  unit: number,
) {
  const shown = (value: number) => shownValue(value, unit);
  return {
    ...presentEnds(counts.ends[name], unit),
    buckets: Array.from({ length: count }, (_, index) => ({
      from: index === 0 ? null : shown(from + index * width),
      to: index === count - 1 ? null : shown(from + (index + 1) * width),
      count: counts.buckets[name][index]!,
    })),
  };
}

function countModels(cars: CarColumns, counts: Uint32Array, filters: SearchFilters) {
  const selected = new Set(filters.model ?? []);
  const offered = new Set<Make>(filters.make ?? makes);
  return cars
    .models()
    .filter(({ make, model }) => offered.has(make) || selected.has(model))
    .map(({ make, model, code }) => ({
      value: model,
      count: counts[code]!,
      selected: selected.has(model),
      make,
    }));
}
