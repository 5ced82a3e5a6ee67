import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPageSearch } from "#shared/search/search-contract.ts";
import type { Search } from "#shared/search/search-filters.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
const ids: string[] = [];

const facts = [
  { make: "BMW", model: "3 Series", fuel: "diesel", year: 2018, colour: "Estoril blue" },
  { make: "BMW", model: "X5", bodyType: "suv", fuel: "diesel", year: 2021, location: "Porto" },
  { make: "Audi", model: "A4", bodyType: "estate", transmission: "manual", year: 2015 },
  { make: "Audi", model: "A4", description: "Panoramic roof and a tow bar.", engineSizeCc: 1_998 },
  { make: "Mercedes-Benz", model: "C Class", mileage: 50_000, mileageUnit: "km" },
  { make: "Mercedes-Benz", model: null, resalePriceMinor: 1_200_000, location: "San Francisco" },
] as const;

beforeAll(async () => {
  shop = await createTestApp();
  const { id: sellerId } = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  for (const given of facts) ids.push((await aListing(shop.deps, { sellerId, ...given })).id);
});
afterAll(() => shop.close());

const read = (query: string): Search => {
  const {
    limit: _limit,
    cursor: _cursor,
    facets: _facets,
    ...search
  } = readPageSearch(new URLSearchParams(query));
  return search;
};

test.each([
  "",
  "make=BMW",
  "make=BMW&make=Audi&fuel=diesel",
  "model=A4&body=estate",
  "yearMin=2016&yearMax=2020",
  "priceMax=15000",
  "mileageMax=32000",
  "engineMin=1.9&engineMax=2",
  "location=san+fran",
  "verified=1",
  "newSince=2999-01-01",
  "q=blue",
  "q=panoramic",
  "q=panorammic",
  "q=tow+bar+a4",
  "q=bmw+diesel+2018%2B",
  "q=lisbon&make=Audi",
  "q=nothing+like+this",
])("matches the same cars as a search for %s", (query) => {
  const { catalogue } = shop.deps;
  const matches = catalogue
    .search(readPageSearch(new URLSearchParams(`${query}&limit=100`)))
    .listings.map(({ _id }) => _id)
    .toSorted();
  const search = read(query);
  const matching = (given: string[] | null) =>
    catalogue
      .matchingCars(search, given)
      .map(({ id }) => id)
      .toSorted();
  expect(matching(null)).toEqual(matches);
  expect(matching(ids)).toEqual(matches);
  expect(matching(ids.slice(0, 3))).toEqual(matches.filter((id) => ids.indexOf(id) < 3));
  expect(catalogue.describeSearch(search, new Date(0))).toMatchObject({
    total: matches.length,
    newCount: matches.length,
  });
});

/** Cars that differ only in what is given here, and how to find those of them that match, with and without counts. */
async function twins(...given: Partial<typeof listingTable.$inferInsert>[]) {
  const { id: sellerId } = await anAccount(shop.deps, { role: "Seller" });
  const cars: { id: string }[] = [];
  for (const one of given)
    cars.push(await aListing(shop.deps, { ...facts[0], name: "Twin", sellerId, ...one }));
  const places = new Map(cars.map(({ id }, place) => [id, place]));
  const search = async (query: string) => {
    const { body } = await shop.call("GET", `/api/listings?limit=100&${query}`);
    const listed: { _id: string }[] = body.listings;
    return { ...body, places: listed.flatMap(({ _id }) => places.get(_id) ?? []).toSorted() };
  };
  const find = async (query: string) => {
    const matches = await search(`q=twin&facets=1&${query}`);
    const ofMake = matches.facets.make.find(({ value }: { value: string }) => value === "BMW");
    expect([ofMake.count, matches.total]).toEqual([matches.places.length, matches.places.length]);
    expect((await search(query)).places).toEqual(matches.places);
    return matches.places;
  };
  return { find, remove: () => withdraw(cars) };
}

test("the API compares prices with fractions of a cent as they are", async () => {
  const { find, remove } = await twins(
    { resalePriceMinor: 1_199_999 },
    { resalePriceMinor: 1_200_000 },
    { resalePriceMinor: 1_200_001 },
  );
  expect(await find("priceMin=12000")).toEqual([1, 2]);
  expect(await find("priceMin=12000.004")).toEqual([2]);
  expect(await find("priceMin=11999.996")).toEqual([1, 2]);
  expect(await find("priceMax=12000")).toEqual([0, 1]);
  expect(await find("priceMax=12000.004")).toEqual([0, 1]);
  expect(await find("priceMax=11999.996")).toEqual([0]);
  expect(await find("priceMin=11999.999&priceMax=12000.001")).toEqual([1]);
  await remove();
});

async function withdraw(cars: { id: string }[]) {
  const isOne = inArray(
    listingTable.id,
    cars.map(({ id }) => id),
  );
  await shop.deps.db.update(listingTable).set({ withdrawnAt: new Date() }).where(isOne);
  await shop.deps.catalogue.refresh();
}

test("a car that was listed just before the limit is not new", async () => {
  const { find, remove } = await twins(
    { createdAt: new Date("2026-05-01T07:59:59.999Z") },
    { createdAt: new Date("2026-05-01T08:00:00.000Z") },
  );
  expect(await find("newSince=2026-05-01T08:00:00Z")).toEqual([1]);
  expect(await find("newSince=2026-05-01T07:59:59.999Z")).toEqual([0, 1]);
  expect(await find("newSince=2026-05-01T08:00:00.001Z")).toEqual([]);
  await remove();
});

test.each([
  ["quattro", "Audi A4 quattro", "BMW 330 xDrive"],
  ["xdrive", "BMW 330 xDrive", "Audi A4 quattro"],
  ["4matic", "Mercedes-Benz C220 4MATIC", "Audi A4 quattro"],
])("%s finds the maker's own cars alone", async (word, named, other) => {
  const { id: sellerId } = await anAccount(shop.deps, { role: "Seller" });
  const cars = await Promise.all(
    [named, other, "Audi A4 4WD"].map((name) => aListing(shop.deps, { sellerId, name })),
  );
  const { listings } = shop.deps.catalogue.search(readPageSearch(new URLSearchParams({ q: word })));
  expect(listings.map(({ _id }) => _id)).toEqual([cars[0]!.id]);
  await withdraw(cars);
});

test("ignores cars that are not for sale", () => {
  expect(shop.deps.catalogue.matchingCars({}, ["no-id"])).toEqual([]);
});

test("only cars with the trim or variant are news, though others are shown without any", async () => {
  const { catalogue } = shop.deps;
  const search = read("q=a4+s+line");
  const described = () => catalogue.describeSearch(search, new Date(0));
  const matching = () => catalogue.matchingCars(search, null).map(({ id }) => id);
  expect([described().total, described().newCount, matching()]).toEqual([2, 0, []]);
  expect(described().parts.map(({ label }) => label)).toEqual(["“s line”", "A4"]);
  expect(described().key).not.toBe(catalogue.describeSearch(read("q=a4"), new Date(0)).key);
  const { id: sellerId } = await anAccount(shop.deps, { role: "Seller" });
  const car = { make: "Audi", model: "A4", name: "Audi A4 S line", sellerId } as const;
  const { id } = await aListing(shop.deps, car);
  await catalogue.refresh();
  expect([described().total, described().newCount, matching()]).toEqual([1, 1, [id]]);
});
