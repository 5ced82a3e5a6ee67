import { AppError } from "#shared/errors/app-error.ts";
import type { FeedColumnMap, FeedOptionsBody } from "#shared/feeds/feed-contract.ts";
import { fold } from "#shared/text/fold.ts";
import { isStorable, toStorable } from "#shared/text/text.ts";
import {
  emptyOptions,
  feedColumns,
  isCurrencyCode,
  isRate,
  meaningIn,
  valueChoices,
  type FeedOptions,
  type HeaderMap,
} from "#server/imports/public-reading.ts";

/** The options of a feed as JSON, without those that are not stated. */
export type StoredOptions = Partial<
  Omit<FeedOptions, "symbols" | "headerMap"> & {
    symbols: Record<string, string>;
    headers: Record<string, StoredColumn>;
  }
>;
/** Values of a feed that can be mapped. Each is looked up whenever the feed is shown. */
const mostValuesOfFeed = 2_000;
/** Values of a column that can be mapped, and their characters. */
const mostValues = 500;
const longestValue = 200;

type StoredColumn = string | null | { field: string; values: Record<string, string> };

/** Options as they are stored. */
export function storeOptions({ symbols, headerMap, ...options }: FeedOptions): StoredOptions {
  const stated = Object.entries(options).filter(([, value]) => value !== null && value !== false);
  return {
    ...(Object.fromEntries(stated) as StoredOptions),
    ...(symbols.size > 0 && { symbols: Object.fromEntries(symbols) }),
    ...(headerMap.size > 0 && { headers: storeHeaders(headerMap) }),
  };
}

function storeHeaders(map: HeaderMap): Record<string, StoredColumn> {
  return Object.fromEntries(
    [...map].map(([header, column]) => [
      header,
      column && typeof column === "object"
        ? { field: column.field, values: Object.fromEntries(column.values) }
        : column,
    ]),
  );
}

/** Stored options as the reader takes them. */
export function loadOptions({ symbols, headers, ...options }: StoredOptions): FeedOptions {
  return {
    ...emptyOptions,
    ...options,
    symbols: new Map(Object.entries(symbols ?? {})),
    headerMap: new Map(
      Object.entries(headers ?? {}).map(([header, column]) => [
        header,
        column && typeof column === "object"
          ? { ...column, values: new Map(Object.entries(column.values)) }
          : column,
      ]),
    ) as HeaderMap,
  };
}

/**
 * Adds to new options what they do not mention: the values of a column that keeps its field, and the signs of
 * currencies. Earlier clients do not know these.
 */
export function withUnstated(before: StoredOptions, after: StoredOptions): StoredOptions {
  const headers = Object.entries(after.headers ?? {}).map(([header, column]) => {
    const earlier = before.headers?.[header];
    const isSame = earlier && typeof earlier === "object" && earlier.field === column;
    return [header, isSame ? earlier : withoutEmptyValues(column)] as const;
  });
  const { symbols = before.symbols ?? {}, ...others } = after;
  return {
    ...others,
    ...(Object.keys(symbols).length > 0 && { symbols }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
  };
}

const withoutEmptyValues = (column: StoredColumn): StoredColumn =>
  column && typeof column === "object" && Object.keys(column.values).length === 0
    ? column.field
    : column;

/** Options of the API as they are stored. @throws AppError invalid_input that names the option */
export function readOptions({ mpg, columns, symbols, ...options }: FeedOptionsBody): StoredOptions {
  const { currency, rate } = options;
  if (currency !== undefined && !isCurrencyCode(currency))
    throw refused("currency", "currency must be a code such as GBP.");
  if (rate !== undefined && !isRate(rate))
    throw refused(
      "rate",
      "The rate must be a number above zero, such as 1.25, with at most 8 decimals.",
    );
  const values = Object.values(columns ?? {}).flatMap((column) =>
    column && typeof column === "object" ? Object.keys(column.values) : [],
  );
  if (values.length > mostValuesOfFeed)
    throw refused(
      "columns",
      `At most ${mostValuesOfFeed.toLocaleString("en-US")} values of a feed can be mapped.`,
    );
  const headers = Object.entries(columns ?? {}).map(
    ([header, column]) => [fold(header), readColumn(header, column)] as const,
  );
  return {
    ...options,
    ...(symbols && { symbols: readSymbols(symbols) }),
    ...(mpg && { mpg: mpg === "uk" ? ("mpg_uk" as const) : ("mpg_us" as const) }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
  };
}

function readColumn(header: string, column: FeedColumnMap[string]): StoredColumn {
  if (column === null) return null;
  const { field, values } = typeof column === "string" ? { field: column } : column;
  const shopColumn = feedColumns.find((name) => name === field);
  if (!shopColumn)
    throw refused("columns", `"${field}" is not a column. Known: ${feedColumns.join(", ")}.`);
  if (!values) return field;
  if (Object.keys(values).length > mostValues)
    throw refused("columns", `At most ${mostValues} values of ${header} can be mapped.`);
  const long = Object.entries(values)
    .flat()
    .find((text) => text !== null && (text.length > longestValue || !isStorable(text)));
  if (typeof long === "string")
    throw refused(
      "columns",
      `"${toStorable(long.slice(0, 40))}…" of ${header} has more than ${longestValue} characters, or is not text.`,
    );
  const meanings = Object.entries(values).map(([value, meaning]) => {
    const stated = meaning?.trim() ? meaningIn(shopColumn, meaning) : null;
    if (stated !== undefined) return [fold(value), stated ?? ""] as const;
    const choices = valueChoices.get(shopColumn) ?? [];
    throw refused(
      "columns",
      `"${value}" of ${header} cannot mean "${meaning}" as ${field}. Known: ${choices.join(", ")}.`,
    );
  });
  return { field, values: Object.fromEntries(meanings) };
}

function readSymbols(symbols: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(symbols).map(([given, stated]) => {
      const sign = given.trim();
      const code = stated.trim().toUpperCase();
      if (sign === "" || /\d/.test(sign) || !isCurrencyCode(code))
        throw refused("symbols", "Write each sign with its currency, such as $=CAD.");
      return [sign.toLowerCase(), code];
    }),
  );
}

function refused(field: string, message: string): AppError {
  return new AppError("invalid_input", { message, fields: { [field]: message } });
}

/** Stored options as the API shows them. */
export function presentOptions({ headers, symbols, ...options }: StoredOptions): FeedOptionsBody {
  const { make, currency, rate, location, decimal, distanceUnit, mpg, newModels } = options;
  const columns = Object.entries(headers ?? {}).map(
    ([header, column]) => [header, presentColumn(column)] as const,
  );
  const given = {
    make,
    currency,
    rate,
    location,
    decimal,
    distanceUnit,
    newModels,
    mpg: mpg && (mpg === "mpg_uk" ? "uk" : "us"),
    symbols: symbols && Object.keys(symbols).length > 0 ? symbols : undefined,
    columns: columns.length > 0 ? Object.fromEntries(columns) : undefined,
  };
  const stated = Object.entries(given).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(stated);
}

/** A column as the API shows it. A meaning that only the command line accepts is left out. */
function presentColumn(column: StoredColumn): FeedColumnMap[string] {
  if (!column || typeof column !== "object") return column;
  const field = feedColumns.find((name) => name === column.field);
  const values = Object.entries(column.values).map(
    ([value, meaning]) => [value, (field && meaningIn(field, meaning)) ?? null] as const,
  );
  return { field: column.field, values: Object.fromEntries(values) };
}
