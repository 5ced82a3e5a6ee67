import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { readAllListings } from "./all-listings-store.ts";
import { carReader, type Car } from "./car.ts";
import { selectListingRows } from "./listing-row-store.ts";
import { carPresenter } from "./present-car.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

async function insertEveryKind(): Promise<void> {
  const { deps } = shop;
  const verified = await anAccount(deps, { role: "Seller", isVerified: true, location: "Porto" });
  await deps.db.execute(
    sql`update account set verified_at = '2024-02-29T23:59:59.987654+05:30', verification_checks = '{identity,phone}' where id = ${verified.id}`,
  );
  const suspended = await anAccount(deps, { role: "Seller", suspendedAt: new Date() });
  const deleted = await anAccount(deps, { role: "Seller", deletedAt: new Date() });
  const buyer = await anAccount(deps);
  await aListing(deps, { sellerId: verified.id });
  await aListing(deps, {
    sellerId: verified.id,
    name: `The "M3", ‘Größe’ \\ 7\n`,
    model: "3 Series",
    year: 2018,
    mileage: 0,
    mileageUnit: "km",
    fuel: "plug-in hybrid",
    transmission: "semi-automatic",
    engineSizeCc: 1_995,
    bodyType: "estate",
    bodyTypeTypical: true,
    fuelEconomy: 45.6,
    fuelEconomyUnit: "mpg_uk",
    annualTaxMinor: 9_007_199_254_740,
    colour: "Blau, metallic",
    vin: "WBA00000000000001",
    condition: "Good",
    location: "São Paulo",
    description: "",
    photos: [{ image: "/images/a", alt: `"quoted", and more` }],
    originalPriceMinor: 12_345_678_901,
    resalePriceMinor: 1,
    purchaseYear: 2019,
    usedYears: 3,
    isAdvertised: true,
    createdAt: new Date("2001-09-09T01:46:40.001Z"),
    updatedAt: new Date("2026-01-01T00:00:00.000Z"),
  });
  await aListing(deps, { sellerId: suspended.id, createdAt: new Date("1999-12-31T23:59:59.120Z") });
  await aListing(deps, { sellerId: deleted.id });
  await aListing(deps, { sellerId: verified.id, saleReversedAt: new Date() });
  await aListing(deps, { sellerId: verified.id, withdrawnAt: new Date() });
  await aListing(deps, { sellerId: verified.id, removedAt: new Date() });
  const reported = await aListing(deps, { sellerId: verified.id });
  await deps.db.execute(
    sql`insert into report (id, listing_id, reporter_id) values (${randomUUID()}, ${reported.id}, ${buyer.id})`,
  );
  for (const state of ["held", "paid", "partly_refunded", "cancelled"] as const) {
    const { id: listingId } = await aListing(deps, { sellerId: verified.id });
    await aBooking(deps, { listingId, buyerId: buyer.id, state });
  }
}

test("reads all listings with the same facts as each on its own", async () => {
  await insertEveryKind();
  const { db, pool } = shop.deps;
  const { fromRow, fromListing } = carReader();
  const read = new Map<string, Car | null>();
  for await (const { rows, sellers } of readAllListings(pool))
    for (const row of rows) read.set(row.id, fromListing(row, sellers.get(row.sellerId)!));
  const expected = (await selectListingRows(db)).map(fromRow).filter((car) => car !== null);
  const cars = [...read.values()].filter((car) => car !== null);
  expect(cars).toHaveLength(expected.length);
  expect(expected.length).toBe(9);
  for (const car of expected) {
    expect(read.get(car.id)!.facts).toEqual(car.facts);
    expect(read.get(car.id)!.looksLike(car)).toBe(true);
    expect(read.get(car.id)!.status).toBe(car.status);
  }
  expect(new Set(cars.map((car) => car.status))).toEqual(
    new Set(["available", "reserved", "sold", "off_sale"]),
  );
  // Cars of a seller share what is the seller's.
  expect(new Set(cars.map((car) => car.seller)).size).toBe(2);
});

test("keeps the answers about a car in memory of their own, not in a pool that others share", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const { id } = await aListing(shop.deps, { sellerId: seller.id, name: "Größe 7 €" });
  const row = (await selectListingRows(shop.deps.db)).find((one) => one.id === id)!;
  const car = carReader().fromRow(row)!;
  const { listed, whole } = carPresenter("USD", () => new Date()).encode(car);
  for (const answer of [listed, whole])
    expect(JSON.parse(answer.toString())).toMatchObject({ _id: id, name: "Größe 7 €" });
  const buffers = new Set([listed.buffer, whole.buffer]);
  const bytes = [...buffers].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(bytes).toBe(listed.length + whole.length);
});
