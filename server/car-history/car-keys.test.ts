import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { carKeysOf } from "./car-keys.ts";

const digest = (text: string) => createHash("sha256").update(text).digest();
const car = {
  sellerId: "seller",
  make: "BMW",
  model: "Z4",
  year: 2018,
  stockNumber: "S-100",
  plate: "AB12CDE",
};
const keysOf = (changes: Partial<Parameters<typeof carKeysOf>[0]>) =>
  carKeysOf({ ...car, ...changes }, digest).map((key) => key.toString("hex"));

test("a car has a key for its registration and one for its stock number", () => {
  expect(keysOf({})).toHaveLength(2);
  expect(keysOf({ stockNumber: null })).toEqual([keysOf({})[0]]);
  expect(keysOf({ plate: null })).toEqual([keysOf({})[1]]);
});

test.each([
  ["no model", { model: null }],
  ["no year", { year: null }],
])("a stock number finds nothing with %s", (_, change) => {
  expect(keysOf({ ...change, plate: null })).toEqual([]);
  expect(keysOf(change)).toHaveLength(1);
});

test.each([
  ["seller", { sellerId: "another" }],
  ["make", { make: "Audi" }],
  ["model", { model: "Z3" }],
  ["year", { year: 2019 }],
  ["number", { stockNumber: "S-101", plate: "AB12CDF" }],
])("a car of another %s has other keys", (_, change) => {
  const before = keysOf({});
  expect(keysOf(change).filter((key) => before.includes(key))).toEqual([]);
});

test("capitals of a model make no other key", () => {
  expect(keysOf({ model: "z4" })).toEqual(keysOf({}));
});
