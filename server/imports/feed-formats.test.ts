import { gzipSync } from "node:zlib";
import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { feedFormats } from "#testing/imports/feed-of-format.ts";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";
import { workbookOf, zipOf } from "#testing/imports/zip-of.ts";

const euros = "--currency EUR --distance-unit km";
const csv = "make,model,year,price,mileage\nAudi,A4,2018,15000,30000\n";
/** The facts that must never be wrong, by line. */
const factsOf = (rows: Awaited<ReturnType<typeof readFeedRows>>) =>
  rows.map(({ line, car, kind }) =>
    car
      ? [line, car.model, car.year, car.sourcePriceMinor, car.mileage, car.mileageUnit]
      : [line, kind],
  );

describe("XLSX", () => {
  it("reads numbers, dates and currencies by their type, under a title row", async () => {
    const workbook = workbookOf([
      ["Unser Bestand"],
      [],
      ["Marke", "Modell", "Erstzulassung", "Preis", "Kilometerstand", "Verbrauch (l/100 km)"],
      ["BMW", "320d", { number: 43_160, style: 1 }, { number: 15_900.5, style: 2 }, 98_500, 4.9],
      ["Audi", "A4", "03/2017", { number: 12.345, style: 2 }, { number: 120_000, style: 3 }],
      ["Audi", "A6", "03/2017", "12.345", "98.500", null],
      ["Audi", "A6", 43_160, 12_345, 98_500, null],
      [],
      ["Mercedes-Benz", "C_Klasse", 2016, 17_900.123, "120.000 km", null],
    ]);
    const rows = await readFeedRows({ "feed.xlsx": workbook }, "--currency EUR");
    expect(factsOf(rows)).toEqual([
      [4, "320d", 2018, 1_590_050, 98_500, "km"],
      // 12.345 as a number is twelve euros, and not the price of a car. As a German text it is twelve thousand.
      [5, "faults"],
      [6, "A6", 2017, 1_234_500, 98_500, "km"],
      // 43160 as a number is no year.
      [7, "faults"],
      [9, "faults"],
    ]);
    expect(rows[0]?.car).toMatchObject({ fuelEconomy: 4.9, fuelEconomyUnit: "l_100km" });
  });

  it("reads a unit of distance from the number format, and no currency from a color", async () => {
    const workbook = workbookOf([
      ["make", "model", "year", "price", "mileage"],
      ["Audi", "A4", 2018, { number: 15_000, style: 5 }, { number: 30_000, style: 4 }],
    ]);
    expect(factsOf(await readFeedRows({ "feed.xlsx": workbook }, "--currency GBP"))).toEqual([
      [2, "A4", 2018, 1_500_000, 30_000, "km"],
    ]);
  });

  it("reads all sheets with the same headers, and no sheet of sold cars", async () => {
    const headers = ["Make", "Model", "Year", "Price", "Mileage"];
    const workbook = workbookOf([headers, ["BMW", "X5", 2018, 15_000, 30_000]], {
      Audi: [["Our Audis"], headers, ["Audi", "A4", 2019, 16_000, 31_000], []],
      Prices: [["Make", "Price", "Year", "Stand"]],
      "Sold 2025": [headers, ["BMW", "X3", 2017, 14_000, 32_000]],
      Mercedes: [headers, ["Mercedes-Benz", "C 220", 2020, 17_000, 33_000]],
    });
    expect(factsOf(await readFeedRows({ "feed.xlsx": workbook }, euros))).toEqual([
      [2, "X5", 2018, 1_500_000, 30_000, "km"],
      [5, "A4", 2019, 1_600_000, 31_000, "km"],
      [7, "C 220", 2020, 1_700_000, 33_000, "km"],
    ]);
  });

  it("refuses a workbook of an old format, and one without a known header", async () => {
    const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    await expect(readFeedRows({ "feed.xls": old }, euros)).rejects.toThrow("Save it as .xlsx");
    await expect(readFeedRows({ "feed.xlsx": workbookOf([["a", "b"]]) }, euros)).rejects.toThrow(
      "no sheet has known headers",
    );
  });
});

