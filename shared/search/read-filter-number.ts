import { filterTable } from "./filter-table.ts";
import { readTypedNumber } from "./read-typed-number.ts";
import type { RangeFilter } from "./search-filters.ts";

/** What was typed into a filter's field: undefined if it is empty, null if the filter can't take it. */
export function readFilterNumber(filter: RangeFilter, typed: string): number | undefined | null {
  if (typed.trim() === "") return undefined;
  const { max, isWhole } = filterTable[filter];
  const value = readTypedNumber(typed, { hasThousands: max >= 1_000 });
  if (value === undefined || value > max || (isWhole && !Number.isInteger(value))) return null;
  return value;
}
