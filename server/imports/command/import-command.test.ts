import { randomUUID } from "node:crypto";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { asc, count, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, test, vi } from "vitest";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingPriceChangeTable, listingTable } from "#server/listings/listing-table.ts";
import { zipOf } from "#testing/imports/zip-of.ts";
import { commandShop } from "#testing/imports/command-shop.ts";
import { runImport } from "./import-command.ts";

const fixtures = path.resolve("testing/imports/fixtures");
const shop = commandShop();
beforeEach(async () => {
  // Price changes are append-only.
  await shop.db.execute(sql`alter table listing_price_change disable trigger user`);
  await shop.db.delete(listingPriceChangeTable);
  await shop.db.delete(listingTable);
  await shop.db.execute(sql`alter table listing_price_change enable trigger user`);
});

const run = (line: string) => runImport([...line.split(" "), "--seller", shop.seller.email]);
const stored = () => shop.db.select().from(listingTable).orderBy(asc(listingTable.sourceRow));
const storedCount = async () =>
  (await shop.db.select({ rows: count() }).from(listingTable))[0]?.rows;

function given(name: string, text?: string): string {
  if (text === undefined) copyFileSync(path.join(fixtures, name), path.join(shop.folder, name));
  else writeFileSync(path.join(shop.folder, name), text);
  return name;
}

/** Where reports go. */
const imports = () => path.join(shop.folder, "data", "imports");

/** The numbers of the summary line: rows, imported, duplicates, quarantined. */
function totals(): number[] {
  const line = shop.output.findLast((text) => text.includes("rows read")) ?? "";
  return [...line.slice(line.indexOf(": ")).matchAll(/\d+/g)].map(Number);
}

describe("feeds from other countries", () => {
  it.each([
    ["german.csv", "--currency EUR --rate 1.08", [14, 6, 1, 7]],
    ["south-african.csv", "--currency ZAR --rate 0.055", [11, 6, 0, 5]],
    ["american.csv", "--currency USD", [8, 5, 0, 3]],
    ["polish.csv", "--currency PLN --rate 0.25", [9, 4, 0, 5]],
  ])(
    "%s: counts every row as imported, duplicate or quarantined",
    async (name, options, expected) => {
      expect(await run(`${given(name)} ${options}`)).toBe(0);
      const [rows, ...ends] = totals();
      expect([rows, ...ends]).toEqual(expected);
      expect(ends.reduce((sum, next) => sum + next, 0)).toBe(rows);
      expect(await storedCount()).toBe(ends[0]);
      const report = readFileSync(
        path.join(imports(), name.replace(".csv", ".quarantined.csv")),
        "utf8",
      );
      expect(report.split("\r\n").filter((line) => /^\d/.test(line))).toHaveLength(ends[2] ?? -1);
    },
  );

  it("reads a German car with its units and umlauts", async () => {
    await run(`${given("german.csv")} --currency EUR --rate 1.08`);
    expect((await stored())[0]).toMatchObject({
      name: "BMW 3er Touring 2017",
      make: "BMW",
      categoryId: 1,
      year: 2017,
      mileage: 98_500,
      mileageUnit: "km",
      fuel: "diesel",
      transmission: "automatic",
      engineSizeCc: 1995,
      bodyType: "estate",
      bodyTypeTypical: false,
      fuelEconomy: 4.9,
      fuelEconomyUnit: "l_100km",
      colour: "weiß",
      location: "München",
      sourceCurrency: "EUR",
      sourcePriceMinor: 1_590_000,
      sourceRate: "1.08000000",
      resalePriceMinor: 1_717_200,
      sourceFile: "german.csv",
      sourceRow: 2,
      originalPriceMinor: null,
      condition: null,
      image: null,
      phone: "+44 1",
    });
  });

  it("reads Polish letters in Windows-1250 and thousands written as tys.", async () => {
    await run(`${given("polish.csv")} --currency PLN --rate 0.25`);
    expect((await stored())[0]).toMatchObject({
      model: "3 Series",
      mileage: 150_000,
      mileageUnit: "km",
      colour: "żółty",
      location: "Łódź",
      sourcePriceMinor: 4_990_000,
      resalePriceMinor: 1_247_500,
    });
  });

  it("reads American miles, gallons and VINs, and rows that span lines", async () => {
    await run(`${given("american.csv")} --currency USD`);
    const cars = await stored();
    expect(cars[0]).toMatchObject({
      vin: "WBA8B9G50HNU12345",
      mileage: 45_000,
      mileageUnit: "mi",
      fuel: "petrol",
      fuelEconomy: 27,
      fuelEconomyUnit: "mpg_us",
      engineSizeCc: 2000,
      resalePriceMinor: 1_899_500,
    });
    expect(cars.map(({ sourceRow }) => sourceRow)).toEqual([2, 3, 5, 6, 9]);
    // 285 miles per gallon is left out, but the car is imported.
    expect(cars[3]).toMatchObject({ model: "X5", fuelEconomy: null, fuelEconomyUnit: null });
    // So is "NOT-A-VIN".
    expect(cars[4]).toMatchObject({ model: "A4", vin: null });
  });
});

