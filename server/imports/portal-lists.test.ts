import { expect, it } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";
import { zipOf } from "#testing/imports/zip-of.ts";

/** Each row as its make, year, price and mileage, or the reason for refusing it. */
async function read(files: Record<string, string | Buffer>, options: string) {
  const rows = await readFeedRows(files, options);
  return rows.map(({ car, kind, notes }) =>
    car
      ? `${car.make} ${car.model} ${car.year}, ${car.sourcePriceMinor / 100} ${car.sourceCurrency}, ${car.mileage} ${car.mileageUnit}`
      : `${kind} ${notes.join("; ")}`,
  );
}
const readJson = (content: unknown, options: string) =>
  read({ "feed.json": JSON.stringify(content) }, options);

it("reads named facts whose value is a list of one", async () => {
  const fact = ([key, value]: [string, string]) => ({
    key,
    value,
    values: [value],
    value_label: value,
    generic: true,
  });
  const facts = { brand: "Audi", model: "A4", regdate: "2018", mileage: "98000" };
  const ad = { price: [24_900], attributes: Object.entries(facts).map(fact) };
  expect(await readJson({ ads: [ad] }, "--currency EUR --distance-unit km")).toEqual([
    "Audi A4 2018, 24900 EUR, 98000 km",
  ]);
  const listed = { "CAR_MODEL/MAKE": "BMW", "CAR_MODEL/MODEL": "320", YEAR_MODEL: "2018" };
  const more = { MILEAGE: "98000", PRICE: "23990", PRICE_FOR_DISPLAY: "€ 23.990" };
  const attribute = Object.entries({ ...listed, ...more }).map(([name, value]) => ({
    name,
    values: [value],
  }));
  const content = { adverts: [{ attributes: { attribute } }, { attributes: { attribute } }] };
  const car = "BMW 320 2018, 23990 EUR, 98000 km";
  expect(await readJson(content, "--currency EUR --distance-unit km")).toEqual([car, car]);
});

it("reads named facts whose value is an object", async () => {
  const params = (facts: Record<string, string>) => [
    {
      key: "price",
      name: "Cena",
      type: "price",
      value: { value: 24_900, currency: "PLN", label: "24 900 zł" },
    },
    ...Object.entries(facts).map(([key, label]) => ({
      key,
      name: key,
      type: "select",
      value: { key: `id-${label}`, label },
    })),
  ];
  const facts = { model: "Seria 3", year: "2008", milage: "250 000 km" };
  const data = [
    { id: 1, params: params(facts) },
    { id: 2, params: params({ ...facts, condition: "Uszkodzony" }) },
  ];
  expect(await readJson({ data }, "--make BMW")).toEqual([
    "BMW 3 Series 2008, 24900 PLN, 250000 km",
    expect.stringContaining("Uszkodzony"),
  ]);
});

it("reads lists of which most entries are line breaks", async () => {
  const car = { Make: "\nAudi\n", Model: ["\n", "A1", "\n"], price: 15_770, km: "56,013 km" };
  const ads = [1, 2].map(() => ({ ...car, "First Registration": ["\n", "2016", "\n"] }));
  const read = "Audi A1 2016, 15770 EUR, 56013 km";
  expect(await readJson(ads, "--currency EUR")).toEqual([read, read]);
});

it("reads prices in cents beside their type, which can be a bid or a reservation", async () => {
  const ad = (priceType: string) => ({
    make: "BMW",
    model: "X5",
    year: 2018,
    mileage: 98_000,
    priceInfo: { priceCents: 2_495_000, priceType },
  });
  const listings = ["FIXED", "MIN_BID", "RESERVED", "NOTK"].map(ad);
  expect(await readJson({ listings }, "--currency EUR --distance-unit km")).toEqual([
    "BMW X5 2018, 24950 EUR, 98000 km",
    expect.stringContaining("not the price of a purchase"),
    expect.stringContaining("not offered"),
    expect.stringContaining("not offered"),
  ]);
});

it("reads an archive with a note, and names the file that cannot be read", async () => {
  const feed = "make,model,year,price,mileage\nBMW,X5,2018,17000,30000\n";
  const options = "--currency GBP";
  const files = { "cars.csv": feed, "README.txt": "All our cars.", "__MACOSX/._cars.csv": "x" };
  expect(await read({ "stock.zip": zipOf(files) }, options)).toEqual([
    "BMW X5 2018, 17000 GBP, 30000 mi",
  ]);
  const broken = zipOf({ "cars.csv": feed, "prices.csv": "17000,30000\n" });
  await expect(read({ "stock.zip": broken }, options)).rejects.toThrow(
    /^stock\.zip\/prices\.csv: the first row has no known header/,
  );
});

it("reads a German stock system's list with months by name and prices of purchase and sale", async () => {
  const csv = [
    "Marke;Modell;EZ;km-Stand;VK-Preis brutto;EK-Preis;HU",
    "BMW;118i;Mrz. 2019;45300 km;17990 EUR;15000 EUR;Neu",
    "Audi;A3;5. Dezember 2018;61000 km;16990 EUR;14000 EUR;12/2026",
  ].join("\r\n");
  expect(await read({ "bestand.csv": csv }, "")).toEqual([
    "BMW 118i 2019, 17990 EUR, 45300 km",
    "Audi A3 2018, 16990 EUR, 61000 km",
  ]);
});

it("reads a vehicle ads feed with the further images of each car", async () => {
  const image = (name: string) => `https://dealer.example/${name}.jpg`;
  const head =
    "id\tmake\tmodel\tyear\tmileage\tprice\timage_link\tadditional_image_link\tvehicle_msrp";
  const row = `A1\tBMW\t330i\t2019\t34,500 miles\t23,995.00 USD\t${image("a")}\t${image("b")},${image("c")}\t45,000 USD`;
  const rows = await readFeedRows({ "vehicles.txt": `${head}\n${row}\n` }, "");
  expect(rows).toMatchObject([
    {
      car: {
        mileage: 34_500,
        mileageUnit: "mi",
        sourcePriceMinor: 2_399_500,
        sourceCurrency: "USD",
      },
      source: { imageUrls: ["a", "b", "c"].map(image) },
    },
  ]);
});
