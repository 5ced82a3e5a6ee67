import fc from "fast-check";
import { expect, test } from "vitest";
import { makes } from "#shared/makes/sold-makes.ts";
import { bodyNames } from "#shared/listings/body-names.ts";
import { colours } from "#shared/listings/colour.ts";
import { fuels } from "#shared/listings/listing.ts";
import { bodyTypes } from "#shared/makes/body-type.ts";
import { colourLabel, fuelLabels, transmissionLabels } from "./filter-labels.ts";
import { queryWithout, readQuery, wordsAt } from "./read-query.ts";

const inListings = new Set(["comfort", "london", "spark"]);
const context = {
  currency: "GBP",
  thisYear: 2026,
  isKnownWord: (word: string) => inListings.has(word),
  beginsInTitle: (beginning: string, isOther: (word: string) => boolean) =>
    ["competition", "diesel"].some((word) => word.startsWith(beginning) && isOther(word)),
  hasCars: () => true,
};

/** The filters of a query together, its chips, and the words that are left. */
function read(query: string) {
  const { parts, text, wished, sort, unsearchable } = readQuery(query, context);
  return {
    filters: Object.assign({}, ...parts.map((part) => part.filters)) as object,
    labels: parts.map((part) => part.label),
    text,
    wished: wished.map(({ words }) => words),
    sort,
    unsearchable: unsearchable.map((reading) => reading.text),
  };
}

const cClass = { make: ["Mercedes-Benz"], model: ["C Class"] };

test.each([
  [
    "merc c class estate diesel under 15k",
    { ...cClass, body: ["estate"], fuel: ["diesel"], priceMax: 15_000 },
    ["Mercedes-Benz", "C Class", "Station wagon", "Diesel", "Up to £15,000"],
  ],
  [
    "a4 avant 2018+",
    { model: ["A4"], body: ["estate"], yearMin: 2018 },
    ["A4", "Station wagon", "2018 or newer"],
  ],
  [
    "blue cabrio automatic",
    { colour: ["blue"], body: ["convertible"], transmission: ["automatic"] },
    ["Blue", "Convertible", "Automatic"],
  ],
  [
    "verified bimmer m3",
    { verified: true, make: ["BMW"], model: ["M3"] },
    ["Verified sellers", "BMW", "M3"],
  ],
  [
    "merc c class, diesel; automatic",
    { ...cClass, fuel: ["diesel"], transmission: ["automatic"] },
    ["Mercedes-Benz", "C Class", "Diesel", "Automatic"],
  ],
  // German
  [
    "mercedes c-klasse kombi diesel unter 20.000 €",
    { ...cClass, body: ["estate"], fuel: ["diesel"], priceMax: 20_000 },
    ["Mercedes-Benz", "C Class", "Station wagon", "Diesel", "Up to £20,000"],
  ],
  [
    "blauer audi a3 automatik ab 2019",
    { colour: ["blue"], make: ["Audi"], model: ["A3"], transmission: ["automatic"], yearMin: 2019 },
    ["Blue", "Audi", "A3", "Automatic", "2019 or newer"],
  ],
  ["grünes Cabrio", { colour: ["green"], body: ["convertible"] }, ["Green", "Convertible"]],
  ["weiße Limousine", { colour: ["white"], body: ["saloon"] }, ["White", "Sedan"]],
  ["plug-in hybrid", { fuel: ["plug-in hybrid"] }, ["Plug-in hybrid"]],
])("understands all of %s", (query, filters, labels) => {
  expect(read(query)).toMatchObject({ filters, labels, text: "" });
});

const names = [
  ...Object.entries(bodyNames).map(([value, name]) => [name, { body: [value] }] as const),
  ...Object.entries(fuelLabels).map(([value, name]) => [name, { fuel: [value] }] as const),
  ...Object.entries(transmissionLabels).map(
    ([value, name]) => [name, { transmission: [value] }] as const,
  ),
  ...colours.map((value) => [colourLabel(value), { colour: [value] }] as const),
];

// "Gold" and "Other fuel" mean other things in a search, too.
const ambiguous = new Set(["Gold", "Other fuel"]);

test.each(names.filter(([name]) => !ambiguous.has(name)))(
  "understands the name of a filter's value: %s",
  (name, filters) => {
    expect(read(name)).toMatchObject({ filters, labels: [name], text: "" });
  },
);