describe("VINs", () => {
  const header = "model,year,price,mileage,vin";
  const car = (mileage: number, vin: string) => `A4,2018,£15000,${mileage},${vin}`;

  it("refuses a row whose VIN is for sale already, with the reason", async () => {
    const vin = "WAUZZZ8K9BA777701";
    const feed = given("cars.csv", `${header}\n${car(1_000, vin)}\n${car(2_000, vin)}\n`);
    await run(`${feed} --rate 1.25 --dry-run`);
    expect(totals()).toEqual([2, 1, 0, 1]);
    await run(`${feed} --rate 1.25`);
    expect(totals()).toEqual([2, 1, 0, 1]);
    expect(shop.output.join("\n")).toMatch(/vin: … is for sale already/);
    // The same rows again are duplicates, and the other one is still refused.
    await run(`${feed} --rate 1.25`);
    expect(totals()).toEqual([2, 0, 1, 1]);
  });

  it("leaves out a wrong VIN, and reports one of another manufacturer", async () => {
    const vins = ["5UXKR0C5XJ0X12345", "WVWZZZ1KZAW000001", "WAUZZZ8K9BA777702"];
    const rows = vins.map((vin, at) => car(3_000 + at, vin));
    await run(`${given("cars.csv", [header, ...rows].join("\n"))} --rate 1.25`);
    expect((await stored()).map(({ vin }) => vin)).toEqual([null, ...vins.slice(1)]);
    expect(shop.output.join("\n")).toMatch(/vin: … has a wrong check digit/);
    expect(shop.output.join("\n")).toMatch(
      /vin: … is kept, but its manufacturer code is not known for Audi/,
    );
  });
});

describe("importing again", () => {
  const feed =
    "model,year,price,mileage\nA4,2018,£15000,30000\n A4,2018,£15000,30000\nQ5,2017,£20000,40000\n";

  it("writes nothing the second time, with other file names, column orders and number formats", async () => {
    await run(`${given("cars.csv", feed)} --currency GBP --rate 1.25`);
    expect(totals()).toEqual([3, 2, 1, 0]);
    await run("cars.csv --currency GBP --rate 1.30");
    expect(totals()).toEqual([3, 0, 3, 0]);
    await run(
      `${given("renamed.csv", 'Price;Mileage;Model;Year;Note\n"£15,000.00";"30,000 miles";A4;2018;x\n£20,000;40000;Q5;2017;y\n')} --currency GBP --rate 1.25`,
    );
    expect(totals()).toEqual([2, 0, 2, 0]);
    expect(await storedCount()).toBe(2);
  });

  it("ignores the case of a model name", async () => {
    const row = ",2018,£15000,30000\n";
    const rows = `A4 Avant${row}A4 AVANT${row}`;
    await run(`${given("cars.csv", `model,year,price,mileage\n${rows}`)} --rate 1.25`);
    expect(totals()).toEqual([2, 1, 1, 0]);
  });

  it("imports a corrected report without its own columns and does not overwrite it", async () => {
    await run(
      `${given("cars.csv", "model,year,price,mileage,colour\nA4,2018,£15000,30000,red\n 180,2017,£9000,20000,blue\nA4,1817,£9000,20000,green\n")} --currency GBP --rate 1.25`,
    );
    expect(totals()).toEqual([3, 1, 0, 2]);
    const report = path.join(imports(), "cars.quarantined.csv");
    const text = readFileSync(report, "utf8");
    expect(text).toContain(
      '3,model,"the make is not stated and cannot be inferred from ""180"" (use --make)"," 180",2017',
    );
    writeFileSync(report, text.replace(",1817,", ",2017,"));
    await run("data/imports/cars.quarantined.csv --currency GBP --rate 1.25");
    expect(totals()).toEqual([2, 1, 0, 1]);
    expect(
      readFileSync(path.join(imports(), "cars.quarantined-2.csv"), "utf8").split("\r\n")[0],
    ).toBe("\uFEFFmarque_line,marque_column,marque_reason,model,year,price,mileage,colour");
    expect(await storedCount()).toBe(2);
  });
});

