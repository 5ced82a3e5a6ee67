import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq, sql } from "drizzle-orm";
import type { Favorite } from "#shared/favorites/favorite-contract.ts";
import type { SearchAnswer } from "#shared/search/search-contract.ts";
import { priceLabels } from "#shared/listings/price-label.ts";
import type { PriceModelState } from "#shared/valuation/price-model-contract.ts";
import type { RatedCar, Valuation } from "#shared/valuation/valuation-contract.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { listFavorites } from "#server/favorites/list-favorites.ts";
import { categoryIdOf } from "#shared/makes/sold-makes.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { withAdvisoryLock } from "#server/platform/database/with-advisory-lock.ts";
import { anAccount, aListing } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { testMarket } from "#testing/valuation/market.ts";
import { isHeldOut } from "./model/train-model.ts";
import { trainVersion } from "./train-version.ts";
import { readTrainingJob } from "./training-job-store.ts";
import { isTrainingDue, retryStoppedTraining } from "./valuation-jobs.ts";
import { valuationVersionTable } from "./valuation-table.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let sellerId: string;
beforeAll(async () => {
  shop = await createTestApp();
  sellerId = (await anAccount(shop.deps, { role: "Seller" })).id;
});
afterAll(() => shop.close());

const valuationOf = async (id: string) =>
  (await shop.call("GET", `/api/listings/${id}/valuation`)).body as Valuation;

/** A process looks for a newer version every ten seconds; this one does so at once. */
async function followVersion(): Promise<void> {
  await shop.deps.valuation.refresh();
  await shop.deps.catalogue.refresh();
}

/** As if the version in use had learned from enough cars of these models, of which none is for sale. */
async function letRate(...models: string[]): Promise<void> {
  const counts = Object.fromEntries(models.map((model) => [`BMW ${model}`, 8]));
  const { stats } = valuationVersionTable;
  await shop.deps.db.update(valuationVersionTable).set({
    stats: sql`jsonb_set(${stats}, '{models}', ${stats}->'models' || ${JSON.stringify(counts)}::jsonb)`,
  });
}

type Listings = Pick<SearchAnswer, "listings" | "total">;
const listings = async (query: string) =>
  (await shop.call("GET", `/api/listings?limit=200&${query}`)).body as Listings;

const facts = {
  make: "BMW",
  model: "3 Series",
  bodyType: "saloon",
  year: 2021,
  mileage: 40_000,
  mileageUnit: "mi",
  fuel: "petrol",
  transmission: "automatic",
  engineSizeCc: 2_000,
} as const;
const aCar = (given: Parameters<typeof aListing>[1] | object = {}) =>
  aListing(shop.deps, { sellerId, resalePriceMinor: 1_600_000, ...facts, ...given });

async function fillShop(count: number): Promise<void> {
  const rows = testMarket(count).map(({ car, priceMinor }, at) => {
    const { miles, mpg: _mpg, ...own } = car;
    return {
      ...own,
      id: randomUUID(),
      sellerId,
      name: `${car.make} ${car.model} ${at}`,
      categoryId: categoryIdOf(car.make),
      mileage: miles,
      mileageUnit: "mi" as const,
      resalePriceMinor: priceMinor,
    };
  });
  await shop.deps.db.insert(listingTable).values(rows);
  await shop.deps.catalogue.refresh();
}

describe("before the first training", () => {
  it("says why a car cannot be rated, and trains nothing from ten cars", async () => {
    const car = await aCar();
    expect(await valuationOf(car.id)).toEqual({
      isRated: false,
      reason: "Prices are compared a few minutes after the shop has enough cars (170).",
    });
    await fillShop(10);
    expect(await isTrainingDue(shop.deps)).toBe(false);
    expect(await trainVersion(shop.deps.db)).toMatchObject({ version: null });
  });
});

