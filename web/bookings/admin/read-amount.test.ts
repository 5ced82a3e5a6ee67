import { expect, it } from "vitest";
import { readAmount } from "./read-amount.ts";

it.each([
  [" 24,500.50 ", 24_500.5],
  ["$25,000", 25_000],
  ["0.01", 0.01],
])("reads %j as %d", (typed, amount) => {
  expect(readAmount(typed, { most: 25_000, currency: "USD" })).toEqual({ amount });
});

it.each([
  ["", "Amount is required."],
  ["0.00", "Amount must be above zero."],
  ["25000.01", "You can refund at most $25,000."],
])("refuses %j: %s", (typed, error) => {
  expect(readAmount(typed, { most: 25_000, currency: "USD" })).toEqual({ error });
});