it("imports a ZIP of an XML feed, and its corrected report, which is CSV", async () => {
  const car = (model: string, year: string) =>
    `<car><data><make>Audi</make><model>${model}</model><year>${year}</year></data><price currency="GBP">15,000</price><mileage unit="mi">30,000</mileage></car>`;
  const zip = zipOf({ "cars.xml": `<cars>${car("A4", "2018")}\n${car("Q5", "1818")}</cars>` });
  writeFileSync(path.join(shop.folder, "stock.zip"), zip);
  expect(await run("stock.zip --rate 1.25")).toBe(0);
  expect(totals()).toEqual([2, 1, 0, 1]);
  expect((await stored())[0]).toMatchObject({ sourceFile: "stock.zip/cars.xml", model: "A4" });
  const report = path.join(imports(), "cars.quarantined.csv");
  const text = readFileSync(report, "utf8");
  expect(text).toContain("2,data/year,1818 is out of range,Audi,Q5,1818");
  writeFileSync(report, text.replace(",Q5,1818", ",Q5,2018"));
  expect(await run("data/imports/cars.quarantined.csv --rate 1.25")).toBe(0);
  expect((await stored()).map(({ model, mileage }) => [model, mileage])).toEqual([
    ["A4", 30_000],
    ["Q5", 30_000],
  ]);
});

describe("the files of a run", () => {
  const feed =
    "model,year,price,mileage,note\nA4,2018,£15000,30000,first\nA4,2018,£15000,30000,second\nA4,x,£15000,30000,\n";

  it("are in DATA_DIR/imports, not beside the feed", async () => {
    expect(await run(`${given("cars.csv", feed)} --rate 1.25`)).toBe(0);
    expect(readdirSync(shop.folder).toSorted()).toEqual(["cars.csv", "data"]);
    expect(readdirSync(imports()).toSorted()).toEqual([
      "cars.duplicates.csv",
      "cars.import.json",
      "cars.quarantined.csv",
    ]);
  });

  it("list repeated rows with both lines and what differs", async () => {
    await run(`${given("cars.csv", feed)} --rate 1.25`);
    expect(readFileSync(path.join(imports(), "cars.duplicates.csv"), "utf8")).toBe(
      "\uFEFFmarque_line,marque_first_line,marque_differs\r\n3,2,note: first → second\r\n",
    );
  });

  it("go where --report says", async () => {
    await run(`${given("cars.csv", feed)} --rate 1.25 --report wrong.csv`);
    expect(readFileSync(path.join(shop.folder, "wrong.csv"), "utf8")).toContain("4,year,");
  });
});

it.each([
  ["title", "One", "Two"],
  ["postcode", "LS1 1AA", "LS2 2BB"],
  ["url", "https://x.example/1", "https://x.example/2"],
])("takes adverts with different values of %s as two cars", async (header, first, second) => {
  const row = "A4,2018,£15000,30000";
  await run(
    `${given("cars.csv", `model,year,price,mileage,${header}\n${row},${first}\n${row},${second}\n${row},${first}\n`)} --rate 1.25`,
  );
  expect(totals()).toEqual([3, 2, 1, 0]);
});

it("counts rows of other makes, damaged and sold cars apart from rows to correct", async () => {
  await run(
    `${given("cars.csv", "make,model,year,price,mileage,condition,status\nAudi,A4,2018,£15000,30000,good,Live\nVW,Golf,2018,£9000,30000,good,\nAudi,A4,2018,£9000,30000,salvage,\nAudi,A4,x,£9000,30000,good,Live\nAudi,A4,2018,£8000,30000,good,SOLD\n")} --rate 1.25`,
  );
  expect(totals()).toEqual([5, 1, 0, 4]);
  expect(shop.output.join("\n")).toContain(
    "1 of other makes + 1 damaged + 1 not for sale + 1 to correct",
  );
});

