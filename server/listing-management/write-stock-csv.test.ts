import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { carDetails } from "#shared/listings/car-details.ts";
import {
  conditions,
  drives,
  fuels,
  serviceHistories,
  transmissions,
} from "#shared/listings/listing.ts";
import { bodyTypes } from "#shared/makes/body-type.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller", location: "Reno" });
});
afterAll(() => shop.close());

type Given = Partial<Parameters<typeof aListing>[1]>;
let serial = 0;
const aCar = (given: Given = {}) =>
  aListing(shop.deps, {
    sellerId: seller.id,
    make: "Audi",
    model: "A4",
    year: 2019,
    mileage: 41_000 + ++serial,
    mileageUnit: "mi",
    purchaseYear: null,
    ...given,
  });
const exported = (query = "", token = seller.token) =>
  shop.call("GET", `/api/addproduct.csv${query}`, { token });

const dangerous = [
  `=HYPERLINK("http://a.example","x")`,
  "+1 owner",
  "-2 keys",
  "@SUM(A1)",
  " =1+1",
  "\t=1+1",
  "＝1+1",
  "＋1",
  "－1",
  "＠SUM(A1)",
  "|cmd",
  "'=1+1",
];
const texts = [
  "",
  'Say "hi", twice',
  "Two\nlines",
  "Tab\there",
  "Zoë’s über-car ✓",
  "a;b,c",
  "  x ",
];

/** Cars with every value of each fact, and with texts that are hard to write as CSV. */
const cars: Given[] = [
  ...fuels.map((fuel) => ({ fuel })),
  ...transmissions.map((transmission) => ({ transmission })),
  ...bodyTypes.map((bodyType) => ({ bodyType, make: "BMW" as const, model: "3 Series" })),
  ...conditions.map((condition) => ({ condition })),
  ...[...dangerous, ...texts].map((description) => ({ description })),
  ...dangerous.map((location) => ({ location })),
  { mileageUnit: "km" },
  { resalePriceMinor: 1_234_567, annualTaxMinor: 14_550 },
  { resalePriceMinor: 99_900 },
  { mileage: 0 },
  { engineSizeCc: 1_998, vin: "WAUZZZ8K9AA000001", colour: "Daytona Gray" },
  { engineSizeCc: 2_000, colour: "Schwarz" },
  { fuelEconomy: 45.6, fuelEconomyUnit: "mpg_uk" },
  { fuelEconomy: 31, fuelEconomyUnit: "mpg_us" },
  { fuelEconomy: 7.25, fuelEconomyUnit: "l_100km" },
  { make: "Mercedes-Benz", model: "C Class", year: 1_998, condition: null },
  ...drives.map((drive) => ({ details: { drive } })),
  ...serviceHistories.map((serviceHistory) => ({ details: { serviceHistory } })),
  ...dangerous.map((text) => ({ details: carDetails.parse({ trim: text, options: [text] }) })),
  { details: { previousKeepers: 0, doors: 5, seats: 7, powerKw: 251 } },
  { details: { firstRegistration: "2019-11", advertUrl: "https://dealer.example/1?a=b&c=d" } },
  { details: { options: ["Wheels, 19 inch"] } },
  { details: { options: ["Seats; heated", "Motor 2,0", 'Trim "Oak"'] } },
];

test("the importer reads the same facts of every car from the export", async () => {
  const listings = [];
  for (const given of cars) listings.push(await aCar(given));
  const { status, headers, body } = await exported();
  expect(status).toBe(200);
  expect(headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(headers["content-disposition"]).toContain("attachment");
  const rows = await readFeedRows({ "stock.csv": String(body) }, "");
  expect(rows.filter(({ car }) => !car)).toEqual([]);
  const byStock = new Map(rows.map((row) => [row.source?.stockNumber, row]));
  expect(byStock.size).toBe(cars.length);
  for (const listing of listings) {
    const { car, source, notes } = byStock.get(listing.id)!;
    expect(notes).toEqual([]);
    expect(source?.title).toBe(listing.name);
    const { advertUrl = null, options = [], ...details } = listing.details ?? {};
    expect(source).toMatchObject({ ...details, advertUrl, options });
    expect(car).toMatchObject({
      make: listing.make,
      model: listing.model,
      year: listing.year,
      mileage: listing.mileage,
      mileageUnit: listing.mileageUnit,
      sourcePriceMinor: listing.resalePriceMinor,
      sourceCurrency: "USD",
      sourceTaxMinor: listing.annualTaxMinor,
      condition: listing.condition,
      fuel: listing.fuel,
      transmission: listing.transmission,
      vin: listing.vin,
      engineSizeCc: listing.engineSizeCc,
      colour: listing.colour,
      fuelEconomy: listing.fuelEconomy,
      fuelEconomyUnit: listing.fuelEconomyUnit,
      description: listing.description.trim(),
      location: listing.location.trim(),
      ...(listing.bodyType && { bodyType: listing.bodyType, bodyTypeTypical: false }),
    });
  }
});

test("no cell starts with what a spreadsheet runs as a formula", async () => {
  const { body } = await exported();
  const cells = [...String(body).matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = ""]) => cell);
  expect(cells.length).toBeGreaterThan(cars.length * 10);
  for (const cell of cells) expect(cell).not.toMatch(/^[ \t\r\n\u00a0]*[=+\-@＝＋－＠|%]/u);
});

test("exports the filtered cars, sold ones only if asked for, and no others", async () => {
  const dealer = await anAccount(shop.deps, { role: "Seller" });
  const own = (given: Given = {}) => aCar({ sellerId: dealer.id, ...given });
  const one = await own({ resalePriceMinor: 100_000 });
  const sold = await own({ resalePriceMinor: 200_000 });
  const deleted = await own({ withdrawnAt: new Date() });
  const { id: buyerId } = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: sold.id, buyerId, state: "paid" });
  const ids = async (query: string) =>
    [...String((await exported(query, dealer.token)).body).matchAll(/"([\da-f-]{36})"/g)].map(
      ([, id]) => id,
    );
  expect(await ids("?sort=price")).toEqual([one.id]);
  expect(await ids("?status=sold")).toEqual([sold.id]);
  expect(await ids("?status=available")).toEqual([one.id]);
  expect(await ids(`?q=${deleted.id}`)).toEqual([]);
  expect(await ids(`?q=${randomUUID()}`)).toEqual([]);
  expect((await exported("?seller=x", dealer.token)).status).toBe(400);
});

test("reads more cars than fit on one page", async () => {
  const dealer = await anAccount(shop.deps, { role: "Seller" });
  await shop.deps.pool.query(
    `insert into listing (id, seller_id, name, make, category_id, model, year, mileage, mileage_unit, resale_price_minor)
     select gen_random_uuid(), $1, 'Audi A4', 'Audi', 3, 'A4', 2019, n, 'km', 1000000 from generate_series(1, 1203) n`,
    [dealer.id],
  );
  const { body } = await exported("", dealer.token);
  const mileages = String(body)
    .split("\r\n")
    .slice(1, -1)
    .map((line) => Number(line.split('","')[7]));
  expect(new Set(mileages).size).toBe(1_203);
});
