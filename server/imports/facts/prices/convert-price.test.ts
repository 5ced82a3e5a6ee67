import fc from "fast-check";
import { expect, it } from "vitest";
import { convertPrice, isRate } from "./convert-price.ts";

it("rounds half up", () => {
  expect(convertPrice(3_049_500, "GBP", "USD", "1.25")).toBe(3_811_875);
  expect(convertPrice(1, "GBP", "USD", "0.5")).toBe(1);
  expect(convertPrice(1, "GBP", "USD", "0.49999999")).toBe(0);
  expect(convertPrice(1_500_000, "JPY", "USD", "0.0067")).toBe(1_005_000);
  expect(convertPrice(1_234_550, "EUR", "JPY", "160")).toBe(1_975_280);
  expect(convertPrice(Number.MAX_SAFE_INTEGER, "GBP", "USD", "2")).toBeNull();
});

it("is off by at most half a minor unit, and a rate of 1 changes nothing", () => {
  fc.assert(
    fc.property(
      fc.nat(1_000_000_000),
      fc.integer({ min: 1, max: 999_999 }),
      (minor, millionths) => {
        const rate = `0.${String(millionths).padStart(6, "0")}`;
        const difference =
          BigInt(convertPrice(minor, "GBP", "USD", rate) ?? 0) * 2_000_000n -
          BigInt(minor) * BigInt(millionths) * 2n;
        expect(difference > -1_000_000n && difference <= 1_000_000n).toBe(true);
        expect(convertPrice(minor, "USD", "USD", "1")).toBe(minor);
      },
    ),
  );
});

it("recognizes a rate", () => {
  expect(["1.25", "1", "0.055", "160"].map(isRate)).toEqual([true, true, true, true]);
  expect(["0", "-1", "1,25", "x", "", "1.123456789", "0.0"].map(isRate)).toEqual(
    Array(7).fill(false),
  );
});