describe("a dry run", () => {
  it("reports the same numbers and writes neither listings nor files", async () => {
    await run(`${given("german.csv")} --currency EUR --rate 1.08 --dry-run`);
    expect(totals()).toEqual([14, 6, 1, 7]);
    expect(shop.output.join("\n")).toContain("Kilometerstand → mileage");
    expect(await storedCount()).toBe(0);
    expect(readdirSync(shop.folder)).toEqual(["german.csv"]);
  });

  it("counts duplicates of this seller only", async () => {
    const feed = given("cars.csv", "model,year,price,mileage\nA4,2018,£15000,30000\n");
    const { email: other } = await shop.addSeller();
    expect(await runImport([feed, "--rate", "1.25", "--seller", other])).toBe(0);
    await run(`${feed} --rate 1.25 --dry-run`);
    expect(totals()).toEqual([1, 1, 0, 0]);
    await run(`${feed} --rate 1.25`);
    expect(totals()).toEqual([1, 1, 0, 0]);
    await run(`${feed} --rate 1.25 --dry-run`);
    expect(totals()).toEqual([1, 0, 1, 0]);
  });
});

describe("ambiguous values", () => {
  const cars = (header: string, ...rows: string[]) =>
    given("cars.csv", [header, ...rows, ""].join("\n"));
  it.each([
    [
      "a number that can be a decimal or thousands",
      "Model;Price;Year;Mileage",
      "A4;12.345;2017;30000",
      "--currency EUR --rate 1.1 --distance-unit km",
    ],
    ["a dollar sign without a country", "model,price,year,mileage", "A4,$12000,2017,30000", ""],
    ["a price without a currency", "model,price,year,mileage", "A4,12000,2017,30000", ""],
    [
      "a currency other than the feed's",
      "model,price,year,mileage",
      "A4,€12000,2017,30000",
      "--currency GBP --rate 1.25",
    ],
    [
      "a mileage without a unit",
      "model,price,year,mileage",
      "A4,R 120 000,2017,30000",
      "--rate 0.06",
    ],
    [
      "an unknown unit",
      "model,price,year,mileage (furlongs)",
      "A4,£12000,2017,30000",
      "--rate 1.25",
    ],
    [
      "columns that contradict each other",
      "model,price,year,mileage,mileage2",
      "A4,£12000,2017,30000,40000",
      "--rate 1.25",
    ],
    [
      "shifted cells",
      "model,price,year,mileage,fuel,transmission",
      "A4,£12000,2017,30000,Manual,Petrol",
      "--rate 1.25",
    ],
    [
      "a model that does not determine the make",
      "model,price,year,mileage",
      "180,£12000,2017,30000",
      "--rate 1.25",
    ],
    [
      "a year before the model's first",
      "model,price,year,mileage",
      "M Class,£12000,1970,30000",
      "--rate 1.25",
    ],
    [
      "a row with an extra cell",
      "model,price,year,mileage",
      "A4,£12,000,2017,30000",
      "--rate 1.25",
    ],
    [
      "a row with an extra cell at its end",
      "model,price,year,mileage",
      "A4,£12000,2017,30000,red",
      "--rate 1.25",
    ],
    [
      "a row with a missing cell",
      "model,price,year,mileage,fuel",
      "A4,£12000,2017,30000",
      "--rate 1.25",
    ],
    ["an empty row", "model,price,year,mileage", ",,,", "--currency GBP --rate 1.25"],
  ])("%s is quarantined", async (_, header, row, options) => {
    expect(await run(`${cars(header, row)} ${options}`.trim())).toBe(3);
    expect(totals()).toEqual([1, 0, 0, 1]);
    expect(await storedCount()).toBe(0);
  });

  it("accepts prices from 100 to a billion only", async () => {
    const prices = ["£99.99", "£100", "£1000000000", "£1000000000.01"];
    const rows = prices.map((price) => `A4,${price},2010,30000`);
    await run(`${cars("model,price,year,mileage", ...rows)} --rate 0.5`);
    expect((await stored()).map(({ sourcePriceMinor }) => sourcePriceMinor)).toEqual([
      10_000, 100_000_000_000,
    ]);
  });

  it("reports the width of a row and its header if they differ", async () => {
    await run(
      `${cars("model,price,year,mileage", "A4,£12000,2017,30000,red", "A4,£12000,2017")} --rate 1.25`,
    );
    expect(readFileSync(path.join(imports(), "cars.quarantined.csv"), "utf8")).toMatch(
      /\r\n2,,the row has 5 cells where the header has 4,.*\r\n3,,the row has 3 cells where the header has 4,/s,
    );
  });

  it("leaves the body type of ambiguous model names empty and marks a usual one as typical", async () => {
    await run(
      `${cars("model,price,year,mileage", "CL Class,£12000,2017,30000", "3 Series,£12000,2017,30000", "X5,£12000,2017,30000", "A4 Avant,£12000,2017,30000")} --rate 1.25`,
    );
    expect(
      (await stored()).map(({ bodyType, bodyTypeTypical }) => [bodyType, bodyTypeTypical]),
    ).toEqual([
      [null, false],
      ["saloon", true],
      ["suv", false],
      ["estate", false],
    ]);
  });

  it("reads the second of two columns if the first is empty", async () => {
    await run(
      `${cars("model,price,year,mileage,fuel,mileage2,fuel2", 'C Class," £30,495",2020,,Diesel,"1,200",')} --rate 1.25`,
    );
    expect((await stored())[0]).toMatchObject({
      make: "Mercedes-Benz",
      mileage: 1200,
      mileageUnit: "mi",
      fuel: "diesel",
      resalePriceMinor: 3_811_875,
    });
  });

  it("reads columns named by --map", async () => {
    writeFileSync(
      path.join(shop.folder, "map.json"),
      JSON.stringify({ Betrag: "price", Price: null }),
    );
    await run(
      `${cars("model,Betrag,Price,year,mileage", "A4,£12000,POA,2017,30000")} --rate 1.25 --map map.json`,
    );
    expect(totals()).toEqual([1, 1, 0, 0]);
  });
});

