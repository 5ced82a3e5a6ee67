import { expect, it } from "vitest";
import { readNumber } from "./read-number.ts";

it.each([
  ["41000", 41_000],
  ["41,000", 41_000],
  ["1,234,567.89", 1_234_567.89],
  [" 41 000 ", 41_000],
  ["41\u00a0000.5", 41_000.5],
  [".5", 0.5],
  ["41000.", 41_000],
  ["0", 0],
])("reads %j as %d", (typed, number) => {
  expect(readNumber(typed)).toBe(number);
});

it.each([
  "",
  " ",
  "12,50",
  "1,23,456",
  "41.000,50",
  "41.000.000",
  "1 234,567",
  "-5",
  "1e3",
  "0x1f",
  "4l",
  ".",
])("does not guess what %j means", (typed) => {
  expect(readNumber(typed)).toBeNull();
});