describe("XML", () => {
  it("finds the repeated element and reads attributes, units and languages", async () => {
    const xml = `<?xml version="1.0" encoding="ISO-8859-1"?>
<bestand xmlns:f="urn:f"><haendler><name>Autohaus Müller</name><ort>Köln</ort></haendler>
<f:fahrzeuge>
<f:fahrzeug id="1"><f:marke>BMW</f:marke><f:modell>3er</f:modell>
<f:erstzulassung>03/2017</f:erstzulassung><f:preis waehrung="EUR">15.900</f:preis>
<f:kilometerstand einheit="km">98.500</f:kilometerstand><f:farbe>weiß</f:farbe>
<f:bilder><f:bild>https://x.example/1.jpg</f:bild><f:bild>https://x.example/2.jpg</f:bild></f:bilder></f:fahrzeug>
<f:fahrzeug id="2"><f:marke>Audi</f:marke><f:modell>A4</f:modell>
<f:erstzulassung>2018-05</f:erstzulassung><f:preis>12.500,00 €</f:preis>
<f:kilometerstand>150 Tsd. km</f:kilometerstand><f:beschreibung><![CDATA[Motorschaden & mehr]]></f:beschreibung></f:fahrzeug>
</f:fahrzeuge></bestand>`;
    const rows = await readFeedRows({ "feed.xml": iconv.encode(xml, "windows-1252") }, euros);
    expect(factsOf(rows)).toEqual([
      [4, "3 Series", 2017, 1_590_000, 98_500, "km"],
      [8, "damaged"],
    ]);
    expect(rows[0]?.car?.colour).toBe("weiß");
    expect(rows[0]?.source?.imageUrls).toEqual([
      "https://x.example/1.jpg",
      "https://x.example/2.jpg",
    ]);
  });

  it("reads the gross price of two, and no price of a lease", async () => {
    const car = (prices: string) =>
      `<car><make>Audi</make><model>A4</model><year>2018</year><mileage unit="km">30000</mileage>${prices}</car>`;
    const xml = `<cars>${car('<price type="net">12605</price><price type="gross">15000</price>')}${car("<price>100</price><price>15000</price>")}${car("<finance><price>249</price></finance>")}</cars>`;
    const rows = await readFeedRows({ "feed.xml": xml }, euros);
    expect(rows.map(({ car, kind }) => car?.sourcePriceMinor ?? kind)).toEqual([
      1_500_000,
      "faults",
      "faults",
    ]);
  });

  it("reads attributes as facts and lists of named attributes", async () => {
    const xml = `<ads>
<ad make="Audi" model="Q5" year="2019" price="25000" mileage="40000"/>
</ads>`;
    expect(factsOf(await readFeedRows({ "feed.xml": xml }, euros))).toEqual([
      [2, "Q5", 2019, 2_500_000, 40_000, "km"],
    ]);
    const named = `<ads><ad><attribute name="make">Audi</attribute><attribute name="model">Q5</attribute>
<attribute name="year">2019</attribute><attribute name="price">25000</attribute><attribute name="mileage">40000</attribute></ad></ads>`;
    expect(factsOf(await readFeedRows({ "feed.xml": named }, euros))).toEqual([
      [1, "Q5", 2019, 2_500_000, 40_000, "km"],
    ]);
  });

  it("reads cars of several dealers apart", async () => {
    const car = (model: string, price: number) =>
      `<vehicle><make>Audi</make><model>${model}</model><year>2019</year><price>${price}</price><mileage>40000</mileage></vehicle>`;
    const xml = `<feed><dealer><city>Rome</city>${car("Q5", 25_000)}${car("Q3", 20_000)}</dealer><dealer><city>Milan</city>${car("A1", 9000)}</dealer></feed>`;
    const rows = await readFeedRows({ "feed.xml": xml }, euros);
    expect(rows.map(({ car }) => [car?.model, car?.sourcePriceMinor])).toEqual([
      ["Q5", 2_500_000],
      ["Q3", 2_000_000],
      ["A1", 900_000],
    ]);
  });

  it.each([
    [
      "an external entity",
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a><car><model>&x;</model></car></a>',
    ],
    ["entities that grow", '<!DOCTYPE a [<!ENTITY x "lol"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>'],
    ["an unknown entity", "<a><car><model>&x;</model></car></a>"],
    ["an element that is not closed", "<a><car><model>A4</model></a>"],
    ["too many levels", `${"<a>".repeat(200)}${"</a>".repeat(200)}`],
  ])("refuses %s", async (_, xml) =>
    expect(readFeedRows({ "feed.xml": xml }, euros)).rejects.toThrow(/line 1: not valid XML/),
  );
});

