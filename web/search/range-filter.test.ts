import { expect, test } from "vitest";
import { describeHistogram } from "./range-filter.tsx";

test("describes a histogram in words", () => {
  const buckets = [
    { from: null, to: 2015, count: 2 },
    { from: 2015, to: 2018, count: 1 },
    { from: 2018, to: null, count: 1_200 },
  ];
  expect(describeHistogram("Year", { min: 2009, max: 2023, buckets }, String)).toBe(
    "Year of these cars: 2009 to 2023. Most common: 2018 to 2023, 1,200 cars.",
  );
  expect(describeHistogram("Year", { min: null, max: null, buckets }, String)).toBe(
    "Year: no cars",
  );
});
