import { toStorable } from "#shared/text/text.ts";
import { differingFields, factOf, isDetail, type CarRow, type FeedField } from "../feed-facts.ts";
import { isReference } from "./identify-cars.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

/** A row that repeats an earlier one, by its line, and what differs. */
export type RepeatedRow = {
  line: number;
  firstLine: number;
  fields: FeedField[];
  /** The values of these fields in both rows, and the currency of prices; missing in old plans. */
  values?: { first: Partial<FeedFacts>; again: Partial<FeedFacts> };
};

/** Rows that repeat earlier ones: the first of them, and how many there are. */
export type RepeatedRows = { repeated: RepeatedRow[]; repeatedRows: number };

/** Repeated rows that a plan keeps. */
const mostRepeated = 2_000;
/** Characters of a value that are kept. */
const longestCompared = 200;

/**
 * Leaves out rows that repeat an earlier one. A row repeats another with the same identity; without an identity, or
 * with a reference, one with the same facts and texts.
 */
export function withoutRepeats(rows: readonly CarRow[]): RepeatedRows & { cars: CarRow[] } {
  const firstRows = new Map<string, CarRow>();
  const repeats: RepeatedRows = { repeated: [], repeatedRows: 0 };
  const cars = rows.filter((row) => {
    const [stated] = row.identities;
    const key = stated && !isReference(stated) ? stated : `row ${row.fingerprint}`;
    const first = firstRows.get(key);
    if (!first) firstRows.set(key, row);
    else addRepeat(repeats, row, first);
    return !first;
  });
  return { ...repeats, cars };
}

/** Counts a row that repeats another, and keeps what differs if it is one of the first. */
export function addRepeat(repeats: RepeatedRows, row: CarRow, first: CarRow): void {
  repeats.repeatedRows += 1;
  if (repeats.repeated.length >= mostRepeated) return;
  const fields = differingFields(first.facts, row.facts);
  const repeat: RepeatedRow = { line: row.line, firstLine: first.line, fields };
  if (fields.length > 0)
    repeat.values = { first: valuesOf(first, fields), again: valuesOf(row, fields) };
  repeats.repeated.push(repeat);
}

function valuesOf({ facts }: CarRow, fields: readonly FeedField[]): Partial<FeedFacts> {
  // A price is in the currency of its row, which may be the same in both.
  const named = fields.includes("sourcePriceMinor")
    ? [...fields, "sourceCurrency" as const]
    : fields;
  const values: Record<string, unknown> = {};
  const details: Record<string, unknown> = {};
  for (const field of named) {
    const value = factOf(facts, field);
    (isDetail(field) ? details : values)[field] =
      typeof value === "string" ? toStorable(value.slice(0, longestCompared)) : value;
  }
  return { ...values, ...(Object.keys(details).length > 0 && { details }) };
}
