import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decimalToMinor,
  formatMajor,
  formatMoney,
  minorUnitDigits,
  toMajor,
  toMinor,
} from "./money.ts";

describe("toMinor", () => {
  test.each([
    [12_500, "USD", 1_250_000],
    [0.29, "USD", 29],
    [1.1, "USD", 110],
    [12_500, "JPY", 12_500],
    [1.234, "KWD", 1_234],
  ])("%s %s is %s minor units", (major, currency, minor) => {
    expect(toMinor(major, currency)).toBe(minor);
  });

  test.each([
    [1.005, "USD"],
    [12.5, "JPY"],
    [Number.MAX_VALUE, "USD"],
    [Number.NaN, "USD"],
    [Number.POSITIVE_INFINITY, "USD"],
  ])("%s %s is no amount", (major, currency) => {
    expect(toMinor(major, currency)).toBeNull();
  });

  test("parses every amount that it formats", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 100_000_000_000 }),
        fc.constantFrom("USD", "JPY", "KWD"),
        (minor, currency) => {
          expect(toMinor(toMajor(minor, currency), currency)).toBe(minor);
        },
      ),
    );
  });
});

test("reads decimal text as exact minor units", () => {
  expect(decimalToMinor("12345.5", "EUR")).toBe(1_234_550);
  expect(decimalToMinor("12345.505", "EUR")).toBeNull();
  expect(decimalToMinor("12345", "JPY")).toBe(12_345);
  expect(decimalToMinor("99999999999999999", "EUR")).toBeNull();
});

test("minor units follow the currency", () => {
  expect(["USD", "JPY", "KWD"].map(minorUnitDigits)).toEqual([2, 0, 3]);
});

test("whole amounts are shown without decimals, others with all of them", () => {
  expect(formatMoney(1_250_000, "USD")).toBe("$12,500");
  expect(formatMoney(1_250_050, "USD")).toBe("$12,500.50");
  expect(formatMajor(12_500, "JPY")).toBe("¥12,500");
});
