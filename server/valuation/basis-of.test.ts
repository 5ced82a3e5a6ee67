import { expect, test } from "vitest";
import { basisOf, whyUnrated } from "./basis-of.ts";
import type { CarFacts } from "./model/features.ts";

const car = { make: "BMW", model: "Z4", year: 2018, miles: 40_000 } as CarFacts;
const version = (ofModel: number, ofMake: number) => ({
  stats: { models: { "BMW Z4": ofModel }, makes: { BMW: ofMake } },
  market: null,
});

test.each([
  [8, 8, { level: "model", cars: 8 }, null],
  [8, 500, { level: "model", cars: 8 }, null],
  [7, 50, null, "There are too few BMW Z4 cars here to compare with."],
  [0, 50, null, "There are too few BMW Z4 cars here to compare with."],
  [7, 49, null, "There are too few BMW cars here to compare with."],
])("rests on eight cars of the model: %s of %s of the make", (ofModel, ofMake, basis, reason) => {
  expect(basisOf(version(ofModel, ofMake), car)).toEqual(basis);
  expect(whyUnrated(version(ofModel, ofMake), car)).toBe(reason);
});

test("rests on cars of other makes if there are few of the make", () => {
  const market = new Map([["BMW" as const, { cars: 900 } as never]]);
  const level = (ofModel: number, ofMake: number, of = car) =>
    basisOf({ ...version(ofModel, ofMake), market }, of);
  expect(level(7, 49)).toEqual({ level: "market", cars: 900 });
  expect(level(8, 49)).toEqual({ level: "model", cars: 8 });
  expect(level(0, 50)).toBeNull();
  expect(level(7, 49, { ...car, make: "Audi" })).toBeNull();
});