describe("a cell with a NUL character", () => {
  const header = "model,year,price,mileage,colour,vin,fuel,description";
  const row = ["A4", "2018", "£15000", "30000", "red", "WAUZZZ8K9BA123456", "petrol", "One owner"];
  const withNul = (at: number) =>
    row
      .map((cell, index) => (index === at ? `${cell}\0` : cell.replace("123456", "123457")))
      .join(",");

  it.each([
    [4, "colour", "colour"],
    [5, "vin", "vin"],
    [6, "fuel", "fuel"],
    [7, "description", "description"],
  ] as const)(
    "leaves out an optional fact and says so (column %i, %s)",
    async (at, column, key) => {
      const feed = given("cars.csv", `${header}\n${row.join(",")}\n${withNul(at)}\n`);
      expect(await run(`${feed} --rate 1.25`)).toBe(0);
      expect(totals()).toEqual([2, 2, 0, 0]);
      expect(shop.output.join("\n")).toMatch(new RegExp(`left out.*${column}: .*not text`));
      const [whole, other] = await stored();
      expect(whole![key]).toBeTruthy();
      expect(other![key]).toBe(column === "description" ? "" : null);
    },
  );

  it.each([
    [0, "model"],
    [1, "year"],
    [2, "price"],
    [3, "mileage"],
  ])("quarantines the row if the fact is required (column %i, %s)", async (at, column) => {
    const feed = given("cars.csv", `${header}\n${row.join(",")}\n${withNul(at)}\n`);
    expect(await run(`${feed} --rate 1.25`)).toBe(0);
    expect(totals()).toEqual([2, 1, 0, 1]);
    const report = readFileSync(path.join(imports(), "cars.quarantined.csv"), "utf8");
    expect(report).toContain(`3,${column},not text`);
  });
});

