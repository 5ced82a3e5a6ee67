import { expect, it } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";

const car = { make: "BMW", model: "X5", year: 2019, km: 45_000 };

/** A row's price in major units, or why it is refused. */
async function read(name: string, content: string): Promise<string | undefined> {
  const [row] = await readFeedRows({ [name]: content }, "");
  if (row?.car) return `${row.car.sourcePriceMinor} ${row.car.sourceCurrency}`;
  return row?.notes.join("; ");
}
const readJson = (price: object) => read("feed.json", JSON.stringify([{ ...car, ...price }]));

it.each<[string, object]>([
  ["an amount", { amount: 49_900, currency: "EUR" }],
  ["decimals", { amount: 49_900.0, currency: "EUR" }],
  ["a unit", { amount: 4_990_000, unit: "cents", currency: "EUR" }],
  ["a unit of euro cents", { value: "4990000", unit: "Eurocent", currency: "EUR" }],
  ["minor as a unit", { amount: 4_990_000, unit: "minor", currency: "EUR" }],
  ["major as a unit", { amount: 49_900, unit: "major", currency: "EUR" }],
  ["the currency as a unit", { amount: 49_900, unit: "EUR", currency: "EUR" }],
  ["a flag", { amount: 4_990_000, minorUnits: true, currency: "EUR" }],
  ["a flag that is false", { amount: 49_900, isMinor: false, currency: "EUR" }],
  ["commercetools", { centAmount: 4_990_000, currencyCode: "EUR", fractionDigits: 2 }],
  ["both amounts", { amount: 49_900, centAmount: 4_990_000, currency: "EUR" }],
  ["cents alone", { cents: 4_990_000, currency: "EUR" }],
  ["no more cents", { amount: 49_900, cents: 0, currency: "EUR" }],
  ["minor units alone", { minorUnits: 4_990_000, currency: "EUR" }],
  ["amountInCents", { amountInCents: 4_990_000, currency: "EUR" }],
])("reads a price with %s", async (_, price) => {
  expect(await readJson({ price })).toBe("4990000 EUR");
});

it.each([
  ["price_cents,currency", "4990000,EUR"],
  ["priceInCents,currency", "4990000,EUR"],
  ["Price (cents),Currency", "4990000,EUR"],
  ["price,price_unit,currency", "4990000,cents,EUR"],
  ["price,price_minor,currency", "49900,4990000,EUR"],
])("reads the columns %s", async (headers, cells) => {
  const csv = `make,model,year,km,${headers}\nBMW,X5,2019,45000,${cells}\n`;
  expect(await read("feed.csv", csv)).toBe("4990000 EUR");
});

it("reads cents of XML, and a currency without cents", async () => {
  const xml = (price: string) =>
    `<cars><car><make>BMW</make><model>X5</model><year>2019</year><km>45000</km>${price}</car><car/></cars>`;
  expect(await read("a.xml", xml('<price unit="cents" currency="EUR">4990000</price>'))).toBe(
    "4990000 EUR",
  );
  expect(
    await read(
      "b.xml",
      xml("<price><amount>4990000</amount><unit>minor</unit><currency>EUR</currency></price>"),
    ),
  ).toBe("4990000 EUR");
  expect(await read("c.xml", xml('<price exponent="2" currency="EUR">4990000</price>'))).toContain(
    "whole units or in cents",
  );
  const yen = { centAmount: 4_990_000, currencyCode: "JPY", fractionDigits: 0 };
  expect(await readJson({ price: yen })).toBe("4990000 JPY");
});

it.each<[string, object]>([
  ["an exponent", { amount: 4_990_000, currency: "EUR", exponent: 2 }],
  ["fraction digits alone", { amount: 4_990_000, currency: "EUR", fractionDigits: 2 }],
  ["digits of the currency", { amount: 49_900, currency: { code: "EUR", decimals: 2 } }],
  [
    "other digits than the currency",
    { centAmount: 49_900_000, currency: "EUR", fractionDigits: 3 },
  ],
  ["an unknown unit", { amount: 4_990_000, currency: "EUR", unit: "points" }],
  ["a count of minor units", { amount: 4_990_000, currency: "EUR", minorUnits: 2 }],
  ["cents beside it", { amount: 49_900, currency: "EUR", cents: 50 }],
])("refuses a price with %s", async (_, price) => {
  expect(await readJson({ price })).toMatch(/whole units or in cents/);
});

it("refuses decimals of a cent, and amounts that contradict each other", async () => {
  const price = { amount: 49_900.5, unit: "cents", currency: "EUR" };
  expect(await readJson({ price })).toContain('"49900.5" is not a whole number of cents');
  const centAmount = { amount: 49_900, centAmount: 4_880_000, currency: "EUR" };
  expect(await readJson({ price: centAmount })).toMatch(/whole units or in cents/);
});

it("reads a price whose object the operator mapped", async () => {
  const price = { amount: 49_900, currency: "EUR", exponent: 2 };
  const [row] = await readFeedRows(
    {
      "feed.json": JSON.stringify([{ ...car, price }]),
      "map.json": JSON.stringify({ "price/amount": "price" }),
    },
    "--map map.json",
  );
  expect(row?.car?.sourcePriceMinor).toBe(4_990_000);
});

it.each<[string, object]>([
  ["a period", { amount: 3_990, currency: "EUR", period: "month" }],
  ["a type of net", { amount: 25_000, currency: "EUR", type: "net" }],
  ["no tax included", { amount: 25_000, currency: "EUR", vatIncluded: false }],
  ["a flag for net", { amount: 25_000, currency: "EUR", isNet: true }],
])("refuses an amount with %s", async (_, price) => {
  expect(await readJson({ price })).toMatch(/not the price of a purchase|without tax/);
});

it.each([
  ["price_type", "monthly", null],
  ["price_type", "net", null],
  ["price_type", "fixed", "2500000 EUR"],
  ["VAT", "excluded", null],
  ["VAT Status", "Margin", "2500000 EUR"],
  ["vat_included", "no", null],
  ["vat_included", "yes", "2500000 EUR"],
  ["VAT", "19", "2500000 EUR"],
])("reads a price whose column %s says %s", async (header, text, price) => {
  const csv = `make,model,year,km,price,currency,${header}\nBMW,X5,2019,45000,25000,EUR,${text}\n`;
  const result = await read("feed.csv", csv);
  if (price !== null) expect(result).toBe(price);
  else expect(result).toMatch(/not the price of a purchase|without tax/);
});
