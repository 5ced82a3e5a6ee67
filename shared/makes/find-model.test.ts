import { describe, expect, it } from "vitest";
import { findModel, findModels, findStatedModel } from "./find-model.ts";

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

  it.each([
    ["c_klasse", "Mercedes-Benz C Class"],
    ["CKlasse", "Mercedes-Benz C Class"],
    ["Klasa_E", "Mercedes-Benz E Class"],
    ["Seria3", "BMW 3 Series"],
    ["3er-Reihe", "BMW 3 Series"],
    ["3series", "BMW 3 Series"],
  ])("reads %s as %s, whatever separates the words", (text, expected) =>
    expect(nameOf(text)).toEqual([expected]),
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

describe("findStatedModel", () => {
  it.each([
    ["BMW", "320", "3 Series", false],
    ["BMW", "320d", "3 Series", false],
    ["BMW", "320d_touring", "3 Series", false],
    ["BMW", "330 i xDrive", "3 Series", false],
    ["BMW", "3", "3 Series", true],
    ["BMW", "3er", "3 Series", true],
    ["BMW", "3GT", "3 Series", false],
    ["BMW", "3er GT", "3 Series", false],
    ["BMW", "740 iL", "7 Series", false],
    ["BMW", "X5M", "X5", false],
    ["BMW", "M3 Base", "M3", false],
    ["BMW", "ActiveHybrid 5", "5 Series", true],
    ["Mercedes-Benz", "C", "C Class", true],
    ["Mercedes-Benz", "C 220", "C Class", false],
    ["Mercedes-Benz", "C220d", "C Class", false],
    ["Mercedes-Benz", "c_220_cdi", "C Class", false],
    ["Mercedes-Benz", "c_klasse", "C Class", true],
    ["Mercedes-Benz", "ML", "M Class", true],
    ["Mercedes-Benz", "ML-CLASS", "M Class", true],
    ["Mercedes-Benz", "ML 350", "M Class", false],
    ["Mercedes-Benz", "AMG C 63", "C Class", false],
    ["Mercedes-Benz", "AMG GT 53 Base", "AMG GT", false],
    ["Mercedes-Benz", "Mercedes-AMG GLE 43", "GLE Class", false],
    ["Mercedes-Benz", "Maybach S 560", "S Class", false],
    ["Mercedes-Benz", "Mercedes-Maybach GLS 600", "GLS Class", false],
    ["Audi", "A4 allroad", "A4 allroad", true],
    ["Audi", "RS 3", "RS3", true],
    ["BMW", "F30 320d", "3 Series", false],
    ["BMW", "E46 330", "3 Series", false],
    ["BMW", "Baureihe 5", "5 Series", true],
    ["BMW", "Řada 3", "3 Series", true],
    ["BMW", "Serie X3", "X3", true],
    ["BMW", "X6M50d", "X6", false],
    ["Mercedes-Benz", "W205 C 200", "C Class", false],
    ["Mercedes-Benz", "SL500", "SL Class", false],
    ["Mercedes-Benz", "GL450", "GL Class", false],
    ["Mercedes-Benz", "EQA250", "EQA", false],
    ["Mercedes-Benz", "SLS", "SLS AMG", true],
    ["Audi", "Q4", "Q4 e-tron", true],
    ["Audi", "Q4 40 e-tron", "Q4 e-tron", false],
    ["Audi", "Q8 e-tron", "Q8 e-tron", true],
    ["Audi", "A4Avant", "A4", false],
    ["Audi", "A8L", "A8", false],
  ] as const)("reads a %s %s as %s (exact: %s)", (make, text, model, exact) => {
    const match = findStatedModel(make, text);
    expect([match?.facts.model, match?.exact]).toEqual([model, exact]);
  });

  it.each([
    ["Mercedes-Benz", "230"],
    ["Mercedes-Benz", "Vito"],
    ["Mercedes-Benz", "Maybach"],
    ["Mercedes-Benz", "Maybach 57"],
    ["Mercedes-Benz", "W124"],
    ["BMW", "E36"],
    ["BMW", "Serie X"],
    ["BMW", "andere"],
    ["BMW", "x_reihe"],
    ["BMW", "2002"],
    ["Audi", "3"],
    ["Audi", "Corsa"],
  ] as const)("finds no model for a %s %s", (make, text) =>
    expect(findStatedModel(make, text)).toBeNull(),
  );
});
