import { describe, expect, it } from "vitest";
import { findModel, findModels } from "./find-model.ts";

const nameOf = (text: string) =>
  findModels(text).map(({ facts }) => `${facts.make} ${facts.model}`);

describe("findModels", () => {
  it.each([
    [" C Class", "Mercedes-Benz C Class"],
    ["C-Klasse", "Mercedes-Benz C Class"],
    ["Klasa E", "Mercedes-Benz E Class"],
    ["SL CLASS", "Mercedes-Benz SL Class"],
    ["X-CLASS", "Mercedes-Benz X Class"],
    ["CLA", "Mercedes-Benz CLA Class"],
    ["SLK-Klasse", "Mercedes-Benz SLK"],
    ["3er", "BMW 3 Series"],
    ["Seria 5", "BMW 5 Series"],
    ["3 Series Touring", "BMW 3 Series"],
    ["A4 Avant 2.0 TDI", "Audi A4"],
    ["A4 allroad quattro", "Audi A4 allroad"],
    ["RSQ8", "Audi RS Q8"],
    ["e-tron GT quattro", "Audi e-tron GT"],
  ])("reads %s as %s", (text, expected) => expect(nameOf(text)).toEqual([expected]));

  it.each(["180", "200", "220", "230", "C", "3", "", "Golf", "Corsa", "A", "320d"])(
    "finds no model for %j",
    (text) => expect(nameOf(text)).toEqual([]),
  );

  it("marks a match as exact only if the text is the whole name", () => {
    expect(findModels("X5")[0]?.exact).toBe(true);
    expect(findModels("X5 xDrive30d")[0]?.exact).toBe(false);
  });
});

describe("findModel", () => {
  it.each([
    ["BMW", "320d", "3 Series"],
    ["BMW", "118i M Sport", "1 Series"],
    ["BMW", "M340i xDrive", "3 Series"],
    ["Mercedes-Benz", "E 220 d", "E Class"],
    ["Mercedes-Benz", "C63 AMG", "C Class"],
    ["Mercedes-Benz", "ML350", "M Class"],
  ] as const)("reads the badge of a %s %s", (make, text, expected) =>
    expect(findModel(make, text)?.facts.model).toBe(expected),
  );

  it("does not return another make's model", () => {
    expect(findModel("BMW", "A4")).toBeNull();
    expect(findModel("Mercedes-Benz", "230")).toBeNull();
    expect(findModel("BMW", "230")).toBeNull();
  });
});
