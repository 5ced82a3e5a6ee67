import { expect, test } from "vitest";
import { suggestName, type LabeledPart } from "./suggest-name.ts";

const named = (...parts: [LabeledPart["part"], string][]) =>
  suggestName(parts.map(([part, label]) => ({ part, label })));

test("names a search after its parts", () => {
  expect(
    named(
      ["make", "Mercedes-Benz"],
      ["model", "C Class"],
      ["body", "Estate"],
      ["price", "Up to $15,000"],
    ),
  ).toBe("Mercedes-Benz C Class, estate, up to $15,000");
});

test("starts with a capital and keeps abbreviations", () => {
  expect(named(["body", "SUV"], ["fuel", "Diesel"])).toBe("SUV, diesel");
  expect(named(["fuel", "Diesel"], ["body", "SUV"])).toBe("Diesel, SUV");
  expect(named(["text", "“panoramic roof”"])).toBe("“panoramic roof”");
});

test("names a search without parts", () => {
  expect(named()).toBe("All cars");
});

test("shortens a long name", () => {
  const name = named(["text", `“${"long ".repeat(30)}”`]);
  expect(name.length).toBeLessThanOrEqual(80);
  expect(name).toMatch(/…$/);
});
