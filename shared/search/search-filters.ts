import type { Make } from "#shared/makes/all-makes.ts";
import type { Colour } from "#shared/listings/colour.ts";
import type { Fuel, Transmission } from "#shared/listings/listing.ts";
import type { BodyType } from "#shared/makes/body-type.ts";
import type { PriceLabel } from "#shared/listings/price-label.ts";

/**
 * Sort orders of a search; `value` is by price label, then by how far the price is below the estimate. Cars without the
 * value that they are sorted by come last.
 */
export const searchSorts = [
  "best",
  "newest",
  "value",
  "price-asc",
  "price-desc",
  "year-desc",
  "year-asc",
  "mileage-asc",
  "mileage-desc",
] as const;
export type SearchSort = (typeof searchSorts)[number];

/** The cursor of the first page of results. */
export const firstPageCursor = "first";

/**
 * The filters of a search. Several values of one filter mean any of them, and ranges include both ends. A car whose
 * value is unknown matches no filter on it.
 */
export type SearchFilters = {
  make?: Make[] | undefined;
  model?: string[] | undefined;
  body?: BodyType[] | undefined;
  fuel?: Fuel[] | undefined;
  transmission?: Transmission[] | undefined;
  colour?: Colour[] | undefined;
  /** How the price compares with similar cars. */
  priceLabel?: PriceLabel[] | undefined;
  yearMin?: number | undefined;
  yearMax?: number | undefined;
  /** In major units of the shop's currency. */
  priceMin?: number | undefined;
  priceMax?: number | undefined;
  /** In miles. Mileages in kilometers are converted. */
  mileageMin?: number | undefined;
  mileageMax?: number | undefined;
  /** In liters. */
  engineMin?: number | undefined;
  engineMax?: number | undefined;
  /** Each word is the start of a word of the car's location. */
  location?: string | undefined;
  /** Only cars of verified sellers. */
  verified?: true | undefined;
  /** Listed at this time or later: a date (from midnight UTC) or a time, in ISO 8601. */
  newSince?: string | undefined;
};

/** Filters with several values. */
export const valueFilters = [
  "make",
  "model",
  "body",
  "fuel",
  "transmission",
  "colour",
  "priceLabel",
] as const;
export type ValueFilter = (typeof valueFilters)[number];
/** Filters with a lower and an upper end: `yearMin`, `yearMax` and so on. */
export const rangeFilters = ["year", "price", "mileage", "engine"] as const;
export type RangeFilter = (typeof rangeFilters)[number];

/** The parts of a search that can be dropped on their own. `text` is free text. */
export const searchParts = [
  "text",
  ...valueFilters,
  ...rangeFilters,
  "location",
  "verified",
  "newSince",
] as const;
export type SearchPart = (typeof searchParts)[number];

/** What a search asks for, without paging. */
export type Search = SearchFilters & { q?: string | undefined; sort?: SearchSort | undefined };

/** The fields of a filter: `price` has `priceMin` and `priceMax`. */
export function fieldsOf(part: Exclude<SearchPart, "text">): (keyof SearchFilters)[] {
  return (rangeFilters as readonly string[]).includes(part)
    ? [`${part as RangeFilter}Min`, `${part as RangeFilter}Max`]
    : [part as keyof SearchFilters];
}

/** The parts that a search has. */
export function partsOf(filters: SearchFilters, text: string): SearchPart[] {
  return searchParts.filter((part) => {
    if (part === "text") return text !== "";
    if ((rangeFilters as readonly string[]).includes(part))
      return (
        filters[`${part as RangeFilter}Min`] !== undefined ||
        filters[`${part as RangeFilter}Max`] !== undefined
      );
    return filters[part as keyof SearchFilters] !== undefined;
  });
}

/** Every URL parameter of a search, in canonical order. */
export const searchFields: readonly (keyof Search)[] = [
  "q",
  ...valueFilters,
  ...rangeFilters.flatMap((range) => [`${range}Min`, `${range}Max`] as const),
  "location",
  "verified",
  "newSince",
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
