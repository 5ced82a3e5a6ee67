import { expect, it } from "vitest";
import { timeLeft } from "./time-left.ts";

it.each([
  [24 * 3_600_000, "Held for 24 h 0 min"],
  [3_600_000 + 61_000, "Held for 1 h 1 min"],
  [3_599_999, "Held for 59 min"],
  [59_999, "Held for less than a minute"],
  [0, "Hold is over"],
  [-1, "Hold is over"],
])("with %i ms left reads %s", (left, words) => {
  expect(timeLeft(1_000_000 + left, 1_000_000)).toBe(words);
});
