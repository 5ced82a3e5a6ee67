import { expect, test } from "vitest";
import { basisOf, whyUnrated } from "./basis-of.ts";
import type { CarFacts } from "./model/features.ts";

const car = { make: "BMW", model: "Z4", year: 2018, miles: 40_000 } as CarFacts;
const version = (ofModel: number, ofMake: number) => ({
  figures: { models: { "BMW Z4": ofModel }, makes: { BMW: ofMake } },
});

test.each([
  [5, 5, { level: "model", cars: 5 }],
  [4, 50, { level: "make", cars: 50 }],
  [4, 49, null],
  [0, 50, { level: "make", cars: 50 }],
])("rests on five cars of the model or 50 of the make: %s and %s", (ofModel, ofMake, basis) => {
  expect(basisOf(version(ofModel, ofMake), car)).toEqual(basis);
  expect(whyUnrated(version(ofModel, ofMake), car)).toBe(
    basis ? null : "There are too few BMW cars here to compare with.",
  );
});
