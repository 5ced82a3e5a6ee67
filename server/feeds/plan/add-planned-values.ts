import { fold } from "#shared/text/fold.ts";
import { toStorable } from "#shared/text/text.ts";
import type { CountedColumn, CountedValue } from "#server/imports/public-reading.ts";
import type { PlanColumn, UnreadValue } from "../feed-table.ts";

/** `planned` says in how many rows of the last plan's file the value could not be read. */
type SeenValue = CountedValue & { planned: number };
/** `more` values that could not be read were not kept with the plan. */
export type SeenColumn = Omit<CountedColumn, "values"> & { values: SeenValue[]; more: number };

/**
 * A column at the beginning of a file, with the values that the feed's newest plan could not read in the whole file,
 * the most frequent first.
 */
export function addPlannedValues(
  { values, ...column }: CountedColumn,
  planned: readonly PlanColumn[],
): SeenColumn {
  const header = toStorable(column.header);
  const of = planned.find((one) => one.header === header && one.field === column.field);
  const left = new Map(of?.unread?.values.map((one) => [fold(one.value), one]));
  const seen = values.map((value) => {
    const key = fold(value.value);
    const again = left.get(key);
    left.delete(key);
    return again ? seenAgain(value, again) : { ...value, planned: 0 };
  });
  for (const { value, rows, reason } of left.values())
    seen.push({
      value,
      rows: 0,
      unread: 0,
      readAs: [],
      reason,
      isMapped: false,
      meaning: null,
      planned: rows,
    });
  const rowsOf = ({ rows, planned: later }: SeenValue) => Math.max(rows, later);
  return {
    ...column,
    values: seen.toSorted((a, b) => rowsOf(b) - rowsOf(a) || a.value.localeCompare(b.value)),
    more: of?.unread?.more ?? 0,
  };
}

function seenAgain(value: CountedValue, { value: text, rows, reason }: UnreadValue): SeenValue {
  return {
    ...value,
    // A mapped value that is not at the beginning of the file is known by its folded text.
    value: value.rows === 0 ? text : value.value,
    reason: value.isMapped ? value.reason : (value.reason ?? reason),
    planned: rows,
  };
}
