import { expect, test } from "vitest";
import { basisOf, whyUnrated } from "./basis-of.ts";
import type { CarFacts } from "./model/features.ts";

const car = { make: "BMW", model: "Z4", year: 2018, miles: 40_000 } as CarFacts;
const version = (ofModel: number, ofMake: number) => ({
  figures: { models: { "BMW Z4": ofModel }, makes: { BMW: ofMake } },
  market: null,
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

test("rests on cars of other makes if there are few of the make", () => {
  const market = new Map([["BMW" as const, { cars: 900 } as never]]);
  const level = (ofModel: number, ofMake: number, of = car) =>
    basisOf({ ...version(ofModel, ofMake), market }, of);
  expect(level(4, 49)).toEqual({ level: "market", cars: 900 });
  expect(level(5, 49)).toEqual({ level: "model", cars: 5 });
  expect(level(0, 50)).toEqual({ level: "make", cars: 50 });
  expect(level(4, 49, { ...car, make: "Audi" })).toBeNull();
});
