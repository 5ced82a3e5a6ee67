import { LRUCache } from "lru-cache";
import {
  rangeFilters,
  valueFilters,
  type RangeFilter,
  type SearchFilters,
} from "#shared/search/search-filters.ts";
import { unitOf } from "./buckets.ts";
import type { CarColumns } from "../car-columns.ts";
import { presentEnds, type FacetContext } from "./count-facets.ts";
import type { ValueCounts } from "./count-values.ts";
import { roomForEnd, writeFacetForm, type Facet, type FacetForm } from "./facet-form.ts";

/**
 * The facets as JSON: what `countFacets` returns, with spaces before some numbers. Everything but the numbers is the same
 * for most searches, so only digits are written into a text with room for them. Valid until the next search.
 */
export function encodeFacets(
  cars: CarColumns,
  counts: ValueCounts,
  { filters, currency, offered }: FacetContext,
): Buffer {
  const form = formFor(cars, { filters, currency, offered });
  select(form, filters);
  for (const name of valueFilters) writeCounts(form, name, counts.values[name]);
  writeCounts(form, "verified", [counts.verified]);
  writeCounts(form, "newSince", counts.since);
  for (const name of rangeFilters) {
    writeCounts(form, name, counts.buckets[name]);
    const { min, max } = presentEnds(counts.ends[name], unitOf(name, currency));
    writeEnd(form, name, "min", min);
    writeEnd(form, name, "max", max);
  }
  return form.json;
}

type Form = FacetForm & {
  /** What the text depends on. */
  from: readonly unknown[];
  /** The characters that there are for a count. */
  digits: number;
  /** Where it says that it is. */
  areSelected: number[];
};

/** The forms by the makes whose models they list. */
const formsOf = new WeakMap<CarColumns, LRUCache<string, Form>>();
const mostForms = 64;

function formFor(cars: CarColumns, context: FacetContext): Form {
  const { filters, currency, offered } = context;
  // A selected model is listed even if its make is not.
  const key = filters.make ? JSON.stringify([filters.make, filters.model]) : "";
  const digits = String(cars.size()).length;
  const from = [cars.models(), cars.buckets().ranges, offered, currency, digits];
  const forms = formsOf.get(cars) ?? new LRUCache<string, Form>({ max: mostForms });
  formsOf.set(cars, forms);
  const cachedForm = forms.get(key);
  if (cachedForm?.from.every((value, at) => value === from[at])) return cachedForm;
  const form = { ...writeFacetForm(cars, context, digits), from, digits, areSelected: [] };
  forms.set(key, form);
  return form;
}

const space = " ".charCodeAt(0);
const zero = "0".charCodeAt(0);
const [isSelected, notSelected] = ["true ", "false"].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
];

/** Marks the selected values, and no others. */
function select(form: Form, filters: SearchFilters): void {
  const { json, selected, areSelected } = form;
  for (const at of areSelected) notSelected.copy(json, at);
  areSelected.length = 0;
  const mark = (facet: Facet, value: string | true) => {
    for (const at of selected.get(`${facet} ${value}`) ?? []) {
      isSelected.copy(json, at);
      areSelected.push(at);
    }
  };
  for (const name of valueFilters) for (const value of filters[name] ?? []) mark(name, value);
  if (filters.verified) mark("verified", true);
  if (filters.newSince !== undefined) mark("newSince", filters.newSince);
}

function writeCounts(
  { json, digits, counts }: Form,
  facet: Facet,
  all: Uint32Array | readonly number[],
): void {
  const { at: places, of } = counts[facet];
  for (let index = 0; index < places.length; index++) {
    const start = places[index]!;
    let at = start + digits;
    let rest = all[of[index]!]!;
    do {
      const tenth = Math.floor(rest / 10);
      json[--at] = zero + rest - tenth * 10;
      rest = tenth;
    } while (rest > 0);
    while (at > start) json[--at] = space;
  }
}

function writeEnd(
  { json, ends }: Form,
  name: RangeFilter,
  end: "min" | "max",
  value: number | null,
) {
  json.write(String(value).padStart(roomForEnd), ends.get(`${name} ${end}`)!, "latin1");
}
