import fc from "fast-check";
import { expect, test } from "vitest";
import { amountDueNow, type PaymentCharge } from "./payment-charge.ts";

const deposit = (percent: number): PaymentCharge => ({ kind: "deposit", percent });

test.each([
  [2_000_000, { kind: "full" } as const, "USD", 2_000_000],
  [2_000_000, deposit(10), "USD", 200_000],
  [2_000_000, deposit(100), "USD", 2_000_000],
  // Rounded up to the minor unit.
  [2_000_001, deposit(10), "USD", 200_001],
  [1, deposit(0.01), "USD", 1],
  [999, deposit(33.33), "USD", 333],
  [3_456_789, deposit(10), "JPY", 345_679],
  // Rounded up to ten minor units in currencies with three decimals.
  [12_345_678, deposit(10), "KWD", 1_234_570],
  [12_345_670, deposit(100), "KWD", 12_345_670],
  // 0.29 × 100 is not 29 in floating point.
  [10_000, deposit(0.29), "USD", 29],
])("for a price of %i, charging %j in %s, %i is due now", (price, charge, currency, due) => {
  expect(amountDueNow(price, charge, currency)).toBe(due);
});

const prices = fc.integer({ min: 1, max: 10_000_000_000 });
const percents = fc.integer({ min: 1, max: 10_000 }).map((hundredths) => hundredths / 100);
const currencies = fc.constantFrom("USD", "JPY", "KWD", "EUR", "ISK");

test("a deposit is an integer above zero, at most the price, and at most one step above its exact share", () => {
  fc.assert(
    fc.property(prices, percents, currencies, (price, percent, currency) => {
      const due = amountDueNow(price, deposit(percent), currency);
      const step = currency === "KWD" ? 10 : 1;
      expect(Number.isSafeInteger(due)).toBe(true);
      expect(due).toBeGreaterThan(0);
      expect(due).toBeLessThanOrEqual(price);
      // Exact, in hundredths of a percent.
      const share = BigInt(price) * BigInt(Math.round(percent * 100));
      expect(BigInt(due) * 10_000n < share + BigInt(step) * 10_000n).toBe(true);
      expect(due === price || BigInt(due) * 10_000n >= share).toBe(true);
    }),
  );
});

test("a higher price or percentage never lowers the amount due", () => {
  fc.assert(
    fc.property(prices, prices, percents, percents, currencies, (a, b, p, q, currency) => {
      const low = Math.min(a, b);
      const high = Math.max(a, b);
      const less = Math.min(p, q);
      const more = Math.max(p, q);
      expect(amountDueNow(low, deposit(less), currency)).toBeLessThanOrEqual(
        amountDueNow(high, deposit(more), currency),
      );
    }),
  );
});
