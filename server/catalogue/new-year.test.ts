import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

/** What answers say depends on today's date, although the cars do not change. */

let shop: Awaited<ReturnType<typeof createTestApp>>;
let sellerId: string;
beforeAll(async () => {
  shop = await createTestApp();
  sellerId = (await anAccount(shop.deps, { role: "Seller" })).id;
});
afterAll(() => shop.close());
beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());

const get = async (path: string) => (await shop.call("GET", path)).body;
type Listing = { _id: string; used: number };

test("counts the years of use in the new year, from midnight UTC", async () => {
  const car = await aListing(shop.deps, { sellerId, make: "Audi", model: "A4", year: 2020 });
  await aListing(shop.deps, { sellerId, make: "Audi", model: "A4", year: 2020 });
  // A year that a seller stated stays.
  const stated = await aListing(shop.deps, { sellerId, year: null, usedYears: 3 });
  await shop.deps.catalogue.refresh();
  const usedIn = async (path: string) =>
    ((await get(path)).listings as Listing[]).find(({ _id }) => _id === car.id)?.used;

  for (const [time, used] of [
    ["2031-12-31T23:59:59.999Z", 11],
    ["2032-01-01T00:00:00.000Z", 12],
    ["2032-12-31T23:59:59.999Z", 12],
    ["2033-01-01T00:00:00.000Z", 13],
  ] as const) {
    vi.setSystemTime(new Date(time));
    expect(await usedIn("/api/listings")).toBe(used);
    expect(await usedIn("/api/listings?q=audi&facets=1")).toBe(used);
    expect((await get(`/api/listings/${car.id}`)).used).toBe(used);
    const [similar] = (await get(`/api/listings/${car.id}/similar`)).listings as Listing[];
    expect(similar!.used).toBe(used);
    const products = (await get("/api/products/3")) as Listing[];
    expect(products.find(({ _id }) => _id === car.id)!.used).toBe(used);
    expect((await get(`/api/listings/${stated.id}`)).used).toBe(3);
  }
});

test("offers and counts the days of newSince from midnight UTC", async () => {
  const name = "Midnight";
  for (const createdAt of ["2032-03-01T00:00:00.000Z", "2032-02-29T23:59:59.999Z"])
    await aListing(shop.deps, { sellerId, name, createdAt: new Date(createdAt) });
  await shop.deps.catalogue.refresh();
  const newSince = async () => {
    const { facets } = await get("/api/listings?q=midnight&facets=1");
    return (facets.newSince as { days: number; value: string; count: number }[])
      .slice(0, 2)
      .map(({ days, value, count }) => [days, value, count]);
  };
  vi.setSystemTime(new Date("2032-03-01T23:59:59.999Z"));
  expect(await newSince()).toEqual([
    [1, "2032-02-29", 2],
    [3, "2032-02-27", 2],
  ]);
  vi.setSystemTime(new Date("2032-03-02T00:00:00.000Z"));
  expect(await newSince()).toEqual([
    [1, "2032-03-01", 1],
    [3, "2032-02-28", 2],
  ]);
});

test("reads a year of the next model year as a year, from midnight UTC", async () => {
  const understood = async () => (await get("/api/listings?q=2034")).understood as unknown[];
  vi.setSystemTime(new Date("2031-12-31T23:59:59.999Z"));
  expect(await understood()).toEqual([]);
  vi.setSystemTime(new Date("2032-01-01T00:00:00.000Z"));
  expect(await understood()).toMatchObject([{ filters: { yearMin: 2034, yearMax: 2034 } }]);
});
