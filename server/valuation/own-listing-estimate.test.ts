import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { categoryIdOf } from "#shared/makes/sold-makes.ts";
import type { RatedCar } from "#shared/valuation/valuation-contract.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { testMarket } from "#testing/valuation/market.ts";
import { trainVersion } from "./train-version.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;

// A shop filled from feeds: every car states fuel economy and tax, and thirsty cars cost more.
beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller" });
  const rows = testMarket(600).map(({ car: { miles, mpg: _mpg, ...car }, priceMinor }, at) => ({
    ...car,
    id: randomUUID(),
    sellerId: seller.id,
    name: `Car ${at}`,
    categoryId: categoryIdOf(car.make),
    mileage: miles,
    mileageUnit: "mi" as const,
    fuelEconomy: 20 + (at % 40),
    fuelEconomyUnit: "mpg_uk" as const,
    annualTaxMinor: 10_000 + (at % 7) * 5_000,
    resalePriceMinor: Math.round(priceMinor * (1.5 - (at % 40) / 50)),
  }));
  await shop.deps.db.insert(listingTable).values(rows);
  await trainVersion(shop.deps.db);
  await shop.deps.valuation.refresh();
});
afterAll(() => shop.close());

const described = {
  make: "BMW",
  model: "3 Series",
  bodyType: "saloon",
  year: 2021,
  mileage: 40_000,
  mileageUnit: "mi",
  fuel: "petrol",
  transmission: "automatic",
} as const;
const form = { ...described, year: "2021", mileage: "40000", engineSize: "2" };
const unseen = { fuelEconomy: 25, fuelEconomyUnit: "mpg_uk", annualTaxMinor: 35_000 } as const;
const aCar = (given: Partial<Parameters<typeof aListing>[1]> = {}) =>
  aListing(shop.deps, {
    sellerId: seller.id,
    ...described,
    engineSizeCc: 2_000,
    ...unseen,
    ...given,
  });

const query = (parameters: Record<string, string>) => new URLSearchParams(parameters).toString();
const estimate = (id: string, parameters: Record<string, string> = form, { token } = seller) =>
  shop.call("GET", `/api/products/${id}/estimate?${query(parameters)}`, { token });

test("the edit page of a car from a feed gives the estimate of the car's page", async () => {
  const car = await aCar();
  await shop.deps.catalogue.refresh();
  const page = (await shop.call("GET", `/api/listings/${car.id}/valuation`)).body as RatedCar;
  const own = await estimate(car.id);
  expect(own.body).toMatchObject({
    isEstimated: true,
    estimate: page.estimate,
    low: page.low,
    high: page.high,
    basis: page.basis,
  });
  // Without them, the car looks like one with a usual fuel economy.
  const withoutFacts = (await shop.call("GET", `/api/valuation/estimate?${query(form)}`))
    .body as RatedCar;
  expect(withoutFacts.estimate).not.toBeCloseTo(page.estimate, 0);
});

test("what the seller types replaces what the listing states", async () => {
  const car = await aCar();
  const older = await aCar({ year: 2015 });
  await shop.deps.catalogue.refresh();
  const page = (await shop.call("GET", `/api/listings/${older.id}/valuation`)).body as RatedCar;
  const typed = await estimate(car.id, { ...form, year: "2015" });
  expect(typed.body).toMatchObject({ estimate: page.estimate });
});

test("a car that is off sale for a while has them, too", async () => {
  const car = await aCar();
  const offSale = await aCar({ withdrawnAt: new Date(), offSaleAt: new Date() });
  const answers = await Promise.all(
    [car, offSale].map(async ({ id }) => (await estimate(id)).body),
  );
  expect(answers[1]).toEqual(answers[0]);
});

test("answers 404 for a car of another seller, a deleted one, and an unknown or malformed id", async () => {
  const other = await anAccount(shop.deps, { role: "Seller" });
  const theirs = await aCar({ sellerId: other.id });
  const deleted = await aCar({ withdrawnAt: new Date() });
  for (const id of [theirs.id, deleted.id, randomUUID(), "1"])
    expect([id, (await estimate(id)).status]).toEqual([id, 404]);
  expect((await estimate(theirs.id, form, other)).status).toBe(200);
});
