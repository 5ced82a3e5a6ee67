import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { categoryIdOf } from "#shared/makes/sold-makes.ts";
import type { ErrorAnswer } from "#shared/errors/error-contract.ts";
import type { EstimateAnswer } from "#shared/valuation/estimate-contract.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { testMarket } from "#testing/valuation/market.ts";
import { trainVersion } from "./train-version.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;

beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMITS: "on" });
  seller = await anAccount(shop.deps, { role: "Seller" });
});
afterAll(() => shop.close());

const estimate = (query: string, { token }: { token?: string } = {}) =>
  shop.call("GET", `/api/valuation/estimate?${query}`, token === undefined ? {} : { token });
const described = "make=BMW&model=320d&year=2021&mileage=40000";

test("says that the shop has too few cars before the first training", async () => {
  expect((await estimate(described)).body).toEqual({
    isEstimated: false,
    reason: "Prices are compared a few minutes after the shop has enough cars (170).",
  });
});

test("answers visitors and every role with the same range", async () => {
  const rows = testMarket(600).map(({ car: { miles, mpg: _mpg, ...car }, priceMinor }, at) => ({
    ...car,
    id: randomUUID(),
    sellerId: seller.id,
    name: `Car ${at}`,
    categoryId: categoryIdOf(car.make),
    mileage: miles,
    mileageUnit: "mi" as const,
    resalePriceMinor: priceMinor,
  }));
  await shop.deps.db.insert(listingTable).values(rows);
  await trainVersion(shop.deps.db);
  await shop.deps.valuation.refresh();

  const forVisitor = (await estimate(described)).body as EstimateAnswer;
  if (!forVisitor.isEstimated) throw new Error(forVisitor.reason);
  expect(forVisitor.low).toBeLessThan(forVisitor.estimate);
  expect(forVisitor.high).toBeGreaterThan(forVisitor.estimate);
  expect(forVisitor.basis.level).toBe("model");
  for (const role of ["Buyer", "Seller", "admin"] as const) {
    const { body } = await estimate(described, await anAccount(shop.deps, { role }));
    expect(body).toEqual(forVisitor);
  }
});

test.each([
  ["make=BMW", "Fill in model, year, and mileage to see what similar cars cost."],
  ["make=BMW&model=X5&year=2019", "Fill in mileage to see what similar cars cost."],
  [
    "make=BMW&model=i8&year=2019&mileage=20000",
    "There are too few BMW i8 cars here to compare with.",
  ],
])("says why there is no range for %s", async (query, reason) => {
  expect((await estimate(query)).body).toEqual({ isEstimated: false, reason });
});

test.each([
  ["model=X5", "make"],
  ["make=Trabant", "make"],
  ["make=BMW&year=young", "year"],
  ["make=BMW&year=20199", "year"],
  ["make=BMW&mileage=-1", "mileage"],
  ["make=BMW&mileage=3000000", "mileage"],
  ["make=BMW&mileageUnit=leagues", "mileageUnit"],
  ["make=BMW&engineSize=big", "engineSize"],
])("refuses %s and names the parameter", async (query, field) => {
  const { status, body } = await estimate(query);
  expect(status).toBe(400);
  expect(Object.keys((body as ErrorAnswer).error.fields ?? {})).toEqual([field]);
});

test("limits the estimates of an address and says when to try again", async () => {
  const ask = () =>
    shop.app.inject({
      url: `/api/valuation/estimate?${described}`,
      remoteAddress: "203.0.113.7",
    });
  const { perAddress } = limits.priceEstimate;
  for (let asked = 0; asked < perAddress!; asked++) expect((await ask()).statusCode).toBe(200);
  const refused = await ask();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
  expect((await estimate(described)).status).toBe(200);
});
