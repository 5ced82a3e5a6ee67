import fc from "fast-check";
import { expect, it } from "vitest";
import { formatMoney, toMajor } from "./money.ts";
import { readMoney } from "./read-money.ts";

const read = (typed: string, currency = "USD") =>
  readMoney(typed, { currency, label: "Resale price" });

it.each([
  ["41000", "USD", 41_000],
  ["41,000", "USD", 41_000],
  ["$41,000", "USD", 41_000],
  ["$ 41,000.00", "USD", 41_000],
  ["1,234,567.89", "USD", 1_234_567.89],
  ["41 000", "USD", 41_000],
  ["41,000 USD", "USD", 41_000],
  ["usd 41,000", "USD", 41_000],
  ["0.01", "USD", 0.01],
  ["CA$41,000", "CAD", 41_000],
  ["$41,000", "CAD", 41_000],
  ["€41,000.5", "EUR", 41_000.5],
  ["¥1,200", "JPY", 1_200],
  ["1.125", "KWD", 1.125],
])("reads %j in %s as %d", (typed, currency, amount) => {
  expect(read(typed, currency)).toEqual({ amount });
});

const howTo = (example: string) =>
  `Enter resale price with commas between thousands and a period before decimals, like ${example}.`;
it.each([
  [" ", "USD", "Resale price is required."],
  ["41.000,50", "USD", howTo("$1,250.50")],
  ["12,50", "USD", howTo("$1,250.50")],
  ["41.000", "USD", howTo("$1,250.50")],
  ["41.000", "JPY", howTo("¥1,250")],
  ["41,00,000", "USD", howTo("$1,250.50")],
  ["41-45", "USD", howTo("$1,250.50")],
  ["41k", "USD", "Enter resale price in USD, like $1,250.50."],
  ["1e3", "USD", "Enter resale price in USD, like $1,250.50."],
  ["€41,000", "USD", "Enter resale price in USD, like $1,250.50."],
  ["-5", "USD", "Resale price must be above zero."],
  ["$-5", "USD", "Resale price must be above zero."],
  ["$0.00", "USD", "Resale price must be above zero."],
  ["1.0055", "USD", "USD has at most 2 decimals."],
  ["1.5", "JPY", "JPY has no decimals."],
  ["99999999999999999999", "USD", "Resale price is too high."],
])("refuses %j in %s: %s", (typed, currency, error) => {
  expect(read(typed, currency)).toEqual({ error });
});

it("reads every amount as it is shown", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000_000 }),
      fc.constantFrom("USD", "EUR", "CHF", "CAD", "JPY", "KWD", "SEK"),
      (minor, currency) => {
        const amount = toMajor(minor, currency);
        expect(read(formatMoney(minor, currency), currency)).toEqual({ amount });
      },
    ),
  );
});
