import { expect, test } from "vitest";
import { factsOf } from "./car-facts.ts";

const listing: Parameters<typeof factsOf>[0] = {
  make: "BMW",
  model: "Z4",
  bodyType: "convertible",
  year: 2018,
  mileage: 40_000,
  mileageUnit: "mi",
  fuel: "petrol",
  transmission: "manual",
  engineSizeCc: 1_998,
  fuelEconomy: 40,
  fuelEconomyUnit: "mpg_uk",
  annualTaxMinor: null,
  condition: "Good",
};

// A mile is 1.609344 km by definition.
test.each([
  [40_000, "mi", 40_000],
  [160_934.4, "km", 100_000],
  [0, "km", 0],
  [40_000, null, 40_000],
  [null, "km", null],
] as const)("values a car of %s %s by %s miles", (mileage, mileageUnit, miles) => {
  const read = factsOf({ ...listing, mileage, mileageUnit }).miles;
  if (miles === null) expect(read).toBeNull();
  else expect(read).toBeCloseTo(miles, 6);
});

// 1 imperial gallon is 4.54609 l, 1 US gallon 3.785411784 l.
test.each([
  [40, "mpg_uk", 40],
  [40, "mpg_us", 48.038],
  [5, "l_100km", 56.496],
  [10, "l_100km", 28.248],
  [40, null, 40],
  [0, "l_100km", null],
  [null, "mpg_us", null],
] as const)("values a car of %s %s by %s miles per imperial gallon", (economy, unit, mpg) => {
  const read = factsOf({ ...listing, fuelEconomy: economy, fuelEconomyUnit: unit }).mpg;
  if (mpg === null) expect(read).toBeNull();
  else expect(read).toBeCloseTo(mpg, 3);
});