test.each([
  ["grey saloon", "gray sedan"],
  ["estate", "station wagon"],
  ["wagon", "Touring"],
  ["kombi", "avant"],
  ["cabrio", "convertible"],
  ["mpv", "minivan"],
])("reads %s as %s", (query, other) => {
  expect(read(query)).toEqual(read(other));
  expect(read(query)).toMatchObject({ text: "" });
});

test.each([
  ["bmw 320d touring", { make: ["BMW"], model: ["3 Series"], fuel: ["diesel"], body: ["estate"] }],
  ["bmw 320", { make: ["BMW"], model: ["3 Series"] }],
  ["530", { model: ["5 Series"] }],
  ["118 automatic", { model: ["1 Series"], transmission: ["automatic"] }],
  ["black 330", { model: ["3 Series"], colour: ["black"] }],
  ["220", { make: ["BMW", "Mercedes-Benz"] }],
  ["mercedes 220", { make: ["Mercedes-Benz"] }],
  ["220 merc estate", { make: ["Mercedes-Benz"], body: ["estate"] }],
  ["320 d", { model: ["3 Series"], fuel: ["diesel"] }],
  ["c220 d", { model: ["C Class"], fuel: ["diesel"] }],
  ["bmw 3", { make: ["BMW"], model: ["3 Series"] }],
  ["benz g", { make: ["Mercedes-Benz"], model: ["G Class"] }],
  ["a 3 series", { model: ["3 Series"] }],
])("reads a model's badge or short name: %s", (query, filters) => {
  expect(read(query)).toMatchObject({ filters, text: "" });
});

test.each([
  ["bmw 320d", ["BMW", "3 Series", "Diesel"], ["320d"]],
  ["330i", ["3 Series", "Petrol"], ["330i"]],
  ["bmw 330 e", ["BMW", "3 Series", "Plug-in hybrid"], ["330 e"]],
  ["c class 220 d", ["C Class", "Diesel"], ["220 d"]],
  ["c220", ["C Class", "Diesel"], ["c220"]],
  ["a220", ["A Class"], ["a220"]],
  ["a4 40", ["A4"], ["40"]],
  ["530", ["5 Series"], ["530"]],
  ["220", ["BMW or Mercedes-Benz"], ["220"]],
  ["mercedes 220", ["Mercedes-Benz"], ["220"]],
  ["mercedes 220 d", ["Mercedes-Benz"], ["220 d"]],
  ["mercedes 63", ["Mercedes-Benz"], ["63"]],
  ["c63 amg line", ["C Class"], ["c63", "amg line"]],
  ["x5 m-sport", ["X5"], ["m-sport"]],
  ["320d diesel", ["3 Series", "Diesel"], ["320d"]],
  ["330d petrol", ["3 Series", "Petrol"], ["330d"]],
])("reads the fuel of a badge, and wishes for the variant or trim: %s", (query, labels, wished) => {
  expect(read(query)).toMatchObject({ labels, wished, text: "" });
});

test("reads the fuel of a badge only if there are such cars", () => {
  const without = { ...context, hasCars: () => false };
  expect(readQuery("330e", without).parts.map(({ label }) => label)).toEqual(["3 Series"]);
});

test.each([
  ["over 500 hp", ["over 500 hp"], []],
  ["500+ PS", ["500+ PS"], []],
  ["mindestens 150 kW", ["mindestens 150 kW"], []],
  ["under 600 nm", ["under 600 nm"], []],
  ["1500 hp", [], ["1500 hp"]],
])("takes no power or torque for a price: %s", (query, unsearchable, wished) => {
  expect(read(query)).toMatchObject({ filters: {}, text: "", unsearchable, wished });
});

test.each([
  ["£12,000", "USD", true],
  ["under 12000 euros", "USD", true],
  ["12k gbp", "USD", true],
  ["$12,000", "USD", false],
  ["$12,000", "CAD", false],
  ["$12,000", "EUR", true],
  ["12.000 €", "EUR", false],
  ["12000 pounds", "GBP", false],
  ["12k chf", "CHF", false],
  ["under 12k", "USD", false],
])("knows whether %s is an amount of another currency than %s", (query, currency, isForeign) => {
  const [part] = readQuery(query, { ...context, currency }).parts;
  expect(part?.isForeign ?? false).toBe(isForeign);
});

