import { readTypedNumber } from "./read-typed-number.ts";
import type { RangeFilter } from "./search-filters.ts";

export type NumberLimits = { max: number; isWhole: boolean };

/** The numbers that each filter takes, from 0. */
export const numberLimits: Readonly<Record<RangeFilter, NumberLimits>> = {
  year: { max: 9_999, isWhole: true },
  price: { max: 1e12, isWhole: false },
  mileage: { max: 10_000_000, isWhole: true },
  engine: { max: 100, isWhole: false },
};

/** What was typed into a filter's field: undefined if it is empty, null if the filter can't take it. */
export function readFilterNumber(filter: RangeFilter, typed: string): number | undefined | null {
  if (typed.trim() === "") return undefined;
  const { max, isWhole } = numberLimits[filter];
  const value = readTypedNumber(typed, { hasThousands: filter !== "engine" });
  if (value === undefined || value > max || (isWhole && !Number.isInteger(value))) return null;
  return value;
}
