import { z } from "zod";
import { product, type CardListing } from "#shared/listings/listing-contract.ts";
import { boundedLimit, clampedLimit, pageQuery } from "#shared/paging/paging-contract.ts";
import { text } from "#shared/text/text.ts";
import { filterTable } from "./filter-table.ts";
import { filterValues } from "./filter-values.ts";
import { withRangesInOrder } from "./ranges-in-order.ts";
import { readFilterNumber } from "./read-filter-number.ts";
import {
  endsOf,
  rangeFilters,
  rangeOfField,
  searchParts,
  searchSorts,
  valueFilters,
  type RangeField,
  type RangeFilter,
} from "./search-filters.ts";

/** Cars on a page of results unless `limit` says otherwise. */
export const searchPageSize = 24;

// A repeated parameter arrives as a list, a single one as text.
const several = <T extends z.ZodType<string>>(value: T) =>
  z
    .union([value, z.array(value).max(100, "Please choose at most 100 values.")])
    .transform((given) => [...new Set([given].flat())])
    .optional();
function oneOf<Name extends keyof typeof filterValues>(name: Name) {
  const values: readonly (typeof filterValues)[Name][number][] = filterValues[name];
  return several(z.enum(values, `${name} must be one of: ${values.join(", ")}.`));
}

/** One end of a range. */
function end(field: RangeField, range: RangeFilter) {
  const { max, isWhole, unit } = filterTable[range];
  const number = z
    .string()
    .regex(
      isWhole ? /^\d{1,15}$/ : /^\d{1,15}(?:\.\d{1,6})?$/,
      `${field} must be a ${isWhole ? "whole " : ""}number, zero or higher.`,
    )
    .transform(Number)
    .refine((value) => value <= max, `${field} must be at most ${max}.`)
    .optional();
  return unit === undefined ? number : number.describe(unit);
}

/** A schema for each end of each range. */
function ofEachEnd<Schema>(schemaOf: (field: RangeField, range: RangeFilter) => Schema) {
  const schemas = rangeFilters.flatMap((range) =>
    endsOf(range).map((field) => [field, schemaOf(field, range)] as const),
  );
  return Object.fromEntries(schemas) as Record<RangeField, Schema>;
}

const flag = (name: string) => z.enum(["1"], `${name} must be 1, or left out.`);

const moment = z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
  error: "newSince must be a date or a time, such as 2026-11-22 or 2026-11-22T08:00:00Z.",
});

/** The filters of a search, as URL parameters. Parameters with several values are repeated. */
const filters = {
  q: text(200).optional().describe("Free text: makes, models, ranges and other words"),
  make: oneOf("make"),
  model: several(text(80).min(1, "model must not be empty.")).describe("Repeat for several models"),
  body: oneOf("body"),
  fuel: oneOf("fuel"),
  transmission: oneOf("transmission"),
  colour: oneOf("colour").describe("The basic color of the car's paint"),
  priceLabel: oneOf("priceLabel").describe(
    "How the price compares with similar cars; cars that are not rated match none",
  ),
  ...ofEachEnd(end),
  location: text(160).optional().describe("The start of each word of a place, such as `san fran`"),
  verified: flag("verified")
    .transform(() => true as const)
    .optional()
    .describe("`1`: only cars of verified sellers"),
  newSince: moment.optional().describe("Listed at this date or time, or later"),
  sort: z
    .enum(searchSorts, `sort must be one of: ${searchSorts.join(", ")}.`)
    .optional()
    .describe(
      "`best` is the default: most relevant first, or newest first without free text. `value`: the best price label first, then the price farthest below the estimate for the car",
    ),
};

/** What a search asks for, without paging. Unknown parameters are refused. */
export const searchOnly = z.strictObject(filters);

/** GET /listings. Unknown parameters are refused. */
export const searchQuery = z.object({
  ...filters,
  limit: clampedLimit(searchPageSize),
  cursor: pageQuery.shape.cursor,
  facets: flag("facets").optional().describe("`1`: with the number of cars for each filter value"),
});
export type SearchQuery = z.infer<typeof searchQuery>;

/**
 * Reads the search of a page's URL, with numbers as people type them and ranges the wrong way round. Unknown parameters, empty ones (a form without
 * JavaScript sends them) and values that are not valid are ignored, so that an old or edited link still opens.
 */
export function readPageSearch(parameters: URLSearchParams): SearchQuery {
  const given: Record<string, string | string[]> = {};
  for (const name of Object.keys(searchQuery.shape)) {
    const values = parameters.getAll(name).filter((value) => value.trim() !== "");
    if (values.length === 0) continue;
    given[name] = severalOf.has(name) ? values : plainNumber(name, values[0]!);
  }
  const read = searchQuery.safeParse(given);
  if (read.success) return withRangesInOrder(read.data);
  const wrong = new Set(read.error.issues.map(({ path }) => path[0]));
  const valid = Object.entries(given).filter(([name]) => !wrong.has(name));
  return withRangesInOrder(searchQuery.parse(Object.fromEntries(valid)));
}

const severalOf: ReadonlySet<string> = new Set(valueFilters);

/** Without JavaScript, numbers arrive as they were typed: "15,000" or "$15k". */
function plainNumber(name: string, value: string): string {
  const filter = rangeOfField(name);
  return String((filter && readFilterNumber(filter, value)) ?? value);
}

