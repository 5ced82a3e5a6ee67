import { expect, test } from "vitest";
import { compareFacts } from "./compare-facts.ts";

const car = (year: string | null, fuel: string | null, vin: string | null = null) => [
  { label: "Year", value: year },
  { label: "Fuel", value: fuel },
  { label: "VIN", value: vin },
];

test("marks facts that differ and leaves out those that no car states", () => {
  expect(compareFacts([car("2018", "Petrol"), car("2020", "Petrol")])).toEqual([
    { label: "Year", values: ["2018", "2020"], isDifferent: true, isSame: false },
    { label: "Fuel", values: ["Petrol", "Petrol"], isDifferent: false, isSame: true },
  ]);
});

test("calls a fact that one car does not state neither different nor the same", () => {
  expect(compareFacts([car("2018", null), car(null, null), car("2018", "Diesel")])).toEqual([
    { label: "Year", values: ["2018", null, "2018"], isDifferent: false, isSame: false },
    { label: "Fuel", values: [null, null, "Diesel"], isDifferent: false, isSame: false },
  ]);
});

test("is empty without cars", () => {
  expect(compareFacts([])).toEqual([]);
});
