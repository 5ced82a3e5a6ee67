import { makes, type Make } from "#shared/categories/category.ts";
import { colours } from "#shared/listings/colour.ts";
import { bodyTypes, fuels, transmissions } from "#shared/listings/listing.ts";
import type { RangeFilter, ValueFilter } from "#shared/search/search-filters.ts";
import { unitOf, type Buckets } from "./buckets.ts";
import type { CarColumns } from "./car-columns.ts";
import { presentEnds, presentHistogram, type FacetContext } from "./count-facets.ts";
import type { ValueCounts } from "./count-values.ts";

/**
 * The facets as JSON: the same as `JSON.stringify` of `countFacets`, without an object for each of some hundred values.
 * Only the counts are written for each search; what stands between them is written once.
 */
export function encodeFacets(
  cars: CarColumns,
  counts: ValueCounts,
  { filters, currency, offered }: FacetContext,
): string {
  const { ranges } = cars.buckets();
  const values = (name: ValueFilter, all: readonly string[]) => {
    const selected: readonly string[] | undefined = filters[name];
    let json = "";
    for (const value of all) {
      const count = counts.values[name][cars.codes[name].find(value)!]!;
      json += `${json === "" ? "[" : ","}${beforeCount(value)}${count}${selected?.includes(value) ? isSelected : notSelected}}`;
    }
    return `${json}]`;
  };
  const histogram = (name: RangeFilter) =>
    encodeHistogram(counts, name, ranges[name], unitOf(name, currency));
  const since = offered.map(({ value, days }, at) => ({
    value,
    count: counts.since[at]!,
    selected: filters.newSince === value,
    days,
  }));
  return (
    `{"make":${values("make", makes)},"model":${encodeModels(cars, counts, filters)}` +
    `,"body":${values("body", bodyTypes)},"fuel":${values("fuel", fuels)}` +
    `,"transmission":${values("transmission", transmissions)},"colour":${values("colour", colours)}` +
    `,"verified":[{"value":true,"count":${counts.verified}${filters.verified ? isSelected : notSelected}}]` +
    `,"newSince":${JSON.stringify(since)},"year":${histogram("year")},"price":${histogram("price")}` +
    `,"mileage":${histogram("mileage")},"engine":${histogram("engine")}}`
  );
}

const isSelected = ',"selected":true';
const notSelected = ',"selected":false';

const beginnings = new Map<string, string>();
const mostBeginnings = 20_000;

function beforeCount(value: string): string {
  let json = beginnings.get(value);
  if (json === undefined) {
    if (beginnings.size >= mostBeginnings) beginnings.clear();
    json = `{"value":${JSON.stringify(value)},"count":`;
    beginnings.set(value, json);
  }
  return json;
}

function encodeModels(
  cars: CarColumns,
  counts: ValueCounts,
  filters: FacetContext["filters"],
): string {
  const selected = filters.model ?? [];
  const offered: readonly Make[] = filters.make ?? makes;
  let json = "";
  for (const { make, model, code } of cars.models()) {
    const wanted = selected.includes(model);
    if (!wanted && !offered.includes(make)) continue;
    json += `${json === "" ? "" : ","}${beforeCount(model)}${counts.values.model[code]!}${wanted ? isSelected : notSelected},"make":"${make}"}`;
  }
  return `[${json}]`;
}

/** For each bucket, its JSON up to the count. */
const bucketBeginnings = new WeakMap<Buckets, string[]>();

function encodeHistogram(
  counts: ValueCounts,
  name: RangeFilter,
  buckets: Buckets,
  unit: number,
): string {
  const { min, max } = presentEnds(counts.ends[name], unit);
  let before = bucketBeginnings.get(buckets);
  if (!before) {
    const shown = presentHistogram(counts, name, buckets, unit).buckets;
    before = shown.map(({ from, to }) => `{"from":${from},"to":${to},"count":`);
    bucketBeginnings.set(buckets, before);
  }
  const ofBucket = counts.buckets[name];
  let json = "";
  for (let at = 0; at < before.length; at++)
    json += `${at === 0 ? "" : ","}${before[at]!}${ofBucket[at]!}}`;
  return `{"min":${min},"max":${max},"buckets":[${json}]}`;
}
