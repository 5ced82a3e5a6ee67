import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeOf, splitMake } from "#shared/makes/read-make.ts";
import { makeInFileName } from "./make-in-file-name.ts";
import { parseEngineSize } from "./read-engine-size.ts";
import { isPlausibleEconomy, parseFuelEconomy } from "./read-fuel-economy.ts";
import { parseMileage } from "./read-mileage.ts";
import { parseAmount } from "./prices/read-price.ts";
import { parseYear } from "./read-year.ts";
import { tidy } from "./row-reader.ts";
import { isPlaceholder } from "./sanity.ts";

const refused = { fault: expect.any(String) };

describe("parseAmount", () => {
  it.each([
    ["£30,495", "point", "30495", ["GBP"]],
    ["R 459 900", null, "459900", ["ZAR"]],
    ["R459,900.00", null, "459900.00", ["ZAR"]],
    ["12.345,00 €", null, "12345.00", ["EUR"]],
    ["49 900 zł", null, "49900", ["PLN"]],
    ["49,9 tys. zł", null, "49900", ["PLN"]],
    ["49,995 tys. zł", "comma", "49995", ["PLN"]],
    ["US$12,345", "point", "12345", ["USD"]],
    ["EUR 15.900", "comma", "15900", ["EUR"]],
    ["12.500,- €", "comma", "12500", ["EUR"]],
    ["15.900 VB", "comma", "15900", null],
    ["15.900 € (MwSt. ausweisbar)", "comma", "15900", ["EUR"]],
    ["24 990 € TTC", "comma", "24990", ["EUR"]],
    ["29.990 € (inkl. 19% MwSt.)", "comma", "29990", ["EUR"]],
    ["19.900,00 € IVA esposta", "comma", "19900.00", ["EUR"]],
    ["12 345,00", null, "12345.00", null],
    ["$45k", null, "45000", ["USD", "CAD", "AUD", "NZD", "SGD", "HKD", "MXN", "ARS", "CLP", "COP"]],
  ] as const)("reads %s", (text, mark, amount, currencies) =>
    expect(parseAmount(tidy(text), mark)).toEqual({ value: { amount, currencies } }),
  );

  it.each(["15.900", "£12,345"])("does not guess what %s means", (text) =>
    expect(parseAmount(text, null)).toEqual(refused),
  );
  it.each([
    ["127.990", "point"],
    ["127,990 €", "comma"],
  ] as const)("does not read %s as an amount with three decimals", (text, mark) =>
    expect(parseAmount(text, mark)).toEqual(refused),
  );
  it.each([
    "POA",
    "Preis auf Anfrage",
    "10,000-12,000",
    "£199 p/m",
    "-5000",
    "15 000 netto",
    "24 990 € HT",
    "18.900 € + IVA",
    "₿ 900 000",
    "XXX 5000",
    "£5,000 €6,000",
  ])("rejects %s", (text) => expect(parseAmount(text, "point")).toEqual(refused));
  it.each([
    "12 incl. vat 345 €",
    "24 990 incl. TVA 500 €",
    "24\u00a0990 € (incl. 20% TVA)\u2009500",
    "12 incl. VAT € 345",
    "12 inkl. MwSt. +345 €",
    "24.990 inkl. MwSt 19 €",
    "24990²",
    "24 990¹ €",
    "①990 €",
  ])("does not make one price of the numbers in %s", (text) =>
    expect(parseAmount(tidy(text), "comma")).toEqual(refused),
  );
  it("never reads a price from two numbers around words of tax", () => {
    const number = fc.stringMatching(/^[£€]? ?[1-9]\d{0,2}([ .,]?\d{3}){0,2}[ \u00a0]?[£€]?$/);
    const words = fc.stringMatching(
      /^[,;]?[ \u2009]\(?(inkl|incl|inc)\.? (19% |5,5 % )?(MwSt|VAT|BTW|TVA|IVA)\.?( 20%)?\)?[ +]{1,2}$/,
    );
    fc.assert(
      fc.property(number, words, number, fc.constantFrom("point", "comma"), (a, tax, b, mark) => {
        expect(parseAmount(tidy(`${a}${tax}${b}`), mark)).toEqual(refused);
      }),
    );
  });
  it.each([
    ["inkl. 19% MwSt. 29.990 €", "29990"],
    ["€ 29.990, incl. 21% BTW", "29990"],
  ])("reads %s, whose other number is the tax rate", (text, amount) =>
    expect(parseAmount(tidy(text), "comma")).toEqual({ value: { amount, currencies: ["EUR"] } }),
  );
  it.each(["", "-", "n/a", "Unknown", "k.A.", "brak danych"])("reads %j as empty", (text) =>
    expect(parseAmount(tidy(text), "point")).toBe("empty"),
  );
});

describe("parseMileage", () => {
  it.each([
    ["150,000km", "point", 150_000, "km"],
    ["150 tys. km", null, 150_000, "km"],
    ["150 tkm", null, 150_000, "km"],
    ["45.123 tkm", "point", 45_123, "km"],
    ["Kilometerstand: 98.500", "comma", 98_500, "km"],
    ["12.345 km", "comma", 12_345, "km"],
    ["45k miles", null, 45_000, "mi"],
    ["45.5k mi", null, 45_500, "mi"],
    ["98\u00a0500 km", null, 98_500, "km"],
    ["22", null, 22, null],
    ["0.000", "point", 0, null],
    ["0.000 km", null, 0, "km"],
    ["Km 98.500", "comma", 98_500, "km"],
    ["Miles: 32,114", "point", 32_114, "mi"],
    ["Odometer: 32,114 mi", "point", 32_114, "mi"],
  ] as const)("reads %s", (text, mark, distance, unit) =>
    expect(parseMileage(tidy(text), mark)).toEqual({ value: { distance, unit } }),
  );
  it.each(["46.3", "12.345 km", "500 leagues", "£160", "Diesel", "150 mil", "abc km"])(
    "rejects %s",
    (text) => expect(parseMileage(text, null)).toEqual(refused),
  );
  it("does not read 45.000 as 45 where others have a decimal point", () =>
    expect(parseMileage("45.000", "point")).toEqual(refused));
});

