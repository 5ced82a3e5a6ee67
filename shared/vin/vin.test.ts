import { describe, expect, test } from "vitest";
import { makes } from "#shared/makes/sold-makes.ts";
import { checkDigitOf, examineVin, normalizeVin } from "./vin.ts";

/** A generator of numbers from 0 to 1 that are the same in each run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const characters = "ABCDEFGHJKLMNPRSTUVWXYZ0123456789";

test("refuses none of 300 European VINs made by the rules of ISO 3779 and 3780", () => {
  const random = seeded(3779);
  const pick = (from: string) => from[Math.floor(random() * from.length)]!;
  const some = (count: number, from: string) => Array.from({ length: count }, () => pick(from));
  const refused: string[] = [];
  for (let count = 0; count < 300; count++) {
    // Europe is S to Z; the descriptor is the maker's own, often filled with Z, and the last four are digits.
    const filler = random() < 0.5 ? "Z".repeat(6) : some(6, characters).join("");
    const vin = [
      pick("STUVWXYZ"),
      ...some(2, characters),
      filler,
      ...some(4, characters),
      ...some(4, "0123456789"),
    ].join("");
    const year = 1990 + (count % 35);
    // One has the code of Audi by chance, so only Audi may have it.
    const reports = makes.map((make) => examineVin(vin, { make, year }));
    if (reports.every(({ fault }) => fault !== null)) refused.push(vin);
    if (examineVin(vin, { make: null, year }).fault !== null) refused.push(vin);
  }
  expect(refused).toEqual([]);
});

describe("a VIN", () => {
  const bmw = { make: "BMW", year: 2018 } as const;

  test.each([
    ["too short", "WBA8B9G50HNU1234"],
    ["too long", "WBA8B9G50HNU123456"],
    ["with I", "WBA8B9G50HNI12345"],
    ["with O", "WBA8B9G50HNO12345"],
    ["with Q", "WBA8B9G50HNQ12345"],
    ["with a sign", "WBA8B9G50HN_12345"],
  ])("%s is refused", (_, vin) => {
    expect(examineVin(vin, bmw).fault).not.toBeNull();
  });

  test("may be shorter for a car from before 1981", () => {
    expect(examineVin("11304412345", { make: "Mercedes-Benz", year: 1968 }).fault).toBeNull();
    expect(examineVin("11304412345", { make: "Mercedes-Benz", year: 1990 }).fault).not.toBeNull();
  });

  test.each([
    [1980, null],
    [1981, "A VIN has 17 characters, and this one has 11."],
  ])("of a car of %s with eleven characters has the fault %s", (year, fault) => {
    expect(examineVin("11304412345", { make: "Mercedes-Benz", year }).fault).toBe(fault);
  });

  // The example of 49 CFR 565, and the usual one of ones.
  test.each(["1M8GDM9AXKP042788", "11111111111111111", "5GZCZ43D13S812715"])(
    "%s has the right check digit",
    (vin) => {
      expect(checkDigitOf(vin)).toBe(vin[8]);
      expect(examineVin(vin, { make: null, year: null })).toEqual({
        fault: null,
        question: null,
        doubt: null,
        note: null,
      });
    },
  );

  test.each(["1", "2", "3", "4", "5"])("from North America (%s) needs its check digit", (first) => {
    const vin = `${first}UXKR0C58J0X12345`;
    const right = checkDigitOf(vin);
    const wrong = right === "1" ? "2" : "1";
    const withDigit = (digit: string) => vin.slice(0, 8) + digit + vin.slice(9);
    expect(examineVin(withDigit(right), bmw).fault).toBeNull();
    expect(examineVin(withDigit(wrong), bmw).fault).toMatch(/check digit/);
  });

  test("from elsewhere with another check digit is only noted", () => {
    expect(examineVin("WBA8B9G50HNU12345", bmw)).toMatchObject({
      fault: null,
      question: null,
      note: expect.stringContaining("check digit"),
    });
  });

  test.each([
    ["WAUZZZ8K9AA000001", "BMW", "Audi"],
    ["WBA8B9G50HNU12345", "Mercedes-Benz", "BMW"],
    ["WDD2050021R000001", "Audi", "Mercedes-Benz"],
    ["5UXKR0C58J0X12345", "Audi", "BMW"],
  ] as const)("%s of another brand than %s is refused", (vin, make, other) => {
    const right = /^5/.test(vin) ? vin.slice(0, 8) + checkDigitOf(vin) + vin.slice(9) : vin;
    expect(examineVin(right, { make, year: 2018 }).fault).toContain(`is of a ${other}`);
    expect(examineVin(right, { make: other, year: 2018 }).fault).toBeNull();
    expect(examineVin(right, { make: null, year: 2018 }).fault).toBeNull();
  });

  test.each([
    [1988, null],
    [2017, null],
    [2018, null],
    [2019, null],
    [2016, "The model year of this VIN is 1988 or 2018, not 2016."],
    [2020, "The model year of this VIN is 1988 or 2018, not 2020."],
    [1990, "The model year of this VIN is 1988 or 2018, not 1990."],
  ])("from North America of model year J in a car of %s: %s", (year, question) => {
    const vin = "5UXKR0C58J0X12345";
    const right = vin.slice(0, 8) + checkDigitOf(vin) + vin.slice(9);
    expect(examineVin(right, { make: "BMW", year }).question).toBe(question);
    // Elsewhere the tenth place is the maker's own.
    expect(examineVin("WBA8B9G58J0X12345", { make: "BMW", year }).question).toBeNull();
  });

  test("of another manufacturer is asked about", () => {
    expect(examineVin("WVWZZZ1KZAW000001", { make: "Audi", year: 2010 })).toMatchObject({
      fault: null,
      question: expect.stringContaining("WVW"),
    });
    expect(examineVin("WAUZZZ8K9AA000001", { make: "Audi", year: 2010 }).question).toBeNull();
  });

  test("is stored in capitals without blanks and dashes", () => {
    expect(normalizeVin(" wba8b9g5-0hnu 12345 ")).toBe("WBA8B9G50HNU12345");
  });
});
