import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Make } from "#shared/makes/all-makes.ts";
import { readPageSearch } from "#shared/search/search-contract.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

/** A shop whose makes come one after another in every order, as after an import of three feeds. */

let shop: Awaited<ReturnType<typeof createTestApp>>;
let sellerId: string;

beforeAll(async () => {
  shop = await createTestApp();
  ({ id: sellerId } = await anAccount(shop.deps, { role: "Seller", isVerified: true }));
});
afterAll(() => shop.close());

const carsOfMake = (make: Make, count: number, resalePriceMinor: number) =>
  Promise.all(
    Array.from({ length: count }, () => aListing(shop.deps, { sellerId, make, resalePriceMinor })),
  );

/** The cars of a make, asked for often enough that the beginning of its cars is known. */
function find(sort: string, make: string): string[] {
  const query = readPageSearch(new URLSearchParams({ make, sort, limit: "100" }));
  const answers = Array.from({ length: 12 }, () =>
    shop.deps.catalogue.search(query).listings.map(({ _id }) => _id),
  );
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  return answers[0]!;
}

const audis = (sort: string) => find(sort, "Audi");

test("a make's first page follows every change, wherever the make begins", async () => {
  const { catalogue, db } = shop.deps;
  const old = await carsOfMake("Audi", 3, 4_000_000);
  const oldIds = old.map(({ id }) => id);
  const others = await carsOfMake("BMW", 20, 2_000_000);
  const expectAll = () => {
    for (const sort of ["newest", "price-asc", "price-desc"])
      expect(audis(sort).toSorted()).toEqual(oldIds.toSorted());
  };
  expectAll();
  expect(find("newest", "BMW")).toHaveLength(20);

  const { id: added } = await aListing(shop.deps, {
    sellerId,
    make: "Audi",
    resalePriceMinor: 1_000_000,
  });
  expect(audis("newest")[0]).toBe(added);
  expect(audis("price-asc")[0]).toBe(added);
  expect(audis("price-desc").at(-1)).toBe(added);

  const withdrawal = { withdrawnAt: new Date() };
  const isListing = (id: string) => eq(listingTable.id, id);
  await db.update(listingTable).set(withdrawal).where(isListing(added));
  await catalogue.refresh();
  expectAll();

  const [cheap] = oldIds;
  await db.update(listingTable).set({ resalePriceMinor: 1_500_000 }).where(isListing(cheap!));
  await catalogue.refresh();
  expect(audis("price-asc")[0]).toBe(cheap);
  expectAll();

  const otherIds = others.slice(3).map(({ id }) => id);
  await db.update(listingTable).set(withdrawal).where(inArray(listingTable.id, otherIds));
  await catalogue.refresh();
  expectAll();
});

test("an exactly full last page has no next one, and leads back to the first", async () => {
  const { catalogue, db } = shop.deps;
  await db.update(listingTable).set({ withdrawnAt: new Date() });
  await catalogue.refresh();
  const cars = await carsOfMake("BMW", 6, 2_500_000);
  const page = (cursor: string | null) =>
    catalogue.search(
      readPageSearch(
        new URLSearchParams({ make: "BMW", sort: "newest", limit: "3", ...(cursor && { cursor }) }),
      ),
    );
  const first = page(null);
  expect(first.nextCursor).not.toBeNull();
  expect(first.previousCursor).toBeNull();
  const last = page(first.nextCursor);
  expect(last.listings).toHaveLength(3);
  expect(last.nextCursor).toBeNull();
  const back = page(last.previousCursor);
  expect(back.listings).toEqual(first.listings);
  expect(back.previousCursor).toBeNull();
  expect([...first.listings, ...last.listings].map(({ _id }) => _id).toSorted()).toEqual(
    cars.map(({ id }) => id).toSorted(),
  );
});
