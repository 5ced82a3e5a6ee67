import { expect, test } from "vitest";
import { changePrice } from "./change-price.ts";

test.each([
  [
    "lowers by a percentage, rounded to whole units",
    3_249_900,
    { kind: "percent", by: -5, roundTo: 1 },
    3_087_400,
  ],
  ["keeps the decimals if asked to", 3_249_900, { kind: "percent", by: -5, roundTo: 0 }, 3_087_405],
  ["rounds to hundreds", 3_249_900, { kind: "percent", by: -5, roundTo: 100 }, 3_090_000],
  [
    "reads half percentages exactly",
    1_999_900,
    { kind: "percent", by: -12.5, roundTo: 0 },
    1_749_913,
  ],
  ["raises by an amount", 3_249_900, { kind: "amount", by: 250.5 }, 3_274_950],
  ["lowers by an amount", 3_249_900, { kind: "amount", by: -500 }, 3_199_900],
  ["refuses a price of zero", 50_000, { kind: "amount", by: -500 }, null],
  ["refuses a price rounded to zero", 4_000, { kind: "percent", by: -5, roundTo: 100 }, null],
  ["refuses fractions of a cent", 50_000, { kind: "amount", by: 0.001 }, null],
  ["refuses a price beyond the limit", 99_999_999_999, { kind: "amount", by: 10 }, null],
] as const)("%s", (_, before, change, after) => {
  expect(changePrice(before, change, "USD")).toBe(after);
});

test("counts in the currency's own units", () => {
  expect(changePrice(1_000_000, { kind: "percent", by: -3.3, roundTo: 1_000 }, "JPY")).toBe(
    967_000,
  );
});