describe("a wrong command", () => {
  it.each([
    ["no-such-file.csv", 1, "no such file"],
    ["cars.csv --currency GBP", 2, "add --rate"],
    ["cars.csv --currency USD --rate 2", 2, "leave out --rate"],
    ["cars.csv --currency POUND", 2, "not an ISO 4217 code"],
    ["cars.csv --rate 1,25", 2, "not a number above zero"],
    ["cars.csv --make Toyota", 2, "not sold here"],
    ["cars.csv --colour red", 2, "Unknown option '--colour'"],
    ["cars.csv --map nowhere.json", 2, "no such file"],
    ["plain.csv", 1, "has no known header"],
    ["no-price.csv --currency GBP", 1, "no column for price (headers: model, year, mileage)"],
    ["no-mileage.csv", 1, "no column for year and mileage"],
    ["only-headers.csv", 1, "has headers but no rows"],
    ["long.csv --currency GBP --rate 1.25", 1, "long.csv, line 3: longer than a million"],
    ["cars.csv plain.csv --rate 1.25 --currency GBP", 1, "has no known header"],
  ])("%s exits with %d and a one-line message", async (line, code, message) => {
    given("cars.csv", "model,price,year,mileage\nA4,12000,2017,30000\n");
    given("plain.csv", "a,b\n1,2\n");
    given("no-price.csv", "model,year,mileage\nA4,2017,30000\n");
    given("no-mileage.csv", "model,price\nA4,£12000\n");
    given("only-headers.csv", "model,price,year,mileage\n");
    given(
      "long.csv",
      `model,price,year,mileage\nA4,12000,2017,30000\n${"x".repeat(1_000_001)}\nA4,12000,2017,30000\n`,
    );
    expect(await run(line)).toBe(code);
    expect(shop.output.at(-1)).toContain(message);
    expect(shop.output.at(-1)).not.toContain("\n");
    expect(await storedCount()).toBe(0);
  });

  it("accepts sellers only", async () => {
    given("cars.csv", "model,price,year,mileage\nA4,12000,2017,30000\n");
    const buyer = `buyer-${randomUUID()}@marque.example`;
    await shop.db
      .insert(accountTable)
      .values({ id: randomUUID(), name: "Buyer", email: buyer, role: "Buyer" });
    expect(await runImport(["cars.csv", "--seller", buyer])).toBe(1);
    expect(shop.output.at(-1)).toContain("is a buyer, not a seller");
    expect(await runImport(["cars.csv", "--seller", "unknown@marque.example"])).toBe(1);
    expect(shop.output.at(-1)).toContain("There is no account");
    await shop.db.update(accountTable).set({ deletedAt: new Date() });
    expect(await run("cars.csv --rate 1.25")).toBe(1);
    expect(shop.output.at(-1)).toContain("There is no account");
  });
});

it("keeps whole batches when stopped, and finishes when run again", async () => {
  const rows = Array.from({ length: 2_500 }, (_, index) => `A4,£${12_000 + index},2017,30000`);
  given("cars.csv", `model,price,year,mileage\n${rows.join("\n")}\n`);
  // The progress bar is drawn after each batch. Its first drawing triggers Ctrl-C.
  const terminal = Object.getOwnPropertyDescriptor(process.stderr, "isTTY");
  Object.defineProperty(process.stderr, "isTTY", { value: true, configurable: true });
  const drawing = vi
    .spyOn(process.stderr, "write")
    .mockImplementation(() => process.emit("SIGINT"));
  const code = await run("cars.csv --rate 1.25").finally(() => {
    drawing.mockRestore();
    Object.defineProperty(
      process.stderr,
      "isTTY",
      terminal ?? { value: undefined, configurable: true },
    );
  });
  expect(code).toBe(130);
  const count = await storedCount();
  expect(count).toBe(1_000);
  await run("cars.csv --rate 1.25");
  expect(totals()).toEqual([2_500, 1_500, 1_000, 0]);
  expect(await storedCount()).toBe(2_500);
});

test("records one key for a registration of one row, which depends on the shop's secret", async () => {
  const file = given(
    "plates.csv",
    [
      "Registration,Make,Model,Year,Price,Mileage",
      "KL21 ABC,BMW,X5,2019,30001,10001",
      "TBC-2019,BMW,X5,2019,30002,10002",
      "tbc2019,BMW,X5,2019,30003,10003",
      "2019,BMW,X5,2019,30004,10004",
      "",
    ].join("\n"),
  );
  // Imported again after the listings forgot their rows, so that the same seller has the same cars twice.
  for (const secret of ["a", "b"]) {
    vi.stubEnv("AUTH_SECRET", secret.repeat(40));
    expect(await run(`${file} --currency USD --distance-unit mi`)).toBe(0);
    await shop.db.update(listingTable).set({ importFingerprint: null });
  }
  const { rows } = await shop.db.execute<{ key: string }>(sql`
    select encode(car_key, 'hex') as key from car_event
    join listing on listing.id = car_event.listing_id where kind = 'identified'`);
  expect(rows.map(({ key }) => key)).toEqual(
    Array.from({ length: 2 }, () => expect.stringMatching(/^03[\da-f]{64}$/)),
  );
  expect(rows[0]!.key).not.toBe(rows[1]!.key);
});
