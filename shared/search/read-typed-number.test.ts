import { expect, test } from "vitest";
import { numberPattern, readTypedNumber } from "./read-typed-number.ts";

test.each([
  ["15000", 15_000],
  ["$15,000", 15_000],
  ["15k", 15_000],
  ["12.5k", 12_500],
  ["2.0", 2],
  ["30 000 mi", 30_000],
  ["", undefined],
  ["cheap", undefined],
  ["EUR 15,000", 15_000],
  ["2.0 L", 2],
  ["-5", undefined],
  ["10-20", undefined],
  ["15,000, mi", 15_000],
])("reads %j as %j", (typed, expected) => {
  expect(readTypedNumber(typed)).toBe(expected);
  // Browsers read patterns with the flag v, and accept an empty field.
  const isAccepted = typed === "" || new RegExp(`^(?:${numberPattern})$`, "v").test(typed);
  expect(isAccepted).toBe(typed === "" || expected !== undefined);
});

test("does not read what is longer than a number with its words", () => {
  expect(readTypedNumber(`1${" ".repeat(38)}5`)).toBe(15);
  expect(readTypedNumber(`1${" ".repeat(39)}5`)).toBeUndefined();
});
