import { describe, expect, it } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";

/** Each row as its model, year, price and mileage, or the reason for refusing it. */
async function read(options: string, ...lines: string[]) {
  const rows = await readFeedRows({ "feed.csv": `${lines.join("\n")}\n` }, options);
  return rows.map(({ car, kind, notes }) =>
    car
      ? `${car.make} ${car.model} ${car.year}, ${car.sourcePriceMinor} ${car.sourceCurrency}, ${car.mileage} ${car.mileageUnit}`
      : `${kind} ${notes.join("; ")}`,
  );
}
const contains = (text: string) => expect.stringContaining(text) as string;

describe("prices", () => {
  it.each([
    ["₹ 18.5 Lakh", "INR", "1850000"],
    ["Rs. 45 Lakhs", "INR", "4500000"],
    ["Rs.45 Lakh", "INR", "4500000"],
    ["1.25 Crore", "INR", "12500000"],
    ["₹ 32,50,000", "INR", "3250000"],
    ["1,25,00,000", "INR", "12500000"],
    ["248万円", "JPY", "2480000"],
    ["¥2,480,000", "JPY", "2480000"],
    ["23.98万", "CNY", "239800"],
    ["1390 тыс. ₽", "RUB", "1390000"],
    ["1,39 млн ₽", "RUB", "1390000"],
    ["33 500 ₼", "AZN", "33500"],
    ["1.2 million", "SEK", "1200000"],
    ["Kr.219.900", "DKK", "219900"],
  ])("reads %s", async (price, currency, amount) => {
    const decimal = /\d[,.]\d\d\d$|млн/.test(price) && !price.includes("¥") ? "comma" : "point";
    const mark = /\d,\d\d,\d{3}/.test(price) ? "point" : decimal;
    const [row] = await readFeedRows(
      { "feed.csv": `make;model;year;km;price\nBMW;X5;2012;45000;${price}\n` },
      `--currency ${currency} --decimal ${mark}`,
    );
    const { car, notes } = row!;
    expect(notes).toEqual([]);
    const digits = ["JPY"].includes(currency) ? 0 : 2;
    expect(car?.sourcePriceMinor).toBe(Number(amount) * 10 ** digits);
  });

  it.each(["1,250 lakh", "₹ 40 L", "98 lacs crore"])("refuses %s", async (price) => {
    const csv = ["make;model;year;km;price", `BMW;X5;2012;45000;${price}`];
    const [row] = await read("--currency INR --decimal point", ...csv);
    expect(row).toMatch(/^faults price/);
  });

  it("are refused if their sign is of another country", async () => {
    const csv = ["make,model,year,km,price", "BMW,X5,2012,45000,Rs 3250000"];
    expect(await read("--currency EUR", ...csv)).toEqual([contains("the price is in INR or PKR")]);
  });
});

it.each([
  ["98 тыс. км", "98000 km"],
  ["98 тис. км", "98000 km"],
  ["98 000 км", "98000 km"],
  ["1,02,450 km", "102450 km"],
])("reads the mileage %s", async (mileage, expected) => {
  const csv = ["make;model;year;mileage;price", `BMW;X5;2012;${mileage};9000`];
  expect(await read("--currency EUR --decimal point", ...csv)).toEqual([contains(expected)]);
});

it.each([
  ["H29", "2017"],
  ["H29.3", "2017"],
  ["R2", "2020"],
  ["平成29年", "2017"],
  ["2017年3月", "2017"],
])("reads the Japanese year %s", async (year, expected) => {
  const csv = ["maker;model;year;km;price", `BMW;X5;${year};45000;2480000`];
  expect(await read("--currency JPY", ...csv)).toEqual([contains(` ${expected}, `)]);
});

it("reads no year from an era that was shorter", async () => {
  const csv = ["maker;model;year;km;price", "BMW;X5;H40;45000;2480000"];
  expect(await read("--currency JPY", ...csv)).toEqual([contains('"H40" is not a year')]);
});

