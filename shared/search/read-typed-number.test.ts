import { describe, expect, test } from "vitest";
import { readFilterNumber } from "./read-filter-number.ts";
import { findRanges } from "./read-ranges.ts";
import { numberPattern, readTypedNumber } from "./read-typed-number.ts";

test.each([
  ["15000", 15_000],
  ["$15,000", 15_000],
  ["15k", 15_000],
  ["12.5k", 12_500],
  ["12,5 K", 12_500],
  ["20 tsd.", 20_000],
  ["20.000", 20_000],
  ["20.000,50 €", 20_000.5],
  ["20,000.50", 20_000.5],
  ["1.250.000", 1_250_000],
  ["€ 20.000,-", 20_000],
  ["20'000", 20_000],
  ["20.0000", 20],
  ["20.0009", 20],
  ["2.0", 2],
  ["2,0", 2],
  ["30 000 mi", 30_000],
  ["30 000 km", 30_000],
  ["", undefined],
  ["cheap", undefined],
  ["EUR 15,000", 15_000],
  ["2.0 L", 2],
  ["-5", undefined],
  ["10-20", undefined],
  ["1,50,000", undefined],
  ["15,000, mi", 15_000],
])("reads %j as %j", (typed, expected) => {
  expect(readTypedNumber(typed)).toBe(expected);
  // Browsers read patterns with the flag v, and accept an empty field.
  const isAccepted = typed === "" || new RegExp(`^(?:${numberPattern})$`, "v").test(typed);
  expect(isAccepted).toBe(typed === "" || expected !== undefined);
});

test("does not read what is longer than a number with its words", () => {
  expect(readTypedNumber("1".padStart(40, "0"))).toBe(1);
  expect(readTypedNumber("1".padStart(41, "0"))).toBeUndefined();
});

test.each(["20000", "20.000", "20,000", "20 000", "20'000", "20k", "20 tsd", "12.5k", "12,5k"])(
  "reads %j in a field as in the free text",
  (typed) => {
    const [range] = findRanges(`unter ${typed}`, { currency: "USD", thisYear: 2_026 });
    const priceMax = range?.filters.priceMax;
    expect(priceMax).toBeGreaterThan(10_000);
    expect(readFilterNumber("price", typed)).toBe(priceMax);
  },
);

describe("a filter's field", () => {
  test.each([
    ["year", "2018", 2_018],
    ["mileage", "30.000", 30_000],
    // A fraction of liters.
    ["engine", "1.998", 1.998],
    ["engine", "1,998 L", 1.998],
    ["price", " ", undefined],
  ] as const)("of the %s takes %j", (filter, typed, value) => {
    expect(readFilterNumber(filter, typed)).toBe(value);
  });

  test.each([
    ["year", "20188"],
    ["year", "2018.5"],
    ["price", "1234567890123"],
    ["price", "abc"],
    ["price", "-5"],
    ["mileage", "10,000,001"],
    ["engine", "101"],
    ["engine", "1 998"],
  ] as const)("of the %s does not take %j", (filter, typed) => {
    expect(readFilterNumber(filter, typed)).toBeNull();
  });
});
