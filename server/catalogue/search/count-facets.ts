import { makes, type Make } from "#shared/categories/category.ts";
import { colours } from "#shared/listings/colour.ts";
import { bodyTypes, fuels, transmissions } from "#shared/listings/listing.ts";
import type { SearchFacets } from "#shared/search/search-contract.ts";
import {
  rangeFilters,
  valueFilters,
  type RangeFilter,
  type SearchFilters,
  type ValueFilter,
} from "#shared/search/search-filters.ts";
import { createHistogram, unitOf, type Buckets } from "./buckets.ts";
import { cellFields, type CarColumns } from "./car-columns.ts";
import type { Scan } from "./scan.ts";
import { bitOf, type SearchPlan } from "./search-plan.ts";

const millisecondsPerDay = 86_400_000;
/** The offered values of `newSince`: this many days ago. */
const offeredDays = [1, 3, 7, 30];

export type FacetContext = {
  filters: SearchFilters;
  buckets: Record<RangeFilter, Buckets>;
  currency: string;
  now: Date;
};

/** For each filter, how many cars each of its values would give under the other filters. */
export function countFacets(
  cars: CarColumns,
  plan: SearchPlan,
  scanned: Scan,
  { filters, buckets, currency, now }: FacetContext,
): SearchFacets {
  const { counts, verified } = countValues(cars, plan, scanned);
  const values = <T extends string>(name: ValueFilter, all: readonly T[]) => {
    const selected = new Set<string>(filters[name] ?? []);
    return all.map((value) => ({
      value,
      count: counts[name][cars.codes[name].find(value)!] ?? 0,
      selected: selected.has(value),
    }));
  };
  return {
    make: values("make", makes),
    model: countModels(cars, counts.model, filters),
    body: values("body", bodyTypes),
    fuel: values("fuel", fuels),
    transmission: values("transmission", transmissions),
    colour: values("colour", colours),
    verified: [{ value: true, count: verified, selected: filters.verified === true }],
    newSince: countSince(cars, scanned, filters, now),
    ...(Object.fromEntries(
      rangeFilters.map((name) => {
        const histogram = createHistogram(name, buckets[name], unitOf(name, currency));
        const column = cars.columns[name];
        for (const slot of scanned.slots) histogram.add(column[slot]!);
        for (const slot of scanned.near.get(bitOf[name]) ?? []) histogram.add(column[slot]!);
        return [name, histogram.present()];
      }),
    ) as Pick<SearchFacets, RangeFilter>),
  };
}

/** The number of cars of each code of each value filter, and of verified sellers. */
function countValues(cars: CarColumns, plan: SearchPlan, { cellCounts }: Scan) {
  const counts = Object.fromEntries(
    valueFilters.map((name) => [name, new Uint32Array(cars.codes[name].size())]),
  ) as Record<ValueFilter, Uint32Array>;
  let verified = 0;
  for (let cell = 1; cell < cellCounts.length; cell++) {
    const count = cellCounts[cell]!;
    if (count === 0) continue;
    const failed = plan.cellFailures[cell]!;
    const codes = cars.cells.codes(cell);
    for (let at = 0; at < cellFields.length; at++) {
      const name = cellFields[at]!;
      if (failed === 0 || failed === bitOf[name]) counts[name][codes[at]!]! += count;
    }
    if ((failed === 0 || failed === bitOf.verified) && codes[cellFields.length] === 1)
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

function countSince(cars: CarColumns, { slots, near }: Scan, filters: SearchFilters, now: Date) {
  const { listedAt } = cars.columns;
  return offeredDays.map((days) => {
    const value = new Date(now.getTime() - days * millisecondsPerDay).toISOString().slice(0, 10);
    const from = Date.parse(value);
    let count = 0;
    for (const slot of slots) if (listedAt[slot]! >= from) count += 1;
    for (const slot of near.get(bitOf.newSince) ?? []) if (listedAt[slot]! >= from) count += 1;
    return { value, count, selected: filters.newSince === value, days };
  });
}
