import { makes, type Make } from "#shared/categories/category.ts";
import { colours } from "#shared/listings/colour.ts";
import { bodyTypes, fuels, transmissions } from "#shared/listings/listing.ts";
import type { SearchFacets } from "#shared/search/search-contract.ts";
import {
  valueFilters,
  type RangeFilter,
  type SearchFilters,
  type ValueFilter,
} from "#shared/search/search-filters.ts";
import { unitOf, type Buckets } from "./buckets.ts";
import type { CarColumns } from "./car-columns.ts";
import type { ScanCounts } from "./scan.ts";
import { bitOf, type SearchPlan } from "./search-plan.ts";

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
  plan: SearchPlan,
  counts: ScanCounts,
  { filters, currency, offered }: FacetContext,
): SearchFacets {
  const ofValues = countValues(cars, plan, counts.cells);
  const values = <T extends string>(name: ValueFilter, all: readonly T[]) => {
    const selected: readonly string[] = filters[name] ?? [];
    return all.map((value) => ({
      value,
      count: ofValues.counts[name][cars.codes[name].find(value)!]!,
      selected: selected.includes(value),
    }));
  };
  const histogram = (name: RangeFilter) =>
    presentHistogram(counts, name, cars.buckets()[name], unitOf(name, currency));
  return {
    make: values("make", makes),
    model: countModels(cars, ofValues.counts.model, filters),
    body: values("body", bodyTypes),
    fuel: values("fuel", fuels),
    transmission: values("transmission", transmissions),
    colour: values("colour", colours),
    verified: [{ value: true, count: ofValues.verified, selected: filters.verified === true }],
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

function presentHistogram(
  counts: ScanCounts,
  name: RangeFilter,
  { from, width, count }: Buckets,
  unit: number,
) {
  const shown = (value: number) => Math.round((value / unit) * 1_000) / 1_000;
  const [min, max] = counts.ends[name] ?? [null, null];
  return {
    min: min === null ? null : shown(min),
    max: max === null ? null : shown(max),
    buckets: Array.from({ length: count }, (_, index) => ({
      from: index === 0 ? null : shown(from + index * width),
      to: index === count - 1 ? null : shown(from + (index + 1) * width),
      count: counts.buckets[name][index]!,
    })),
  };
}

/** The number of cars of each code of each value filter, and of verified sellers. */
function countValues(cars: CarColumns, plan: SearchPlan, cellCounts: Uint32Array) {
  const counts = Object.fromEntries(
    valueFilters.map((name) => [name, new Uint32Array(cars.codes[name].size())]),
  ) as Record<ValueFilter, Uint32Array>;
  let verified = 0;
  for (let cell = 1; cell < cellCounts.length; cell++) {
    const count = cellCounts[cell]!;
    if (count === 0) continue;
    const failed = plan.cellFailures[cell]!;
    const codes = cars.cells.codes(cell);
    for (let at = 0; at < valueFilters.length; at++) {
      const name = valueFilters[at]!;
      if (failed === 0 || failed === bitOf[name]) counts[name][codes[at]!]! += count;
    }
    if ((failed === 0 || failed === bitOf.verified) && codes[valueFilters.length] === 1)
      verified += count;
  }
  return { counts, verified };
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