test.each([
  ["under 15k", { priceMax: 15_000 }],
  ["<= £9,500", { priceMax: 9_500 }],
  ["at least 20 grand", { priceMin: 20_000 }],
  ["over 5k under 20k", { priceMin: 5_000, priceMax: 20_000 }],
  ["£10,000 to £15,000", { priceMin: 10_000, priceMax: 15_000 }],
  ["10-15k", { priceMin: 10_000, priceMax: 15_000 }],
  ["15k-10k", { priceMin: 10_000, priceMax: 15_000 }],
  ["von 10.000 bis 15.000 €", { priceMin: 10_000, priceMax: 15_000 }],
  ["12tsd", { priceMax: 12_000 }],
  ["under 2000", { priceMax: 2_000 }],
])("reads a price: %s", (query, filters) => {
  expect(read(query)).toMatchObject({ filters, text: "" });
});

test.each([
  ["2018", { yearMin: 2018, yearMax: 2018 }],
  ["2018+", { yearMin: 2018 }],
  ["newer than 2018", { yearMin: 2019 }],
  ["before 2015", { yearMax: 2014 }],
  ["bis 2015", { yearMax: 2015 }],
  ["2015-2018", { yearMin: 2015, yearMax: 2018 }],
  ["2018-2015", { yearMin: 2015, yearMax: 2018 }],
  ["2015 to 18", { yearMin: 2015, yearMax: 2018 }],
  ["zwischen 2015 und 2018", { yearMin: 2015, yearMax: 2018 }],
  ["> 2018", { yearMin: 2019 }],
  [">=2018", { yearMin: 2018 }],
  ["at least 2018", { yearMin: 2018 }],
  ["over 2018", { yearMin: 2019 }],
  ["<2018", { yearMax: 2017 }],
  ["<= 2018", { yearMax: 2018 }],
  ["less than 3 years old", { yearMin: 2023 }],
  ["not older than 5 years", { yearMin: 2021 }],
  ["over 10 years old", { yearMax: 2016 }],
  ["3-year-old", { yearMin: 2023, yearMax: 2023 }],
])("reads years: %s", (query, filters) => {
  expect(read(query)).toMatchObject({ filters, text: "" });
});

test.each(["at least 3 years warranty", "5 years"])("takes no time for an age: %s", (query) => {
  expect(read(query).filters).toEqual({});
});

test.each([
  ["audi not diesel", { make: ["Audi"], fuel: others(fuels, "diesel") }, ["Audi", "Not diesel"]],
  ["bmw -diesel", { make: ["BMW"], fuel: others(fuels, "diesel") }, ["BMW", "Not diesel"]],
  ["kein Diesel", { fuel: others(fuels, "diesel") }, ["Not diesel"]],
  ["a4, no suv", { model: ["A4"], body: others(bodyTypes, "suv") }, ["A4", "Not SUV"]],
  [
    "not petrol not diesel",
    { fuel: others(fuels, "petrol", "diesel") },
    ["Not petrol", "Not diesel"],
  ],
  ["petrol but not diesel", { fuel: ["petrol"] }, ["Petrol", "Not diesel"]],
  ["anything except audi", { make: others(makes, "Audi") }, ["Not Audi"]],
])("leaves out what is excluded: %s", (query, filters, labels) => {
  const reading = read(query);
  expect(reading.filters).toMatchObject(filters);
  expect(reading.labels).toEqual(expect.arrayContaining(labels));
});

function others<Value>(values: readonly Value[], ...excluded: NoInfer<Value>[]): Value[] {
  return values.filter((value) => !excluded.includes(value));
}

test.each([
  ["great deal audi", { priceLabel: ["great"], make: ["Audi"] }, ["Great price", "Audi"]],
  ["good price under 15k", { priceLabel: ["great", "good"], priceMax: 15_000 }, undefined],
  ["low mileage bmw near me", { make: ["BMW"] }, ["Lowest mileage first", "BMW"]],
  ["i want a cheap audi", { make: ["Audi"] }, ["Lowest price first", "Audi"]],
])("understands how people ask: %s", (query, filters, labels) => {
  const reading = read(query);
  expect(reading).toMatchObject({ filters, text: "" });
  if (labels) expect(reading.labels).toEqual(labels);
});

test.each([
  ["under 20k miles", { mileageMax: 20_000 }],
  ["40k miles", { mileageMax: 40_000 }],
  ["<40.000 km", { mileageMax: 24_855 }],
  ["10,000 - 20,000 miles", { mileageMin: 10_000, mileageMax: 20_000 }],
  ["20k-10k miles", { mileageMin: 10_000, mileageMax: 20_000 }],
  ["20k miles under 20k", { mileageMax: 20_000, priceMax: 20_000 }],
  ["2.0", { engineMin: 1.95, engineMax: 2.04 }],
  ["1998cc", { engineMin: 1.95, engineMax: 2.04 }],
  ["over 3 litre", { engineMin: 2.95 }],
])("reads a mileage or an engine size: %s", (query, filters) => {
  expect(read(query)).toMatchObject({ filters, text: "" });
});