describe("JSON", () => {
  const nested = {
    dealer: { name: "Autosalone", city: "Roma" },
    total: 2,
    data: {
      vehicles: [
        {
          id: 17,
          make: { name: "BMW" },
          model: "320d",
          first_registration: "2017-03",
          price: { value: 15_900.5, currency: "EUR" },
          mileage: { value: 98_500, unit: "km" },
          engine: { fuel: "Diesel", power: { kw: 140 } },
          images: [{ url: "https://x.example/1.jpg" }, { url: "https://x.example/2.jpg" }],
          accident_free: true,
        },
        {
          make: { name: "Audi" },
          model: "A4",
          first_registration: "2018",
          price: { value: 12.345, currency: "EUR" },
          mileage: { value: 98_500, unit: "km" },
        },
        {
          make: { name: "Audi" },
          model: "A4",
          first_registration: "2018",
          price: { value: 12_345, currency: "EUR" },
          mileage: { value: 98_500, unit: "km" },
          accident_free: false,
        },
      ],
    },
  };

  it.each([
    ["on several lines", JSON.stringify(nested, null, 1)],
    ["on one line", JSON.stringify(nested)],
  ])("finds the array of cars and reads nested facts, %s", async (_, text) => {
    const rows = await readFeedRows({ "feed.json": text }, "");
    expect(factsOf(rows).map((facts) => facts.slice(1))).toEqual([
      ["320d", 2017, 1_590_050, 98_500, "km"],
      ["faults"],
      ["damaged"],
    ]);
    expect(rows[0]?.source).toMatchObject({
      imageUrls: ["https://x.example/1.jpg", "https://x.example/2.jpg"],
      powerKw: 140,
    });
  });

  it("reads JSON Lines, and an array of strings, with their lines", async () => {
    const lines = `{"marca":"Audi","modello":"A4","anno":2018,"prezzo":"15.000 €","chilometraggio":"30.000"}\n\n{"marca":"BMW","modello":"X5","anno":"2019","prezzo":"45.000 €","chilometraggio":"60.000"}\n`;
    expect(factsOf(await readFeedRows({ "feed.jsonl": lines }, ""))).toEqual([
      [1, "A4", 2018, 1_500_000, 30_000, "km"],
      [3, "X5", 2019, 4_500_000, 60_000, "km"],
    ]);
  });

  it.each([
    ["the lines of cars on lines of their own", "[\nCAR,\nCAR,\n\nCAR]", [2, 3, 5]],
    ["the numbers of cars that are all on one line", "[CAR,CAR,CAR]", [1, 2, 3]],
    ["the numbers of cars of which some share a line", "[CAR,CAR,\n\n\nCAR]", [1, 2, 3]],
    ["the numbers of cars of which later ones share a line", "[\nCAR,\n\nCAR,CAR]", [1, 2, 3]],
  ])("reports %s", async (_, layout, lines) => {
    let price = 15_000;
    const json = layout.replace(/CAR/g, () =>
      JSON.stringify({ make: "Audi", model: "A4", year: 2018, price: price++, mileage: 30_000 }),
    );
    const rows = await readFeedRows({ "feed.json": json }, euros);
    expect(rows.map(({ line }) => line)).toEqual(lines);
  });

  it.each([
    ['[{"model":"A4",}]', "line 1: not valid JSON"],
    ['[\n{"model":"A4"\n"year":2018}]', "line 3: not valid JSON"],
    ['[{"model":"A4"}', "ends too early"],
    [`${'{"a":'.repeat(80)}1${"}".repeat(80)}`, "more than 50 levels"],
    ['{"a":1}', "no element has a known name"],
  ])("refuses %s", async (text, reason) =>
    expect(readFeedRows({ "feed.json": text }, euros)).rejects.toThrow(reason),
  );
});

