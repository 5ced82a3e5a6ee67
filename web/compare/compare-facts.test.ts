import { expect, test } from "vitest";
import { bestValues, compareFacts } from "./compare-facts.ts";

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

test("knows the lowest price, the fewest miles and the newest year", () => {
  const priced = (resalePrice: number, mileage: number | null, year: number) => ({
    resalePrice,
    mileage,
    mileageUnit: "mi" as const,
    year,
  });
  expect(bestValues([priced(20_000, 9_000, 2019), priced(18_000, 9_500, 2019)])).toEqual([
    { label: "Price", word: "Lowest", places: [1] },
    { label: "Mileage", word: "Fewest", places: [0] },
  ]);
  const unknown = bestValues([priced(18_000, null, 2018), priced(18_000, 1, 2020)]);
  expect(unknown).toEqual([{ label: "Year", word: "Newest", places: [1] }]);
  const kilometers = { ...priced(18_000, 1, 2018), mileageUnit: "km" as const };
  expect(bestValues([kilometers, priced(18_000, 2, 2018)])).toEqual([]);
  expect(bestValues([])).toEqual([]);
});
