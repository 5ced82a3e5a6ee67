import { isStorable } from "#shared/text/text.ts";
import { normalizeVin } from "#shared/vin/vin.ts";
import type { ReadRow, RowIdentity, SeenFacts } from "./facts/feed-car.ts";
import type { Column, FeedContext, FeedOptions } from "./feed-context.ts";
import type { Field } from "./headers/feed-fields.ts";
import type { Feed } from "./inspect-feed.ts";
import { isReportColumn } from "./headers/map-headers.ts";
import type { FeedRecord } from "./files/read-records.ts";
import { readRow } from "./facts/read-row.ts";
import { cellOf } from "./facts/row-reader.ts";

/**
 * A row of a feed as it was understood: a car with what was left out of it, or a refusal with its reasons. `isUnended` as
 * in `FeedRecord`.
 */
export type FeedRow = { line: number; cells: string[]; read: ReadRow; isUnended: boolean };

/**
 * Reads a feed row by row. Nothing is written, and the feed is never completely in memory.
 * @param shopCurrency whose prices need no rate: a row that states it is read in it, whatever the options say
 */
export async function* readFeed(
  feed: Feed,
  options: FeedOptions,
  now: Date,
  shopCurrency: string | null = null,
): AsyncGenerator<FeedRow> {
  const context: FeedContext = {
    columns: byField(feed.columns),
    textColumns: textColumnsOf(feed),
    evidence: feed.evidence,
    options,
    shopCurrency,
    now,
  };
  for await (const record of feed.records()) {
    const { line, cells, isUnended = false } = record;
    yield { line, cells, read: readRecord(record, feed.headers.length, context), isUnended };
  }
}

/** Reads only what identifies a row's car, even if the row as a whole is refused. */
export function createIdentityReader({ columns }: Feed): (cells: readonly string[]) => RowIdentity {
  const fields = byField(columns);
  return (cells) => {
    const text = (field: Field) => {
      for (const column of fields.get(field) ?? []) {
        const value = cellOf(cells, column);
        if (value !== "" && isStorable(value)) return value;
      }
      return null;
    };
    const vin = text("vin");
    return {
      vin: vin && normalizeVin(vin),
      stockNumber: text("stockNumber"),
      advertId: text("advertId"),
      registration: text("registration"),
      reference: text("reference"),
    };
  };
}

function readRecord({ cells, broken }: FeedRecord, width: number, context: FeedContext): ReadRow {
  const reason =
    broken ??
    (cells.length === width
      ? null
      : `the row has ${cells.length} cells where the header has ${width}`);
  if (!reason) return readRow(cells, context);
  return { kind: "faults", faults: [{ column: "", reason }], seen: seenInBroken(cells, context) };
}

/** What a row with too many or too few cells says: those before the mistake are in their columns. */
function seenInBroken(cells: readonly string[], context: FeedContext): SeenFacts {
  if (cells.length < 2) return {};
  const read = readRow(cells, context);
  const { make, model, year } = "car" in read ? read.car : (read.seen ?? {});
  return { ...(make && { make }), ...(model && { model }), ...(year && { year }) };
}

function byField(columns: readonly Column[]): Map<Field, Column[]> {
  const map = new Map<Field, Column[]>();
  for (const column of columns) map.set(column.field, [...(map.get(column.field) ?? []), column]);
  return map;
}

// Columns whose values are numbers, names of kinds or addresses. All others may have a word of damage.
const wordless = new Set<Field>([
  "make",
  "year",
  "firstRegistration",
  "price",
  "currency",
  "mileage",
  "mileageUnit",
  "fuel",
  "transmission",
  "engineSize",
  "fuelEconomy",
  "tax",
  "vin",
  "power",
  "doors",
  "seats",
  "registration",
  "advertUrl",
  "imageUrls",
  "damage",
  "soundness",
]);

function textColumnsOf({ headers, columns }: Feed): Map<number, string> {
  const skipped = new Set(
    columns.filter(({ field }) => wordless.has(field)).map(({ index }) => index),
  );
  return new Map(
    [...headers.entries()].filter(
      ([index, header]) => !skipped.has(index) && !isReportColumn(header),
    ),
  );
}
