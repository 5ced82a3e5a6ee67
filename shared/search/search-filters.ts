import { filterTable } from "./filter-table.ts";
import { sortLabels } from "./filter-labels.ts";

export type SearchSort = keyof typeof sortLabels;
export const searchSorts = Object.keys(sortLabels) as SearchSort[];

/** The cursor of the first page of results. */
export const firstPageCursor = "first";

type Table = typeof filterTable;
type Filter = keyof Table;
type OfKind<Kind extends string> = {
  [Name in Filter]: Table[Name]["kind"] extends Kind ? Name : never;
}[Filter];

/** Filters with several values. */
export type ValueFilter = OfKind<"values">;
/** Filters with a lower and an upper end: `yearMin`, `yearMax` and so on. */
export type RangeFilter = OfKind<"range">;
type TextFilter = OfKind<"text">;
type FlagFilter = OfKind<"flag">;
export type RangeField = `${RangeFilter}${"Min" | "Max"}`;

const filterNames = Object.keys(filterTable) as Filter[];
const ofKind = <Name extends Filter>(kind: Table[Name]["kind"]) =>
  filterNames.filter((name) => filterTable[name].kind === kind) as Name[];
export const valueFilters: readonly ValueFilter[] = ofKind<ValueFilter>("values");
export const rangeFilters: readonly RangeFilter[] = ofKind<RangeFilter>("range");
export const textFilters: readonly TextFilter[] = ofKind<TextFilter>("text");
export const flagFilters: readonly FlagFilter[] = ofKind<FlagFilter>("flag");

/**
 * The filters of a search. Several values of one filter mean any of them, and ranges include both ends. A car whose
 * value is unknown matches no filter on it.
 */
export type SearchFilters = {
  [Name in ValueFilter]?: Parameters<Table[Name]["label"]>[0][] | undefined;
} & { [Field in RangeField]?: number | undefined } & {
  [Name in TextFilter]?: string | undefined;
} & { [Name in FlagFilter]?: true | undefined };

/** The parts of a search that can be dropped on their own. `text` is free text. */
export type SearchPart = Filter | "text";
export const searchParts: readonly SearchPart[] = ["text", ...filterNames];

/** What a search asks for, without paging. */
export type Search = SearchFilters & { q?: string | undefined; sort?: SearchSort | undefined };

export function isRange(part: SearchPart): part is RangeFilter {
  return part !== "text" && filterTable[part].kind === "range";
}

/** The parameters of a range. */
export function endsOf(range: RangeFilter): [RangeField, RangeField] {
  return [`${range}Min`, `${range}Max`];
}

/** The range that a parameter is an end of. */
export function rangeOfField(field: string): RangeFilter | undefined {
  return rangeFilters.find((range) => endsOf(range).some((end) => end === field));
}

/** The fields of a filter: `price` has `priceMin` and `priceMax`. */
export function fieldsOf(part: Filter): (keyof SearchFilters)[] {
  return isRange(part) ? endsOf(part) : [part];
}

/** The parts that a search has. */
export function partsOf(filters: SearchFilters, text: string): SearchPart[] {
  return searchParts.filter((part) =>
    part === "text" ? text !== "" : fieldsOf(part).some((field) => filters[field] !== undefined),
  );
}

/** Every URL parameter of a search, in canonical order. */
export const searchFields: readonly (keyof Search)[] = [
  "q",
  ...filterNames.flatMap(fieldsOf),
  "sort",
];

/** The canonical URL parameters of a search: always in the same order, without empty values. */
export function searchParameters(search: Search): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of searchFields) {
    const value = search[name];
    if (value === undefined || value === "") continue;
    if (Array.isArray(value)) for (const one of value) parameters.append(name, one);
    else parameters.append(name, value === true ? "1" : String(value));
  }
  return parameters;
}
