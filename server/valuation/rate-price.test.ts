import { expect, test } from "vitest";
import { labelPrice } from "./rate-price.ts";

const limits: [number, number, number, number] = [-1.3, -0.5, 0.5, 1.3];
/** The estimate is 20,000, and prices up to 21,025 are plainly fair. */
const estimate = {
  log: Math.log(2_000_000),
  spread: 0.1,
  band: { upTo: null, quantiles: limits },
};
const labelAt = (priceMinor: number, medianError: number) =>
  labelPrice(
    { stats: { medianError }, labels: new Map([["a", "fair"]]) },
    "a",
    priceMinor,
    estimate,
  );

test("a label stays until the price is 4 % beyond its limit, and longer if estimates are rough", () => {
  expect([2_180_000, 2_200_000].map((price) => labelAt(price, 0.047))).toEqual(["fair", "high"]);
  expect([2_220_000, 2_240_000].map((price) => labelAt(price, 0.07))).toEqual(["fair", "high"]);
});
