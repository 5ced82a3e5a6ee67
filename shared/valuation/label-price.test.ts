import fc from "fast-check";
import { expect, it } from "vitest";
import { priceLabels } from "#shared/listings/price-label.ts";
import { labelOf, marginFor } from "./label-price.ts";
import { describeRating, shownLabel } from "./shown-label.ts";

const margin = marginFor(0.047);
const limits = [-1.3, -0.5, 0.5, 1.3] as const;

it("labels a price by where it stands among similar cars", () => {
  const label = (score: number) =>
    labelOf(score, limits, { previous: null, spread: 0.07, margin: 0.04 });
  expect([-2, -1, 0, 1, 2].map(label)).toEqual(["great", "good", "fair", "high", "very_high"]);
});

it("shows a price below half of the estimate without a label", () => {
  const shown = [9_999, 10_000].map((price) => shownLabel("great", price, 20_000));
  expect(shown).toEqual([null, "great"]);
  expect(shown.map((label) => describeRating(label, 1, 1, "USD").title)).toEqual([
    "Unusually low price",
    "Great price",
  ]);
});

it("keeps every new label when the market moves by 1 %", () => {
  fc.assert(
    fc.property(
      fc.double({ min: -4, max: 4, noNaN: true }),
      fc.double({ min: 0.02, max: 0.5, noNaN: true }),
      fc.constantFrom(-0.01, 0.01),
      (score, spread, move) => {
        const previous = labelOf(score, limits, { previous: null, spread, margin });
        expect(labelOf(score + move / spread, limits, { previous, spread, margin })).toBe(previous);
      },
    ),
    { numRuns: 1_000 },
  );
});

it("changes a label once the price is beyond the limit by the margin", () => {
  const spread = 0.1;
  for (const [at, limit] of limits.entries()) {
    const previous = priceLabels[at]!;
    const after = (by: number) =>
      labelOf(limit + by / spread, limits, { previous, spread, margin });
    expect(after(margin * 0.9)).toBe(previous);
    expect(after(margin * 1.1)).toBe(priceLabels[at + 1]);
  }
});

it("has a wider margin for a model with a higher error, from 4 to 8 %", () => {
  const margins = [0, 0.03, 0.047, 0.07, 0.2].map(marginFor);
  expect(margins.map((share) => share.toFixed(3))).toEqual([
    "0.040",
    "0.040",
    "0.040",
    "0.060",
    "0.080",
  ]);
});
