import { expect, it } from "vitest";
import { formatNumber } from "./format-number.ts";

it.each([
  [0, "0"],
  [999, "999"],
  [41_000, "41,000"],
  [1_234_567, "1,234,567"],
])("formats %d as %s", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});
