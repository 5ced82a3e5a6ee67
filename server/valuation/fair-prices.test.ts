import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { categoryIdOf } from "#shared/makes/sold-makes.ts";
import { priceLabels, type PriceLabel } from "#shared/listings/price-label.ts";
import { presentProduct, rowMatcher, type ListingRow } from "#server/catalogue/public.ts";
import type { LoadedVersion } from "./create-valuation.ts";
import { modelKey } from "./basis-of.ts";
import { priceEstimator } from "./model/price-estimator.ts";
import { testMarket } from "#testing/valuation/market.ts";
import type { PricedCar } from "./model/calibrate.ts";
import { trainModel } from "./model/train-model.ts";
import { labelPrice, priceRater } from "./rate-price.ts";
import { valueListing } from "./value-listing.ts";

/** Every fact that the model knows counts here, so that whatever leaks into one of them changes an estimate. */
const market = testMarket(1_500).map(({ key, car, priceMinor }, at): PricedCar => {
  const engine = at % 5;
  const economy = at % 7;
  const tax = at % 11;
  const condition = at % 3;
  const worth = 1 + 0.06 * engine - 0.03 * economy + 0.02 * tax - 0.08 * condition;
  return {
    key,
    priceMinor: Math.round(priceMinor * worth),
    car: {
      ...car,
      engineSizeCc: 1_500 + 500 * engine,
      mpg: 25 + 5 * economy,
      annualTaxMinor: 5_000 + 5_000 * tax,
      condition: (["Excellent", "Good", "Fair"] as const)[condition]!,
    },
  };
});
let version: LoadedVersion;
beforeAll(() => {
  version = versionFor(market);
});

function versionFor(cars: PricedCar[]): LoadedVersion {
  const { model, stats } = trainModel(cars)!;
  const models: Record<string, number> = {};
  for (const { car } of cars)
    models[modelKey(car.make, car.model)] = (models[modelKey(car.make, car.model)] ?? 0) + 1;
  const labeling = {
    id: 1,
    trainedAt: new Date(0),
    stats: { ...stats, makes: {}, models, errorBefore: null },
    labels: new Map<string, PriceLabel>(),
    ...priceEstimator(model),
  };
  return { ...labeling, rate: priceRater(labeling) };
}

/** What may differ between two equal cars at the same price without a difference in their rating. */
const unrelated = fc.record({
  sellerId: fc.uuid(),
  sellerName: fc.string({ maxLength: 20 }),
  sellerLocation: fc.constantFrom("", "London", "San Diego"),
  isSellerVerified: fc.boolean(),
  sellerVerifiedAt: fc.option(fc.date({ noInvalidDate: true })),
  sellerVerifiedUntil: fc.option(fc.date({ noInvalidDate: true })),
  sellerChecks: fc.constantFrom("", "identity", "identity,address"),
  isAdvertised: fc.boolean(),
  isReported: fc.boolean(),
  image: fc.option(fc.constant("/images/a/1200.jpg")),
  photos: fc
    .array(fc.record({ image: fc.webUrl(), alt: fc.string() }), { maxLength: 4 })
    .map((photos) => JSON.stringify(photos)),
  name: fc.string({ minLength: 1, maxLength: 30 }),
  description: fc.string({ maxLength: 60 }),
  location: fc.constantFrom("", "Paris", "Boston"),
  colour: fc.option(fc.constantFrom("red", "Sapphire Black")),
  vin: fc.option(fc.constant("WBA8E9G50GNT12345")),
  phone: fc.constantFrom("", "555"),
  originalPriceMinor: fc.option(fc.integer({ min: 1, max: 90_000_000 })),
  purchaseYear: fc.option(fc.integer({ min: 1990, max: 2026 })),
  usedYears: fc.option(fc.integer({ min: 0, max: 40 })),
  createdAt: fc.date({
    min: new Date("2020-01-01"),
    max: new Date("2026-11-01"),
    noInvalidDate: true,
  }),
});