const twoLiters = { engineMin: 1.95, engineMax: 2.04 };
const threeLiters = { engineMin: 2.95, engineMax: 3.04 };

test.each([
  ["x5 3.0d", { model: ["X5"], ...threeLiters, fuel: ["diesel"] }, ["X5", "3.0 L diesel"]],
  ["a4 2.0tdi", { model: ["A4"], ...twoLiters, fuel: ["diesel"] }, ["A4", "2.0 L diesel"]],
  ["2.0 d", { ...twoLiters, fuel: ["diesel"] }, ["2.0 L diesel"]],
  ["3.0sd", { ...threeLiters, fuel: ["diesel"] }, ["3.0 L diesel"]],
  ["2,0TFSI", { ...twoLiters, fuel: ["petrol"] }, ["2.0 L petrol"]],
  ["3.0i", { ...threeLiters, fuel: ["petrol"] }, ["3.0 L petrol"]],
  ["2.0diesel", { ...twoLiters, fuel: ["diesel"] }, ["2.0 L diesel"]],
  ["2.0 tdi", { ...twoLiters, fuel: ["diesel"] }, ["2.0 L", "Diesel"]],
  ["over 2.0d", { engineMin: 1.95, fuel: ["diesel"] }, ["At least 2.0 L diesel"]],
])("reads the fuel after an engine size: %s", (query, filters, labels) => {
  expect(read(query)).toMatchObject({ filters, labels, text: "" });
});

test.each(["2.0x", "2.0dct", "2.0e", "2.0auto"])("leaves other letters as text: %s", (query) => {
  expect(read(query)).toMatchObject({ filters: {}, text: query });
});

test.each([
  ["audi a4 15000", { make: ["Audi"], model: ["A4"], priceMax: 15_000 }],
  ["bmw 20,000", { make: ["BMW"], priceMax: 20_000 }],
  ["bmw 20.000 diesel", { make: ["BMW"], priceMax: 20_000, fuel: ["diesel"] }],
  ["15000 audi", { make: ["Audi"], priceMax: 15_000 }],
  ["a4, 9,500", { model: ["A4"], priceMax: 9_500 }],
  ["14995", { priceMax: 14_995 }],
  ["125000", { priceMax: 125_000 }],
  ["over 10000 20000", { priceMin: 10_000, priceMax: 20_000 }],
  ["a4 2018 15000", { model: ["A4"], yearMin: 2018, yearMax: 2018, priceMax: 15_000 }],
  ["15000 50000 miles", { priceMax: 15_000, mileageMax: 50_000 }],
])("reads a lone amount as the highest price: %s", (query, filters) => {
  expect(read(query)).toMatchObject({ filters, text: "" });
});

test.each([
  ["50000 mileage", { mileageMax: 50_000 }],
  ["mileage 50000", { mileageMax: 50_000 }],
  ["mileage under 50k", { mileageMax: 50_000 }],
  ["mileage over 20,000", { mileageMin: 20_000 }],
  ["laufleistung bis 80000", { mileageMax: 49_710 }],
])("reads a number beside the word mileage as one: %s", (query, filters) => {
  const reading = read(query);
  expect(reading.text).toBe("");
  expect(reading.filters).toEqual(filters);
});

test.each([
  "90210",
  "80331",
  "10123",
  "1500",
  "00500",
  "1234567",
  "15000hp",
  "#15000",
  "stock 15000",
  "stock 530",
  "#530",
  "63",
  "100",
  "911",
  "15000 20000",
])("takes no other number for a price: %s", (query) => {
  expect(read(query)).toMatchObject({ filters: {}, text: query });
});

test.each([
  ["deisel", { fuel: ["diesel"] }],
  ["autmatic", { transmission: ["automatic"] }],
  ["convertable", { body: ["convertible"] }],
  ["mercedez", { make: ["Mercedes-Benz"] }],
  ["hybr", { fuel: ["hybrid"] }],
])("corrects or completes %s", (query, filters) => {
  expect(read(query)).toMatchObject({ filters, text: "" });
});