describe("a file that was cut off", () => {
  const headers = ["Make", "Model", "Year", "Price", "Mileage"];
  const car = { Make: "Audi", Model: "A4", Year: "2018", Price: "15000", Mileage: "30000" };

  it.each(["xlsx", "xml", "json", "jsonl", "csv.gz", "zip"] as const)(
    "is refused in %s, wherever its end is",
    async (format) => {
      const whole = feedFormats[format](headers, [car, { ...car, Model: "A6" }]);
      const name = `feed.${format}`;
      expect(await readFeedRows({ [name]: whole }, euros)).toHaveLength(2);
      for (const share of [0.3, 0.6, 0.9])
        await expect(
          readFeedRows({ [name]: whole.subarray(0, Math.floor(whole.length * share)) }, euros),
        ).rejects.toThrow(/ends too early|damaged or cut off/);
    },
  );
});

describe("archives", () => {
  it("reads gzip, and every feed of a ZIP archive", async () => {
    expect(factsOf(await readFeedRows({ "feed.csv.gz": gzipSync(csv) }, euros))).toHaveLength(1);
    const zip = zipOf({
      "a/cars.csv": csv,
      "more.json": '[{"make":"Audi","model":"Q5","year":2019,"price":25000,"mileage":40000}]',
      "photo.jpg": "x",
      "__MACOSX/a/._cars.csv": "x",
    });
    expect(
      factsOf(await readFeedRows({ "stock.zip": zip }, euros)).map(([, model]) => model),
    ).toEqual(["A4", "Q5"]);
    const workbook = workbookOf([
      ["make", "model", "year", "price", "mileage"],
      ["Audi", "A3", 2018, 15_000, 30_000],
    ]);
    expect(factsOf(await readFeedRows({ "s.zip": zipOf({ "c.xlsx": workbook }) }, euros))).toEqual([
      [2, "A3", 2018, 1_500_000, 30_000, "km"],
    ]);
  });

  it.each([
    [
      "an archive in an archive",
      zipOf({ "inner.csv": zipOf({ "cars.csv": csv }) }),
      "in an archive",
    ],
    ["gzip in gzip", gzipSync(gzipSync(csv)), "in an archive"],
    ["no feed", zipOf({ "photo.jpg": "x" }), "no feed"],
    ["a bomb", zipOf({ "cars.csv": Buffer.alloc(30_000_000) }), "too large"],
    ["a wrong size", zipOf({ "cars.csv": csv }, 5), "damaged or cut off"],
    ["a cut file", gzipSync(csv).subarray(0, 40), "damaged or cut off"],
    ["a broken directory", Buffer.from("PK\u0003\u0004 and nothing else"), "not a readable ZIP"],
    [
      "too many files",
      zipOf(Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`${i}.jpg`, ""]))),
      "more than 2000 files",
    ],
  ])("refuses %s", async (_, file, reason) =>
    expect(readFeedRows({ "feed.bin": file }, euros)).rejects.toThrow(reason),
  );
});