describe("after the first training", () => {
  beforeAll(async () => {
    await fillShop(600);
    expect(await isTrainingDue(shop.deps)).toBe(true);
    expect(await trainVersion(shop.deps.db)).toMatchObject({ isUsed: true });
    await letRate("Z7", "Z8", "Z9");
    await followVersion();
  });
  it("explains a price by amounts that add up, with comparable cars", async () => {
    const car = await aCar();
    const answer = await valuationOf(car.id);
    if (!answer.isRated) throw new Error(answer.reason);
    const sum = answer.adjustments.reduce((total, { amount }) => total + amount, answer.base);
    expect(sum).toBeCloseTo(answer.estimate, 6);
    expect(answer.low).toBeLessThan(answer.estimate);
    expect(answer.high).toBeGreaterThan(answer.estimate);
    expect(answer.difference).toBeCloseTo(answer.price - answer.estimate, 6);
    expect(answer.comparables.length).toBeGreaterThanOrEqual(5);
    expect(answer.comparables.map(({ _id }) => _id)).not.toContain(car.id);
    expect(answer.fewComparables).toBeNull();
    expect(answer.basis.level).toBe("model");
    expect(await isTrainingDue(shop.deps)).toBe(false);
  });

  it("rates a cheap car as a great price and a dear one as very high", async () => {
    expect(await valuationOf((await aCar({ resalePriceMinor: 900_000 })).id)).toMatchObject({
      label: "great",
    });
    expect(await valuationOf((await aCar({ resalePriceMinor: 4_000_000 })).id)).toMatchObject({
      label: "very_high",
    });
  });

  it("labels cars in lists as on their pages, also after a change of price", async () => {
    const car = await aCar({ resalePriceMinor: 900_000 });
    const unrated = await aCar({ mileage: null, mileageUnit: null });
    await shop.deps.catalogue.refresh();
    const cars = await listings("make=BMW&model=3+Series");
    expect(cars.listings.length).toBeGreaterThan(20);
    for (const { _id, priceRating } of cars.listings) {
      const answer = await valuationOf(_id);
      expect(priceRating?.label).toBe(answer.isRated ? answer.label : undefined);
      if (!answer.isRated) continue;
      expect(priceRating!.difference).toBeCloseTo(answer.difference, -1);
      expect(priceRating!.title).toBe(answer.title);
      expect(answer.text).toMatch(/ (above|below) similar cars$|^About the same as similar cars$/);
    }
    const ratingOf = async (id: string) =>
      (await listings("make=BMW&model=3+Series")).listings.find(({ _id }) => _id === id)!
        .priceRating;
    expect(await ratingOf(unrated.id)).toBeNull();
    expect(await ratingOf(car.id)).toMatchObject({
      title: "Great price",
      text: expect.stringMatching(/^≈ \$[\d,]+ below similar cars$/),
    });
    await shop.deps.db
      .update(listingTable)
      .set({ resalePriceMinor: 4_000_000 })
      .where(eq(listingTable.id, car.id));
    await shop.deps.catalogue.refresh();
    expect(await ratingOf(car.id)).toMatchObject({ title: "Very high price" });
  });

  it("says between which prices each label is", async () => {
    const car = await aCar();
    await shop.deps.catalogue.refresh();
    const { limits } = (await valuationOf(car.id)) as RatedCar;
    expect(limits).toEqual(limits!.toSorted((a, b) => a - b));
    const between = [
      limits![0]! * 0.9,
      ...[0, 1, 2].map((at) => (limits![at]! + limits![at + 1]!) / 2),
      limits![3]! * 1.1,
    ];
    // A car of its own for each price, because a label stays after a small change.
    for (const [at, price] of between.entries()) {
      const { id } = await aCar({ resalePriceMinor: Math.round(price * 100) });
      await shop.deps.catalogue.refresh();
      expect(await valuationOf(id), String(price)).toMatchObject({ label: priceLabels[at] });
    }
  });

  it("labels saved cars as in lists, but not by a price that they no longer have", async () => {
    const { token, id: accountId } = await anAccount(shop.deps, { role: "Buyer" });
    const saved = async () =>
      (await shop.call("GET", "/api/favorites", { token })).body as Favorite[];
    const car = await aCar({ resalePriceMinor: 900_000 });
    await shop.call("PUT", `/api/favorites/${car.id}`, { token });
    await shop.deps.catalogue.refresh();
    expect((await saved())[0]?.product?.priceRating).toMatchObject({ title: "Great price" });
    const old = { ...shop.deps.catalogue.find(car.id)!, resalePrice: 9_100 };
    const catalogue = { ...shop.deps.catalogue, find: () => old };
    const [late] = await listFavorites({ ...shop.deps, catalogue }, { accountId });
    expect(late?.product).toMatchObject({ resalePrice: 9_000, priceRating: null });
  });

  it("filters by label and sorts by value, unrated cars last", async () => {
    const great = await listings("priceLabel=great");
    expect(great.total).toBeGreaterThan(0);
    for (const { priceRating } of great.listings) expect(priceRating?.label).toBe("great");
    const sorted = (await listings("sort=value&make=BMW&model=3+Series")).listings;
    const order = [...priceLabels, null, undefined];
    const places = sorted.map(({ priceRating }) => order.indexOf(priceRating?.label));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(places.at(-1)).toBe(order.length - 1);
  });

  it("does not praise a price below half of the estimate, and lists it after all labels", async () => {
    const low = await aCar({ resalePriceMinor: 500_000 });
    const dear = await aCar({ resalePriceMinor: 4_000_000 });
    const unrated = await aCar({ mileage: null, mileageUnit: null });
    const search = "sort=value&make=BMW&model=3+Series";
    const { listings: all } = await listings(search);
    expect(all.find(({ _id }) => _id === low.id)?.priceRating).toMatchObject({
      label: null,
      title: "Unusually low price",
      text: expect.stringMatching(/ below similar cars$/),
    });
    expect(await valuationOf(low.id)).toMatchObject({ isRated: true, label: null });
    const ids = all.map(({ _id }) => _id);
    expect(ids.indexOf(low.id)).toBeGreaterThan(ids.indexOf(dear.id));
    expect(ids.indexOf(low.id)).toBeLessThan(ids.indexOf(unrated.id));
    const great = await listings(`${search}&priceLabel=great`);
    expect(great.total).toBeGreaterThan(0);
    expect(great.listings.map(({ _id }) => _id)).not.toContain(low.id);
  });

  it("gives the same rating to every seller, advertised or not, with or without photos", async () => {
    const car = await aCar();
    const before = await valuationOf(car.id);
    const verified = await anAccount(shop.deps, {
      role: "Seller",
      isVerified: true,
      verifiedAt: new Date(),
    });
    await shop.deps.db
      .update(listingTable)
      .set({
        sellerId: verified.id,
        isAdvertised: true,
        advertisedAt: new Date(),
        photos: [{ image: "https://example.com/car.jpg", alt: "" }],
        originalPriceMinor: 9_000_000,
        description: "A bargain",
      })
      .where(eq(listingTable.id, car.id));
    await shop.deps.catalogue.refresh();
    expect(await valuationOf(car.id)).toEqual(before);
  });

  it("estimates a car for its seller like the same car once it is listed", async () => {
    const estimateOf = async (parameters: string) =>
      (await shop.call("GET", `/api/valuation/estimate?${parameters}`)).body as unknown;
    const car = await aCar({ condition: "Good", name: "Listed" });
    const { estimate, low, high, basis } = (await valuationOf(car.id)) as RatedCar;
    const described = "make=BMW&model=3er&year=2021&mileage=40000&fuel=petrol&condition=Good";
    expect(
      await estimateOf(`${described}&transmission=automatic&engineSize=2.0&bodyType=saloon`),
    ).toEqual({ isEstimated: true, estimate, low, high, basis, currency: "USD" });
    expect(await estimateOf("make=BMW&model=X5")).toEqual({
      isEstimated: false,
      reason: "Fill in year and mileage to see what similar cars cost.",
    });
  });

  it("says what a listing must state to be rated", async () => {
    const car = await aCar({ mileage: null, mileageUnit: null, year: null });
    expect(await valuationOf(car.id)).toEqual({
      isRated: false,
      reason: "The listing does not state the car's year and mileage.",
    });
  });

  it("does not rate a rare model by the other cars of its make", async () => {
    const car = await aCar({ model: "Z6" });
    await shop.deps.catalogue.refresh();
    expect(await valuationOf(car.id)).toEqual({
      isRated: false,
      reason: "There are too few BMW Z6 cars here to compare with.",
    });
    const { listings: cars } = await listings("model=Z6");
    expect(cars).toMatchObject([{ _id: car.id, priceRating: null }]);
  });

  it("says why there are fewer than five comparable cars", async () => {
    const car = await aCar({ model: "Z9" });
    expect(await valuationOf(car.id)).toMatchObject({
      isRated: true,
      basis: { level: "model" },
      comparables: [],
      fewComparables: "No other BMW Z9 of similar age and mileage is on sale here.",
    });
    await aCar({ model: "Z9" });
    await shop.deps.catalogue.refresh();
    expect(await valuationOf(car.id)).toMatchObject({
      fewComparables: "Only one other BMW Z9 of similar age and mileage is on sale here.",
    });
    for (let others = 2; others <= 4; others++) await aCar({ model: "Z9" });
    await shop.deps.catalogue.refresh();
    expect(await valuationOf(car.id)).toMatchObject({
      fewComparables: "Only 4 other BMW Z9 cars of similar age and mileage are on sale here.",
    });
    await aCar({ model: "Z9" });
    await shop.deps.catalogue.refresh();
    expect(await valuationOf(car.id)).toMatchObject({ fewComparables: null });
  });

  it("finds comparable cars behind many newer ones with other mileages", async () => {
    const model = "Z8";
    const car = await aCar({ model, mileage: 90_000 });
    const near = [];
    for (let at = 0; at < 5; at++) near.push(await aCar({ model, mileage: 88_000 + at * 1_000 }));
    const { id: _, ...facts } = await aCar({ model, mileage: 5_000 });
    const others = Array.from({ length: 60 }, () => ({ ...facts, id: randomUUID() }));
    await shop.deps.db.insert(listingTable).values(others);
    await shop.deps.catalogue.refresh();
    const { comparables, fewComparables } = (await valuationOf(car.id)) as RatedCar;
    expect(fewComparables).toBeNull();
    expect(new Set(comparables.map(({ _id }) => _id))).toEqual(new Set(near.map(({ id }) => id)));
  });

  it("finds the same car behind many newer ones of similar age and mileage", async () => {
    const model = "Z7";
    const car = await aCar({ model, mileage: 50_000 });
    const same = await aCar({ model, mileage: 50_000, createdAt: new Date("2026-01-05") });
    const { id: _, ...facts } = await aCar({ model, mileage: 59_000 });
    const nearer = { ...facts, year: 2022, mileage: 58_000 };
    const others = (count: number, given: typeof facts) =>
      Array.from({ length: count }, () => ({ ...given, id: randomUUID() }));
    for (const [count, given] of [
      [60, facts],
      [300, nearer],
      [300, { ...facts, mileage: 51_000 }],
    ] as const) {
      await shop.deps.db.insert(listingTable).values(others(count, given));
      await shop.deps.catalogue.refresh();
      const { comparables } = (await valuationOf(car.id)) as RatedCar;
      expect([count, comparables[0]]).toMatchObject([count, { _id: same.id, differences: [] }]);
      expect(comparables).toHaveLength(8);
    }
  });

  it("answers 404 for unknown cars and for cars of a suspended seller", async () => {
    expect((await shop.call("GET", `/api/listings/${randomUUID()}/valuation`)).status).toBe(404);
    const suspended = await anAccount(shop.deps, { role: "Seller" });
    const car = await aCar({ sellerId: suspended.id });
    await shop.deps.db
      .update(accountTable)
      .set({ suspendedAt: new Date() })
      .where(eq(accountTable.id, suspended.id));
    await shop.deps.catalogue.refresh();
    expect((await shop.call("GET", `/api/listings/${car.id}/valuation`)).status).toBe(404);
  });

  it("does not use a version that estimates the cars kept apart worse", async () => {
    const before = await valuationOf((await aCar()).id);
    // Half of the cars that a version learns from get prices that say nothing.
    const rows = await shop.deps.db.select({ id: listingTable.id }).from(listingTable);
    for (const [at, { id }] of rows.filter(({ id }) => !isHeldOut(id)).entries())
      if (at % 2 === 0)
        await shop.deps.db
          .update(listingTable)
          .set({ resalePriceMinor: 500_000 + ((at * 7_919) % 60) * 100_000 })
          .where(eq(listingTable.id, id));
    expect(await trainVersion(shop.deps.db)).toMatchObject({ isUsed: false });
    const versions = await shop.deps.db.select().from(valuationVersionTable);
    expect(versions.at(-1)).toMatchObject({
      model: null,
      note: "It estimates the cars kept apart worse than the version in use.",
    });
    await followVersion();
    const after = await valuationOf((await aCar()).id);
    expect(after.isRated && after.version).toEqual(before.isRated && before.version);
  });

  it("shows admins the versions, their errors and the cars that are rated", async () => {
    const { token } = await anAccount(shop.deps, { role: "admin" });
    const { status, body } = await shop.call("GET", "/api/valuation/model", { token });
    expect(status).toBe(200);
    const state = body as PriceModelState;
    expect(state.versions.map(({ isUsed }) => isUsed)).toEqual([false, true]);
    expect(state.current).toEqual(state.versions[1]);
    expect(state.current!.bands.length).toBeGreaterThan(0);
    for (const version of state.versions)
      for (const { coverage } of version.bands) expect(coverage).toBeGreaterThan(0.5);
    expect(state.versions[0]!.medianError).toBeGreaterThan(state.versions[0]!.errorBefore!);
    const rated = state.coverage.labels.reduce((sum, { cars }) => sum + cars, 0);
    expect(rated).toBeGreaterThan(300);
    expect(state.coverage.cars).toBeGreaterThan(rated);
    for (const { label, cars } of state.coverage.labels) {
      const { total } = (await shop.call("GET", `/api/listings?priceLabel=${label}&limit=1`)).body;
      expect([label, cars]).toEqual([label, total]);
    }
  });

  it("queues a training for an admin, and no second one meanwhile", async () => {
    const { token } = await anAccount(shop.deps, { role: "admin" });
    const { jobs } = shop.deps;
    await jobs.createQueue("valuation.train", { name: "valuation.train", policy: "singleton" });
    const train = async () =>
      (await shop.call("POST", "/api/valuation/model/train", { token })).body as unknown;
    const outcome = async () =>
      ((await shop.call("GET", "/api/valuation/model", { token })).body as PriceModelState)
        .training;
    expect(await outcome()).toBeNull();
    await shop.deps.db.delete(valuationVersionTable);
    expect(await isTrainingDue(shop.deps)).toBe(true);
    expect(await train()).toEqual({ modifiedCount: 1 });
    expect(await train()).toEqual({
      modifiedCount: 0,
      message: "The model is already being trained.",
    });
    expect(await outcome()).toMatchObject({ state: "waiting" });
    expect(await isTrainingDue(shop.deps)).toBe(false);
    const [job] = await jobs.fetch("valuation.train");
    expect(await outcome()).toMatchObject({ state: "running" });
    expect(await isTrainingDue(shop.deps)).toBe(false);
    await jobs.complete("valuation.train", job!.id, { version: 7, isUsed: false, listings: 600 });
    expect(await isTrainingDue(shop.deps)).toBe(true);
    expect(await outcome()).toMatchObject({
      state: "done",
      outcome: "The last training made version 7, which is not used.",
    });
  });

  it("tries a training again whose process was killed", async () => {
    const { jobs, db } = shop.deps;
    await jobs.send("valuation.train", {}, { singletonKey: "valuation.train" });
    await jobs.fetch("valuation.train");
    const state = async () => (await readTrainingJob(db))?.state;
    await retryStoppedTraining(shop.deps);
    expect(await state()).toBe("running");
    await db.execute(
      sql`update pgboss.job set started_on = now() - interval '2 minutes' where state = 'active'`,
    );
    await withAdvisoryLock(shop.deps, "valuation.train", () => retryStoppedTraining(shop.deps));
    expect(await state()).toBe("running");
    await retryStoppedTraining(shop.deps);
    expect(await state()).toBe("waiting");
  });
});
