import { expect, test } from "vitest";
import { describeDifferences } from "./describe-differences.ts";
import type { CarFacts } from "./model/features.ts";

const car = {
  year: 2018,
  miles: 40_000,
  fuel: "petrol",
  transmission: "automatic",
  engineSizeCc: 1_995,
  bodyType: "saloon",
  condition: "Good",
} as CarFacts;

test.each<[Partial<CarFacts>, string[]]>([
  [{}, []],
  [{ year: 2019 }, ["1 year newer"]],
  [{ year: 2015 }, ["3 years older"]],
  [{ miles: 40_949 }, []],
  [{ miles: 40_950 }, ["1,000 more miles"]],
  [{ miles: 27_960 }, ["12,000 fewer miles"]],
  [{ fuel: "diesel", transmission: "manual" }, ["diesel", "manual"]],
  [{ fuel: "other" }, ["other fuel"]],
  [{ engineSizeCc: 2_000 }, []],
  [{ engineSizeCc: 3_000 }, ["3.0 L engine"]],
  [{ bodyType: "estate", condition: "Fair" }, ["other body type", "fair condition"]],
  [{ miles: null }, ["mileage not stated"]],
  [{ year: null, fuel: null, transmission: null, engineSizeCc: null }, []],
  [{ bodyType: null, condition: null }, []],
])("describes a car that differs by %j", (facts, words) => {
  expect(describeDifferences(car, { ...car, ...facts })).toEqual(words);
});