function aRow({ car, priceMinor }: PricedCar, given: Partial<ListingRow>): ListingRow {
  const { make, model, bodyType, year, miles, fuel, transmission, engineSizeCc, condition } = car;
  const { mpg: fuelEconomy, annualTaxMinor } = car;
  const createdAt = new Date("2026-10-01T00:00:00Z");
  return {
    id: randomUUID(),
    name: "Car",
    make,
    categoryId: categoryIdOf(make),
    model,
    year,
    mileage: miles,
    mileageUnit: "mi",
    fuel,
    transmission,
    engineSizeCc,
    condition,
    bodyType,
    bodyTypeTypical: false,
    fuelEconomy,
    fuelEconomyUnit: "mpg_uk",
    annualTaxMinor,
    colour: null,
    location: "",
    description: "",
    vin: null,
    details: null,
    resalePriceMinor: priceMinor,
    originalPriceMinor: null,
    createdAt,
    updatedAt: createdAt,
    image: null,
    photos: "[]",
    purchaseYear: null,
    usedYears: null,
    isAdvertised: false,
    lapsedAt: null,
    withdrawnAt: null,
    offSaleAt: null,
    removedAt: null,
    saleReversedAt: null,
    liveState: null,
    soldAt: null,
    isReported: false,
    sellerId: randomUUID(),
    sellerName: "",
    sellerLocation: "",
    isSellerVerified: false,
    sellerVerifiedAt: null,
    sellerVerifiedUntil: null,
    sellerChecks: "",
    isSellerSuspended: false,
    isSellerDeleted: false,
    sellerPhone: "",
    sellerEmail: "",
    ...given,
  };
}

/** The labels by which searches find each row. */
function labelsInLists(rows: readonly ListingRow[]): (PriceLabel | undefined)[] {
  const keyed = rows.map((row, at) => ({ key: String(at), row }));
  const match = rowMatcher("USD", version.rate, keyed);
  const labelKeys = priceLabels.map((label) => ({ label, keys: match({ priceLabel: [label] }) }));
  return keyed.map(({ key }) => labelKeys.find(({ keys }) => keys.has(key))?.label);
}

const noOtherCars = { search: () => ({ listings: [], total: 0 }) } as unknown as Parameters<
  typeof valueListing
>[0]["catalogue"];

async function ratingOnPage(row: ListingRow) {
  const product = { ...presentProduct(row, "USD", new Date(0)), _id: "the same" };
  const valuation = { current: () => Promise.resolve(version) };
  return valueListing({ catalogue: noOtherCars, valuation }, product);
}

describe("a rating", () => {
  it("depends on nothing about the seller, advertising or photos", { timeout: 60_000 }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.nat({ max: market.length - 1 }),
        fc.double({ min: 0.7, max: 1.6, noNaN: true }),
        unrelated,
        async (at, times, given) => {
          const car = market[at]!;
          const priced = { ...car, priceMinor: Math.round(car.priceMinor * times) };
          const plain = aRow(priced, {});
          const other = aRow(priced, given);
          const [label, otherLabel] = labelsInLists([plain, other]);
          expect(label).toBeDefined();
          expect(otherLabel).toBe(label);
          const page = await ratingOnPage(plain);
          expect(page).toMatchObject({ isRated: true, label });
          expect(await ratingOnPage(other)).toEqual(page);
        },
      ),
      { numRuns: 1_000 },
    ),
  );

  it.each([0.99, 1.01])(
    "stays for 49 of 50 cars when the market moves by one percent, to %d",
    (move) => {
      const before = new Map(
        market.map(({ key, car, priceMinor }) => [
          key,
          labelPrice(version, key, priceMinor, version.estimate(car)),
        ]),
      );
      const moved = versionFor(
        market.map((car) => ({ ...car, priceMinor: Math.round(car.priceMinor * move) })),
      );
      // The prices of these cars stay, so each is now one percent higher or lower than before.
      const changed = market.filter(
        ({ key, car, priceMinor }) =>
          labelPrice({ ...moved, labels: before }, key, priceMinor, moved.estimate(car)) !==
          before.get(key),
      );
      expect(new Set(before.values()).size).toBe(priceLabels.length);
      expect(changed.length / market.length).toBeLessThan(0.02);
      // Without the margin, more of them would change.
      const plainly = market.filter(
        ({ key, car, priceMinor }) =>
          labelPrice({ ...moved, labels: new Map() }, key, priceMinor, moved.estimate(car)) !==
          before.get(key),
      );
      expect(plainly.length).toBeGreaterThan(changed.length * 2);
    },
  );
});