it.each(["49.900 k", "2.500 tys.", "49 900 tys.", "49900k"])(
  "does not read %s as millions",
  (text) => {
    expect(parseAmount(text, "comma")).toEqual(refused);
    expect(parseMileage(text, "comma")).toEqual(refused);
  },
);
it("reads 2 500 tys. zł as 2.5 million", () =>
  expect(parseAmount("2 500 tys. zł", "comma")).toEqual({
    value: { amount: "2500000", currencies: ["PLN"] },
  }));

// The operator may have given that mark already.
it.each([
  ["45.000", "point", "comma"],
  ["45,000", "comma", "point"],
] as const)(
  "names the mark under which %s, refused under a decimal %s, can be read",
  (text, mark, other) => {
    for (const parse of [parseMileage, parseAmount]) {
      const parsed = parse(text, mark);
      expect(parsed).toEqual({ fault: expect.stringContaining(`use --decimal ${other}`) });
      expect(parsed).toEqual({ fault: expect.not.stringContaining("does not show") });
      expect(parse(text, other)).toHaveProperty("value");
    }
  },
);

describe("parseEngineSize", () => {
  it.each([
    ["2.0", 2000],
    ["2", 2000],
    ["1998 cc", 1998],
    ["2148CC", 2148],
    ["1.998 cm³", 1998],
    ["1 998 ccm", 1998],
    ["2,0 l", 2000],
    ["2.143", 2143],
    ["2143", 2143],
    ["2.0L I4 Turbo", 2000],
    ["0.6", 600],
  ])("reads %s as %d cc", (text, cc) =>
    expect(parseEngineSize(tidy(text), null)).toEqual({ value: cc }),
  );
  it.each(["20", "£160", "150 kW", "2.0 gallons", "Diesel", "46.3", "12000"])(
    "rejects %s",
    (text) => expect(parseEngineSize(text, null)).toEqual(refused),
  );
  it("rejects a value that contradicts its header", () =>
    expect(parseEngineSize("2.0 l", "cc")).toEqual(refused));
  it("reads 0 as unknown", () => expect(parseEngineSize("0.0", null)).toBe("empty"));
});

describe("parseYear", () => {
  it.each([
    "2017",
    "03/2017",
    "2017-03-01",
    "01.03.2017",
    "2017-03",
    "3.2017",
    "2017.0",
    "2017 (67 reg)",
    "2017 (67)",
    "01/03/2017 00:00",
    "Mar-2017",
    "Mrz. 2017",
    "1 March 2017",
    "March 1, 2017",
    "1 marca 2017",
    "1 de marzo de 2017",
    "2017. március 1.",
  ])("reads %s", (text) => expect(parseYear(text)).toEqual({ value: 2017 }));
  it.each([
    "17",
    "03/17",
    "20177",
    "13/2017",
    "Diesel",
    "2,017",
    "Mar 17",
    "Petrol 2017",
    "Q1 2017",
  ])("rejects %s", (text) => expect(parseYear(text)).toEqual(refused));
});

describe("parseFuelEconomy", () => {
  it("keeps the unit of a value", () => {
    expect(parseFuelEconomy("5,4 l/100 km", "comma")).toEqual({
      value: { consumption: 5.4, unit: "l_100km" },
    });
    expect(parseFuelEconomy("38 mpg", "point")).toEqual({
      value: { consumption: 38, unit: "mpg" },
    });
    expect(parseFuelEconomy("38 furlongs", "point")).toEqual(refused);
  });
  it("recognizes an impossible consumption in every unit", () => {
    expect([
      isPlausibleEconomy(55, "mpg_uk"),
      isPlausibleEconomy(470.8, "mpg_uk"),
      isPlausibleEconomy(5.5, "mpg_uk"),
    ]).toEqual([true, false, false]);
    expect([
      isPlausibleEconomy(5, "l_100km"),
      isPlausibleEconomy(1, "l_100km"),
      isPlausibleEconomy(25, "l_100km"),
    ]).toEqual([true, false, false]);
    expect([isPlausibleEconomy(27, "mpg_us"), isPlausibleEconomy(12, "mpg_us")]).toEqual([
      true,
      false,
    ]);
  });
});

describe("makes", () => {
  it.each(["Mercedes", "MERCEDES BENZ", "Mercedes-Benz", "MB", "Mercedes-AMG", "merc"])(
    "recognizes %s",
    (text) => expect(makeOf(text)).toBe("Mercedes-Benz"),
  );
  it("does not recognize makes that are not sold here", () => expect(makeOf("Toyota")).toBeNull());
  it("splits a make from a model", () =>
    expect(splitMake("Mercedes-Benz C 220 d")).toEqual({ make: "Mercedes-Benz", rest: "C 220 d" }));
  it("reads the make in a file's name", () => {
    expect(makeInFileName("merc.csv")).toBe("Mercedes-Benz");
    expect(makeInFileName("audi_bmw.csv")).toBeNull();
    expect(makeInFileName("unclean_cclass.csv")).toBeNull();
  });
});

it("distinguishes placeholders from prices", () => {
  expect(["123456", "1234567", "111111", "999999", "9999999.00"].map(isPlaceholder)).toEqual(
    Array(5).fill(true),
  );
  expect(["12345", "99999", "123457", "30495", "100000"].map(isPlaceholder)).toEqual(
    Array(5).fill(false),
  );
});
