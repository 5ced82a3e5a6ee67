import { expect, it } from "vitest";
import { readAmount } from "./read-amount.ts";

it.each([
  ["24500", "USD", 24_500],
  [" 24,500.50 ", "USD", 24_500.5],
  ["0.01", "USD", 0.01],
  ["1200", "JPY", 1_200],
  ["1.125", "KWD", 1.125],
  ["25000", "USD", 25_000],
])("%j of %s is %d", (typed, currency, amount) => {
  expect(readAmount(typed, { most: 25_000, currency })).toEqual({ amount });
});

it.each([
  ["", "USD", "Amount is required."],
  ["all", "USD", "Write the amount in digits, as in 1250.50."],
  ["-5", "USD", "Write the amount in digits, as in 1250.50."],
  ["1.000,50", "USD", "Write the amount in digits, as in 1250.50."],
  ["12,50", "USD", "Write the amount in digits, as in 1250.50."],
  ["1e3", "USD", "Write the amount in digits, as in 1250.50."],
  ["0.00", "USD", "The amount is above zero."],
  ["1.005", "USD", "USD has at most 2 decimals."],
  ["1.5", "JPY", "JPY has no decimals."],
  ["25000.01", "USD", "At most $25,000 can still be refunded."],
])("%j of %s is refused: %s", (typed, currency, error) => {
  expect(readAmount(typed, { most: 25_000, currency })).toEqual({ error });
});
