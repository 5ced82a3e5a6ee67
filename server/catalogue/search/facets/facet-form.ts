import { filterValues } from "#shared/search/filter-values.ts";
import {
  rangeFilters,
  valueFilters,
  type RangeFilter,
  type ValueFilter,
} from "#shared/search/search-filters.ts";
import { unitOf } from "./buckets.ts";
import type { CarColumns } from "../car-columns.ts";
import { offeredModels, presentBuckets, type FacetContext } from "./count-facets.ts";

export type Facet = ValueFilter | RangeFilter | "verified" | "newSince";

/** The JSON of all facets with room for their numbers. */
export type FacetForm = {
  json: Buffer;
  /** For each facet, where its counts begin, and the places of these counts among those of the search. */
  counts: Record<Facet, { at: Uint32Array; of: Uint32Array }>;
  /** Where the lowest and highest values of ranges begin, as in "price min". */
  ends: Map<string, number>;
  /** For each value of a facet, as in "fuel diesel", where it says whether it is selected. */
  selected: Map<string, number[]>;
};

/** Room for "null", and for every amount that is an exact integer in minor units. */
export const roomForEnd = 17;

/** Writes the form with so many characters for each count. Nothing is selected. */
export function writeFacetForm(
  cars: CarColumns,
  { filters, currency, offered }: FacetContext,
  digits: number,
): FacetForm {
  const form = formWriter(digits);
  for (const [index, name] of valueFilters.entries()) {
    const values =
      name === "model"
        ? offeredModels(cars, filters).map(({ make, model, code }) =>
            entryOf(model, code, `,"make":"${make}"`),
          )
        : filterValues[name].map((value: string) => entryOf(value, cars.codes[name].find(value)!));
    form.write(index === 0 ? "{" : ",");
    form.writeFacet(name, values);
  }
  form.write(",");
  form.writeFacet("verified", [{ before: '"value":true', of: 0, value: true }]);
  form.write(",");
  form.writeFacet(
    "newSince",
    offered.map(({ value, days }, at) => entryOf(value, at, `,"days":${days}`)),
  );
  for (const name of rangeFilters) {
    form.writeEnds(name);
    const buckets = presentBuckets(cars.buckets().ranges[name], unitOf(name, currency));
    form.writeEntries(
      name,
      buckets.map(({ from, to }, of) => ({ before: `"from":${from},"to":${to}`, of })),
    );
    form.write("}");
  }
  form.write("}");
  return form.finish();
}

/** One value of a facet: its JSON around its count, and the place of the count. */
type Entry = { before: string; of: number; value?: string | true; after?: string };

function entryOf(value: string, of: number, after?: string): Entry {
  return { before: `"value":${JSON.stringify(value)}`, of, value, after };
}

function formWriter(digits: number) {
  const parts: string[] = [];
  let length = 0;
  const counts = {} as FacetForm["counts"];
  const ends: FacetForm["ends"] = new Map();
  const selected: FacetForm["selected"] = new Map();

  function write(text: string): void {
    parts.push(text);
    length += Buffer.byteLength(text);
  }
  function writeEntries(name: Facet, entries: Entry[]): void {
    const places = { at: new Uint32Array(entries.length), of: new Uint32Array(entries.length) };
    counts[name] = places;
    write("[");
    for (const [index, { before, of, value, after = "" }] of entries.entries()) {
      write(`${index > 0 ? "," : ""}{${before},"count":`);
      places.at[index] = length;
      places.of[index] = of;
      write(" ".repeat(digits));
      if (value !== undefined) {
        write(',"selected":');
        const key = `${name} ${value}`;
        selected.set(key, [...(selected.get(key) ?? []), length]);
        write("false");
      }
      write(`${after}}`);
    }
    write("]");
  }

  return {
    write,
    writeEntries,
    writeFacet(name: Facet, entries: Entry[]): void {
      write(`"${name}":`);
      writeEntries(name, entries);
    },
    /** Begins the facet of a range. */
    writeEnds(name: RangeFilter): void {
      write(`,"${name}":{`);
      for (const end of ["min", "max"]) {
        write(`"${end}":`);
        ends.set(`${name} ${end}`, length);
        write(`${" ".repeat(roomForEnd)},`);
      }
      write('"buckets":');
    },
    finish: (): FacetForm => ({ json: Buffer.from(parts.join("")), counts, ends, selected }),
  };
}