it("reads models from titles in a feed without a column for them", async () => {
  const rows = await read(
    "--currency INR",
    "name,year,selling_price,km_driven",
    "BMW X1 sDrive 20d xLine,2017,2150000,45000",
    "2018 Mercedes-Benz E-Class E 220 d,2018,4150000,45000",
    "Maruti Swift Dzire VDI,2014,450000,145500",
    "Audi A4 or BMW 320d,2014,450000,145500",
    "Sports seats for a BMW X5,2014,450000,145500",
  );
  expect(rows).toEqual([
    "BMW X1 sDrive 20d xLine 2017, 215000000 INR, 45000 km",
    "Mercedes-Benz E-Class E 220 d 2018, 415000000 INR, 45000 km",
    contains("otherMake"),
    contains("names two makes"),
    contains("otherMake"),
  ]);
});

it.each([
  ["manufacturer_name,model_name,year_produced,odometer_value,price_eur"],
  ["Vehicle_brand,Vehicle_model,Production_year,km_driven,Price"],
  ["Maker,Model,Year/Month,Kilometers_Driven,Price"],
  ["Make__c,Model__c,Model_Year__c,Mileage__c,Price__c"],
  ["brand,model,productionDate,mileage,price"],
])("reads the headers %s", async (headers) => {
  const csv = [headers, "BMW,X5,2012,45000,9000"];
  expect(await read("--currency EUR --distance-unit km", ...csv)).toEqual([
    "BMW X5 2012, 900000 EUR, 45000 km",
  ]);
});

it("takes the model year for the year, beside a date of production", async () => {
  const csv = [
    "make,model,model_year,productionDate,km,price",
    "BMW,X5,2012,2011-11-03,45000,9000",
  ];
  expect(await read("--currency EUR", ...csv)).toEqual(["BMW X5 2012, 900000 EUR, 45000 km"]);
});

it.each([
  ["Clasa E", "E Class"],
  ["C-osztály", "C Class"],
  ["The 7", "7"],
])("reads the model %s", async (model, name) => {
  const make = model === "The 7" ? "BMW" : "Mercedes-Benz";
  const [row] = await read(
    "--currency EUR",
    "make;model;year;km;price",
    `${make};${model};2012;1;9000`,
  );
  expect(row).toContain(`${make} `);
  expect(row).toContain(name);
});

it("reads power, fuel and body as American and scraped feeds write them", async () => {
  const [row] = await readFeedRows(
    {
      "feed.csv":
        "make;model;year;km;price;power;fuel;body;wheel_system;owner_count\n" +
        "BMW;X5;2012;45000;9000;248 hp @ 5,200 RPM;Diesel (Particulate Filter);4D Sport Utility;AWD;2.0\n",
    },
    "--currency EUR",
  );
  expect(row?.car).toMatchObject({ fuel: "diesel", bodyType: "suv" });
  expect(row?.source).toMatchObject({ powerKw: 185, drive: "all-wheel", previousKeepers: 2 });
});

it("reads points as decimal marks in Mexican feeds, unlike in Chilean ones", async () => {
  const headers = "Marca;Modelo;Año;Kilometraje;Precio";
  expect([
    ...(await read(
      "--currency MXN",
      headers.replaceAll(";", ","),
      'BMW,X3,2019,"45,000 km","$ 589,900"',
    )),
    ...(await read("--currency CLP", headers, "BMW;X3;2019;45.000;$ 25.990.000")),
  ]).toEqual(["BMW X3 2019, 58990000 MXN, 45000 km", "BMW X3 2019, 25990000 CLP, 45000 km"]);
});

it.each([
  ["--currency USD", "price", "petrol"],
  ["--currency EUR", "price", null],
  ["--distance-unit km", "price_usd", null],
])("reads the fuel Gas with %s and %s as %s", async (options, price, fuel) => {
  const csv = `make,model,year,mileage,${price},fuel\nBMW,X5,2012,45000,9000,Gas\n`;
  const unit = options.includes("USD") ? options : `${options} --distance-unit km`;
  const [row] = await readFeedRows({ "feed.csv": csv }, unit);
  expect(row?.car?.fuel).toBe(fuel);
});
