import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideMark, provenMark, readNumber, readingsOf } from "./number-format.ts";

/** A number as a feed writes it, with grouped thousands. */
const written = (whole: number, cents: number, group: string, decimal: string) =>
  `${String(whole).replace(/\B(?=(\d{3})+$)/g, group)}${decimal}${String(cents).padStart(2, "0")}`;

describe("readNumber", () => {
  it("reads every grouped amount back, with or without its mark", () => {
    const marks = fc.constantFrom<["point" | "comma", string, string]>(
      ["point", ",", "."],
      ["comma", ".", ","],
      ["point", " ", "."],
      ["comma", " ", ","],
      ["point", "'", "."],
    );
    fc.assert(
      fc.property(fc.nat(99_999_999), fc.nat(99), marks, (whole, cents, [mark, group, decimal]) => {
        const text = written(whole, cents, group, decimal);
        const expected = whole + cents / 100;
        expect(Number(readNumber(text, mark))).toBeCloseTo(expected, 6);
        expect(Number(readNumber(text, null))).toBeCloseTo(expected, 6);
      }),
    );
  });

  it("is ambiguous for every text with two readings", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9., ]{1,12}$/), (text) => {
        const { point, comma } = readingsOf(text);
        if (point !== undefined && comma !== undefined && Number(point) !== Number(comma))
          expect(readNumber(text, null)).toBe("ambiguous");
      }),
    );
  });

  it.each([
    ["12.345", "comma", "12345"],
    ["12.345", "point", "12.345"],
    ["12.345", null, "ambiguous"],
    ["1,200", null, "ambiguous"],
    ["15900", null, "15900"],
    ["12 345,00", null, "12345.00"],
    ["1.234.567", null, "1234567"],
    ["12.50", "comma", "12.50"],
    ["1.23.456", "comma", null],
    ["12,34,567", null, "1234567"],
    ["12,34,56", null, null],
    ["abc", null, null],
    ["", null, null],
  ] as const)("reads %j under %s as %s", (text, mark, expected) =>
    expect(readNumber(text, mark)).toBe(expected),
  );
});

describe("provenMark", () => {
  it.each([
    ["12.345,00", "comma"],
    ["12,345.00", "point"],
    ["5,4", "comma"],
    ["2.0", "point"],
    ["12.345", null],
    ["12345", null],
  ] as const)("%s proves %s", (text, mark) => expect(provenMark(text)).toBe(mark));
});

describe("decideMark", () => {
  const none = { point: 0, comma: 0 };
  it("prefers the column to the language", () =>
    expect(decideMark({ point: 3, comma: 0 }, "comma", none)).toBe("point"));
  it("uses the language if the column proves nothing", () =>
    expect(decideMark(none, "comma", none)).toBe("comma"));
  it("uses the other columns last", () => {
    expect(decideMark(none, null, { point: 0, comma: 2 })).toBe("comma");
    expect(decideMark(none, "contradictory", { point: 0, comma: 2 })).toBe("comma");
    expect(decideMark(none, "comma", { point: 2, comma: 0 })).toBe("comma");
  });
  it("takes the mark of the language from four fifths of the values on", () => {
    expect(decideMark({ point: 4, comma: 1 }, "point", none)).toBe("point");
    expect(decideMark({ point: 1, comma: 8 }, "comma", none)).toBe("comma");
    expect(decideMark({ point: 3, comma: 1 }, "point", none)).toBeNull();
    expect(decideMark({ point: 2, comma: 7 }, "comma", none)).toBeNull();
    expect(decideMark({ point: 4, comma: 1 }, "comma", none)).toBeNull();
  });
  it("decides nothing on contradictory evidence", () => {
    expect(decideMark(none, "contradictory", { point: 9, comma: 1 })).toBeNull();
    expect(decideMark({ point: 2, comma: 2 }, "comma", none)).toBeNull();
    expect(decideMark(none, null, none)).toBeNull();
  });
  it("ignores a stray row", () =>
    expect(decideMark({ point: 1, comma: 40 }, "comma", none)).toBe("comma"));
});
