import { expect, it } from "vitest";
import { timeLeft } from "./time-left.ts";

it.each([
  [24 * 3_600_000, "24 h 0 min left"],
  [3_600_000 + 61_000, "1 h 1 min left"],
  [3_599_999, "59 min left"],
  [59_999, "less than a minute left"],
  [0, null],
  [-1, null],
])("with %i ms left reads %s", (left, text) => {
  expect(timeLeft(1_000_000 + left, 1_000_000)).toBe(text);
});