/** A listing in search results: a product without its description, which can be long. */
const listedProduct = product.omit({ description: true });

/** The filters in effect, with those that were read from `q`. */
const appliedFilters = z.object({
  make: z.array(z.enum(filterValues.make)).optional(),
  model: z.array(z.string()).optional(),
  body: z.array(z.enum(filterValues.body)).optional(),
  fuel: z.array(z.enum(filterValues.fuel)).optional(),
  transmission: z.array(z.enum(filterValues.transmission)).optional(),
  colour: z.array(z.enum(filterValues.colour)).optional(),
  priceLabel: z.array(z.enum(filterValues.priceLabel)).optional(),
  ...ofEachEnd(() => z.number().optional()),
  location: z.string().optional(),
  verified: z.literal(true).optional(),
  newSince: z.string().optional(),
});

const valueCount = <T extends z.ZodType>(value: T) =>
  z.object({ value, count: z.number().int(), selected: z.boolean() });

const histogram = z.object({
  /** The lowest and highest value under the other filters; null if no car has one. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  buckets: z
    .array(
      z.object({
        from: z.number().nullable().describe("Included; null in the first bucket"),
        to: z.number().nullable().describe("Not included; null in the last bucket"),
        count: z.number().int(),
      }),
    )
    .describe("The same buckets for every search, until cars are added or removed"),
});
export type Histogram = z.infer<typeof histogram>;

/** For each filter, how many cars each value would give under the other filters, including zero. */
const searchFacets = z.object({
  make: z.array(valueCount(z.enum(filterValues.make))),
  model: z
    .array(valueCount(z.string()).extend({ make: z.enum(filterValues.make) }))
    .describe("The models of the chosen makes, or of all makes"),
  body: z.array(valueCount(z.enum(filterValues.body))),
  fuel: z.array(valueCount(z.enum(filterValues.fuel))),
  transmission: z.array(valueCount(z.enum(filterValues.transmission))),
  colour: z.array(valueCount(z.enum(filterValues.colour))),
  priceLabel: z.array(valueCount(z.enum(filterValues.priceLabel))),
  verified: z.array(valueCount(z.literal(true))),
  newSince: z.array(valueCount(z.string()).extend({ days: z.number().int() })),
  ...(Object.fromEntries(rangeFilters.map((range) => [range, histogram])) as Record<
    RangeFilter,
    typeof histogram
  >),
});
export type SearchFacets = z.infer<typeof searchFacets>;

const searchString = z.string().describe("The URL parameters of the search without this part");

const understoodPart = z.object({
  label: z.string().describe("For example `Under $15,000`"),
  words: z
    .string()
    .describe(
      "The words of `q`, as they were typed; those of a badge (`320d`) may be several parts",
    ),
  filters: appliedFilters.describe(
    "The filters that the words became; empty if they became an order",
  ),
  sort: z
    .enum(searchSorts)
    .optional()
    .describe("The order that the words ask for, if `sort` is not given"),
  search: searchString,
});
export type UnderstoodPart = z.infer<typeof understoodPart>;

const relaxation = z.object({
  parts: z
    .array(z.enum(searchParts))
    .describe("What to drop; of free text, it may be a single word"),
  label: z
    .string()
    .describe(
      "What to drop, in words that follow “without”: `Diesel`, `the price limit`, `“leather”`",
    ),
  total: z.number().int().describe("How many cars there would be"),
  search: searchString,
});
export type Relaxation = z.infer<typeof relaxation>;

const searchNote = z.object({
  kind: z
    .enum(["not_described", "currency_assumed", "not_searchable"])
    .describe(
      "`not_described`: a variant or trim that describes no car of the search, so that cars are shown without it. `currency_assumed`: an amount with the sign of another currency. `not_searchable`: words without a filter, such as power",
    ),
  words: z.array(z.string()).describe("Words and phrases of `q`, as they were typed"),
  message: z.string().describe("A sentence for the user"),
});
export type SearchNote = z.infer<typeof searchNote>;

export const searchAnswer = z.object({
  listings: z.array(listedProduct),
  total: z.number().int(),
  nextCursor: z.string().nullable().describe("The `cursor` of the next page; null on the last one"),
  previousCursor: z
    .string()
    .nullable()
    .describe("The `cursor` of the page before, `first` for the first page; null on the first one"),
  offset: z
    .number()
    .int()
    .nullable()
    .describe("How many cars come before this page; null if there are too many to count"),
  filters: appliedFilters.describe("The filters in effect, with those that were read from `q`"),
  understood: z.array(understoodPart).describe("What was read from `q`, in the order of its words"),
  text: z.string().describe("The rest of `q`, which is searched as free text"),
  notes: z
    .array(searchNote)
    .describe("Words of `q` that were not searched as they are, and what was done instead"),
  facets: searchFacets.optional().describe("Only with `facets=1`"),
  relaxations: z
    .array(relaxation)
    .describe("If there are no cars: what to drop, and how many cars that would give"),
});
export type SearchAnswer = z.infer<typeof searchAnswer>;
/** A search as pages show it. */
export type PageSearchAnswer = Omit<SearchAnswer, "listings"> & { listings: CardListing[] };

/** GET /listings/{id}/similar */
export const similarQuery = z.object({ limit: boundedLimit(6, 24) });
export const similarAnswer = z.object({ listings: z.array(listedProduct) });
