import { expect, test } from "vitest";
import { findMeasures } from "./read-measures.ts";

test.each([
  ["over 500 hp", "power", true],
  ["150 kW", "power", false],
  ["400+ PS", "power", true],
  ["under 600 nm", "torque", true],
  ["700 Nm", "torque", false],
  ["400 lb-ft", "torque", false],
])("reads %s as %s", (text, measure, isLimit) => {
  expect(findMeasures(`bmw ${text} blue`)).toEqual([
    { start: 4, end: 4 + text.length, text, measure, isLimit },
  ]);
});