test.each(["sport", "spor", "m sport"])("takes no trim for a Sportback: %s", (query) => {
  expect(read(query).filters).toEqual({});
});

test("does not correct or complete a word that listings have", () => {
  expect(read("comfort spark")).toMatchObject({ filters: {}, text: "comfort spark" });
  const knowing = { ...context, isKnownWord: () => true };
  expect(readQuery("deisel", knowing)).toMatchObject({ parts: [], text: "deisel" });
  expect(readQuery("hybr", knowing)).toMatchObject({ parts: [], text: "hybr" });
});

test("completes every word of which only one thing begins like it", () => {
  expect(read("merc est dies london")).toMatchObject({
    filters: { make: ["Mercedes-Benz"], body: ["estate"], fuel: ["diesel"] },
    text: "london",
  });
  expect(read("aut london")).toMatchObject({ filters: {}, text: "aut london" });
  // "Compacto" is a hatchback, but a listing's name has "Competition".
  expect(read("m3 comp")).toMatchObject({ filters: { model: ["M3"] }, text: "comp" });
});

test.each([
  ["asdf qwer", "asdf qwer"],
  ["x", "x"],
  ["12345", "12345"],
  ["1899", "1899"],
  ["2050", "2050"],
  ["under 100", "under 100"],
  ["0-60", "0-60"],
  ["c 2018 class", "c class"],
  ["the car with a", ""],
  ["!!! ???", ""],
  ["   ", ""],
  ["", ""],
])("leaves what it does not understand as text: %j", (query, text) => {
  const { filters, text: left } = read(query);
  expect(left).toBe(text);
  expect(Object.keys(filters).filter((name) => !name.startsWith("year"))).toEqual([]);
});

test.each([
  ["bmw 1 series 5 door", { make: ["BMW"], model: ["1 Series"] }, "5 door"],
  ["q3 black wheels", { model: ["Q3"] }, "black wheels"],
  ["audi red leather", { make: ["Audi"] }, "red leather"],
])("leaves what a number or color belongs to as text: %s", (query, filters, text) => {
  expect(read(query)).toMatchObject({ filters, text, wished: [] });
});

test("says once what two words next to each other say", () => {
  expect(read("mercedez benz")).toMatchObject({ labels: ["Mercedes-Benz"], text: "" });
});

test("reads full-width letters and ignores emoji", () => {
  expect(read("ａｕｄｉ 😀")).toMatchObject({ filters: { make: ["Audi"] }, text: "" });
});

const vocabulary =
  "merc,c class,a4,blue,cabrio,under,15k,2018+,-,£,km,20.000,bis,to,a,3,220 d,2.0,x,not,-diesel,>,3 years,good price,m sport,cheap,500 hp,over".split(
    ",",
  );
const queries = fc.oneof(
  fc.string({ unit: "binary", maxLength: 80 }),
  fc.array(fc.constantFrom(...vocabulary), { maxLength: 12 }).map((words) => words.join(" ")),
);

test("reads any text into parts that do not overlap", () => {
  fc.assert(
    fc.property(queries, (query) => {
      const reading = readQuery(query, context);
      let start = -1;
      let end = 0;
      for (const part of reading.parts) {
        // The words of a badge are a model and a fuel.
        if (part.start !== start) expect(part.start).toBeGreaterThanOrEqual(end);
        expect(wordsAt(reading, part).trim()).not.toBe("");
        expect(Object.keys(part.filters).length > 0 || part.sort !== undefined).toBe(true);
        [start, end] = [part.start, part.end];
      }
      expect(end).toBeLessThanOrEqual(reading.query.length);
      expect(queryWithout(reading, [{ start: 0, end: reading.query.length }])).toBe("");
    }),
    { numRuns: 500 },
  );
});

test("a badge's fuel has the words of its model, also if the model was named before", () => {
  const reading = readQuery("a4 a4 220 d", context);
  const [first, ...others] = reading.parts;
  for (const { start, end } of others) expect([start, end]).toEqual([first!.start, first!.end]);
  expect(others.length).toBeGreaterThan(0);
});

test("the same word twice in a row is one part, and two parts with a word between", () => {
  expect(read("bmw bmw").labels).toEqual(["BMW"]);
  expect(read("mercedez benz diesel").labels).toEqual(["Mercedes-Benz", "Diesel"]);
  expect(read("bmw comfort bmw")).toMatchObject({ labels: ["BMW", "BMW"], text: "comfort" });
});
