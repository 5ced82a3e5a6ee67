import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { categoryIdOf } from "#shared/makes/sold-makes.ts";
import type { SearchAnswer } from "#shared/search/search-contract.ts";
import type { PriceModelState } from "#shared/valuation/price-model-contract.ts";
import type { RatedCar, Valuation } from "#shared/valuation/valuation-contract.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { anAccount, aListing } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { decodeModel, encodeModel } from "./model/model-file.ts";
import { testMarket } from "#testing/valuation/market.ts";
import { trainVersion } from "./train-version.ts";
import { valuationVersionTable } from "./valuation-table.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let sellerId: string;
const fewAudis = 12;
/** The same in each run, because a car's id decides whether it is kept apart. */
const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;

// A shop of BMWs and Mercedes with a few Audis of the models A3 and A6, and one TT.
beforeAll(async () => {
  shop = await createTestApp();
  sellerId = (await anAccount(shop.deps, { role: "Seller" })).id;
  const cars = testMarket(900);
  const audis = cars.filter(({ car }) => car.make === "Audi").slice(0, fewAudis);
  const rows = [...cars.filter(({ car }) => car.make !== "Audi"), ...audis].map(
    ({ car: { miles, mpg: _mpg, ...car }, priceMinor }, at) => ({
      ...car,
      id: idOf(at),
      sellerId,
      name: `Car ${at}`,
      categoryId: categoryIdOf(car.make),
      resalePriceMinor: priceMinor,
      mileage: miles,
      mileageUnit: "mi" as const,
    }),
  );
  await shop.deps.db.insert(listingTable).values(rows);
  await trainVersion(shop.deps.db);
  await followVersion();
});
afterAll(() => shop.close());

async function followVersion(): Promise<void> {
  await shop.deps.valuation.refresh();
  await shop.deps.catalogue.refresh();
}

const facts = {
  make: "Audi",
  model: "TT",
  bodyType: "coupe",
  year: 2021,
  mileage: 40_000,
  mileageUnit: "mi",
  fuel: "petrol",
  transmission: "automatic",
  engineSizeCc: 2_000,
} as const;
const aCar = (given: Parameters<typeof aListing>[1] | object = {}) =>
  aListing(shop.deps, { sellerId, resalePriceMinor: 2_000_000, ...facts, ...given });
const valuationOf = async (id: string) =>
  (await shop.call("GET", `/api/listings/${id}/valuation`)).body as Valuation;

test("estimates a car of a make with few cars from other makes, without a label", async () => {
  const car = await aCar();
  const answer = (await valuationOf(car.id)) as RatedCar;
  expect(answer).toMatchObject({
    isRated: true,
    label: null,
    title: "Rough estimate",
    text: expect.stringMatching(/ similar cars of other makes$/),
    noLabel: "There are too few Audi cars here to say whether this is a good price.",
    basis: { level: "market" },
  });
  expect(answer.basis.cars).toBeGreaterThan(400);
  expect(answer.basis.cars).toBeLessThan(600);
  expect(answer.low).toBeLessThan(answer.estimate);
  expect(answer.high).toBeGreaterThan(answer.estimate);
  const sum = answer.adjustments.reduce((total, { amount }) => total + amount, answer.base);
  expect(sum).toBeCloseTo(answer.estimate, 6);
  const bmw = await aCar({ make: "BMW", model: "3 Series", bodyType: "saloon" });
  const valuation = (await valuationOf(bmw.id)) as RatedCar;
  expect(valuation).toMatchObject({ basis: { level: "model" }, noLabel: null });
  expect(answer.version.medianError).toBeGreaterThan(valuation.version.medianError);
  expect(answer.high / answer.low).toBeGreaterThan(valuation.high / valuation.low);
});

test("no list has a label for it, whatever its price is", async () => {
  const ids = await Promise.all(
    [300_000, 2_000_000, 20_000_000].map(
      async (resalePriceMinor) => (await aCar({ resalePriceMinor })).id,
    ),
  );
  await shop.deps.catalogue.refresh();
  const { body } = await shop.call("GET", "/api/listings?limit=200&make=Audi&sort=value");
  const { listings } = body as Pick<SearchAnswer, "listings">;
  const rated = listings.filter(({ _id }) => ids.includes(_id));
  expect(rated.map(({ priceRating }) => priceRating)).toEqual([null, null, null]);
});

test("estimates it for its seller like the same car once it is listed", async () => {
  const car = await aCar();
  const { estimate, low, high, basis } = (await valuationOf(car.id)) as RatedCar;
  const query =
    "make=Audi&model=TT&year=2021&mileage=40000&fuel=petrol&transmission=automatic&engineSize=2.0&bodyType=coupe";
  const { body } = await shop.call("GET", `/api/valuation/estimate?${query}`);
  expect(body).toEqual({ isEstimated: true, estimate, low, high, basis, currency: "USD" });
});

test("shows admins which makes have too few cars", async () => {
  const { token } = await anAccount(shop.deps, { role: "admin" });
  const { body } = await shop.call("GET", "/api/valuation/model", { token });
  const { current } = body as PriceModelState;
  expect(current!.market).toEqual([
    {
      make: "Audi",
      cars: fewAudis,
      others: expect.any(Number) as number,
      medianError: expect.any(Number) as number,
    },
  ]);
});

test("a version of an earlier release still says that there are too few cars", async () => {
  const [row] = await shop.deps.db.select().from(valuationVersionTable);
  const { id: _id, ...version } = row!;
  const { market: _marketStats, ...stats } = version.stats;
  const { market: _market, ...model } = decodeModel(version.model!)!;
  await shop.deps.db
    .insert(valuationVersionTable)
    .values({ ...version, stats, model: encodeModel(model) });
  await shop.deps.db
    .update(valuationVersionTable)
    .set({ model: null })
    .where(eq(valuationVersionTable.id, row!.id));
  await followVersion();
  expect(await valuationOf((await aCar()).id)).toEqual({
    isRated: false,
    reason: "There are too few Audi cars here to compare with.",
  });
  const { token } = await anAccount(shop.deps, { role: "admin" });
  const { body } = await shop.call("GET", "/api/valuation/model", { token });
  expect((body as PriceModelState).current!.market).toEqual([]);
});
