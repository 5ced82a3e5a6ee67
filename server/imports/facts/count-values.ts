import { fold } from "#shared/text/fold.ts";
import { isStorable } from "#shared/text/text.ts";
import type { ReadRow, Remark } from "./feed-car.ts";
import type { Column } from "../feed-context.ts";
import type { Field } from "../headers/feed-fields.ts";
import { readLimits } from "../files/read-limits.ts";
import { cellOf, tidy } from "./row-reader.ts";
import { meaningIn, valueChoices } from "./value-meanings.ts";

/** A value of a column as the rows of a feed have it. Spellings that the reader does not tell apart are one value. */
export type CountedValue = {
  value: string;
  rows: number;
  /** In how many of them it could not be read. */
  unread: number;
  /** What it was read as: several if it depends on the rest of the row. */
  readAs: string[];
  /** Why it could not be read. */
  reason: string | null;
  isMapped: boolean;
  /** What the operator's map says that it means; null: nothing, or not mapped. */
  meaning: string | null;
};

export type CountedColumn = {
  index: number;
  header: string;
  field: Field;
  /** By how many rows have them. */
  values: CountedValue[];
};

/** Longer values are texts, and not worth a map. */
const longestValue = 200;
/** Different values of a column that are counted. A column of texts can have as many as there are rows. */
const mostValues = 10_000;

/**
 * Counts how each value was read in the columns whose values can be mapped. Titles are not among them.
 * @param which `onlyUnread` counts no value of a car that was read, and so takes next to no time
 */
export function createValueCounter(
  columns: readonly Column[],
  { onlyUnread = false }: { onlyUnread?: boolean } = {},
) {
  const counted = columns
    .filter(({ field, isTitle }) => valueChoices.has(field) && !isTitle)
    .map((column) => ({ column, values: mappedValues(column) }));

  let total = 0;
  function countCell(
    { column, values }: (typeof counted)[number],
    cells: readonly string[],
    read: ReadRow,
  ): void {
    const value = tidy(cells[column.index] ?? "");
    const key = fold(value);
    if (key === "" || value.length > longestValue || !isStorable(value)) return;
    const before = values.get(key);
    if (!before && (values.size >= mostValues || total >= readLimits.values)) return;
    if (!before) total += 1;
    const tally = before ?? { ...unseen, value, readAs: [] };
    if (!before) values.set(key, tally);
    if (tally.rows === 0) tally.value = value;
    tally.rows += 1;
    const { reason, meaning } = readingOf(column, cells, read);
    if (meaning === undefined) {
      tally.unread += 1;
      tally.reason ??= reason;
    } else if (meaning !== null && !tally.readAs.includes(meaning)) tally.readAs.push(meaning);
  }

  return {
    add(cells: readonly string[], read: ReadRow): void {
      for (const one of counted)
        if (isTold(read, one.column.field) && !(onlyUnread && isReadIn(read, one.column)))
          countCell(one, cells, read);
    },
    columns: (): CountedColumn[] =>
      counted.map(({ column: { index, header, field }, values }) => ({
        index,
        header,
        field,
        values: [...values.values()].toSorted(
          (a, b) => b.rows - a.rows || a.value.localeCompare(b.value),
        ),
      })),
  };
}

const unseen = { rows: 0, unread: 0, reason: null, isMapped: false, meaning: null };

/** The values that are mapped, also those that no row has. */
function mappedValues({ values }: Column): Map<string, CountedValue> {
  const mapped = [...(values ?? [])].filter(([key]) => key !== "");
  return new Map(
    mapped.map(([key, meaning]) => [
      key,
      { ...unseen, value: key, readAs: [], isMapped: true, meaning: meaning || null },
    ]),
  );
}

/** Whether a row says how a column of this field was read: of a car of another make, only its make was. */
function isTold(read: ReadRow, field: Field): boolean {
  if ("car" in read) return true;
  if (read.kind === "otherMake") return field === "make";
  // Cells of a row with too many or too few are in the wrong columns.
  return read.kind === "faults" && read.faults[0]?.column !== "";
}

/** Whether a column's cell is one of a car, and was read. */
const isReadIn = (read: ReadRow, column: Column) => "car" in read && !remarkOn(read, column);

function remarkOn(read: ReadRow, { header }: Column): Remark | undefined {
  const isIts = ({ column }: Remark) => column === header;
  return "car" in read
    ? (read.leftOut.find(isIts) ?? read.sourceLeftOut.find(isIts))
    : read.faults.find(isIts);
}

type Reading = { reason: string | null; meaning: string | null | undefined };

/** How a row's cell was read. An undefined meaning could not be read. */
function readingOf(column: Column, cells: readonly string[], read: ReadRow): Reading {
  const { field } = column;
  const remark = remarkOn(read, column);
  if (remark) return { reason: remark.reason, meaning: undefined };
  const stated = "car" in read ? factOf(read, field) : textIn(read.seen ?? {}, field);
  if (stated !== null || "car" in read) return { reason: null, meaning: stated };
  // Other facts of a refused row were not kept, so the cell is read again.
  const text = cellOf(cells, column);
  return { reason: null, meaning: field === "model" ? null : meaningIn(field, text) };
}

function factOf({ car, source }: Extract<ReadRow, { car: unknown }>, field: Field): string | null {
  if (field === "drive" || field === "serviceHistory") return source[field];
  // The usual body of a model is no reading of the cell.
  if (field === "bodyType") return car.bodyTypeTypical ? null : car.bodyType;
  return textIn(car, field);
}

function textIn(facts: object, field: Field): string | null {
  const value = (facts as Partial<Record<Field, unknown>>)[field];
  return typeof value === "string" ? value : null;
}
