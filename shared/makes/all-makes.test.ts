import { describe, expect, test } from "vitest";
import { fold } from "#shared/text/fold.ts";
import { allMakes } from "./all-makes.ts";
import type { MakeFacts } from "./make-facts.ts";

const every: readonly MakeFacts[] = allMakes;
const repeated = (values: readonly unknown[]) =>
  values.filter((value, at) => values.indexOf(value) !== at);

test("the ids of the categories stay what they are", () => {
  expect(Object.fromEntries(every.map(({ name, categoryId }) => [name, categoryId]))).toEqual({
    BMW: 1,
    "Mercedes-Benz": 2,
    Audi: 3,
    Porsche: 4,
    Jaguar: 5,
    "Land Rover": 6,
    Lexus: 7,
    Volvo: 8,
    Bentley: 9,
    "Aston Martin": 10,
    Maserati: 11,
    Ferrari: 12,
    Lamborghini: 13,
    "Rolls-Royce": 14,
    Tesla: 15,
  });
});

test("makes are in the order of their ids", () => {
  const ids = every.map(({ categoryId }) => categoryId);
  expect(ids).toEqual(ids.toSorted((a, b) => a - b));
});

test("no two makes share a name or a manufacturer code", () => {
  const names = every.flatMap(({ spellings, namesWithTrim = [], columnNames = [], nicknames }) => [
    ...spellings,
    ...namesWithTrim,
    ...columnNames,
    ...nicknames,
  ]);
  expect(repeated(names)).toEqual([]);
  expect(repeated(every.flatMap(({ manufacturerCodes }) => manufacturerCodes))).toEqual([]);
});

describe.each(every)("$name", ({ name, ...facts }) => {
  test("its names are folded, and its own name is one of them", () => {
    const names = [...facts.spellings, ...(facts.namesWithTrim ?? []), ...facts.nicknames];
    expect(names.map(fold)).toEqual(names);
    expect(facts.spellings).toContain(fold(name));
  });

  test("its manufacturer codes can be those of VINs", () => {
    for (const code of facts.manufacturerCodes) expect(code).toMatch(/^[A-HJ-NPR-Z0-9]{3}$/);
  });

  test("its models have different names, a year and bodies that they had", () => {
    expect(repeated(facts.models.map(({ model }) => fold(model)))).toEqual([]);
    for (const { firstYear, bodies, usualBody } of facts.models) {
      expect(firstYear).toBeGreaterThanOrEqual(1920);
      expect(firstYear).toBeLessThanOrEqual(2027);
      expect(repeated(bodies)).toEqual([]);
      expect(bodies[0]).toBe(usualBody);
    }
  });

  test("patterns remember nothing between texts", () => {
    const rules = [...(facts.badges ?? []), ...(facts.shortNames ?? [])];
    const patterns = [
      facts.generation,
      facts.dieselBadges,
      facts.otherNames,
      facts.numbers?.pattern,
    ];
    for (const pattern of [...patterns, ...rules.map((rule) => rule.pattern)])
      expect(pattern?.flags ?? "").not.toMatch(/[gy]/);
  });
});
