import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let other: Awaited<ReturnType<typeof anAccount>>;
let buyer: Awaited<ReturnType<typeof anAccount>>;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  other = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  buyer = await anAccount(shop.deps);
});
afterAll(() => shop.close());

const aCar = (given: Partial<Parameters<typeof aListing>[1]> = {}) =>
  aListing(shop.deps, { sellerId: seller.id, ...given });
const bulk = (body: object) =>
  shop.call("POST", "/api/products/bulk", { token: seller.token, body });
const own = async (id: string) =>
  (await shop.call("GET", `/api/addproduct/${id}`, { token: seller.token })).body;
async function list(query: string): Promise<string[]> {
  const { body } = await shop.call("GET", `/api/addproduct?${query}`, { token: seller.token });
  return body.map((one: { _id: string }) => one._id);
}
const historyOf = async (id: string) =>
  (
    await shop.deps.db.execute<{ price: number }>(
      sql`select price_minor::int as price from listing_price_change where listing_id = ${id} order by id`,
    )
  ).rows.map(({ price }) => price);
const fivePercentOff = { kind: "percent", by: -5, roundTo: 100 };
const reserved = "A buyer has reserved this car. You can edit it when the reservation ends.";

test("refuses a car that is in the list twice, also in other letters", async () => {
  const { id } = await aCar();
  const answer = await bulk({ action: "confirm", cars: [{ _id: id }, { _id: id.toUpperCase() }] });
  expect([answer.status, answer.body.error.fields]).toEqual([
    400,
    { cars: "A car is in the list twice." },
  ]);
});

test("previews new prices, then changes them and records the history", async () => {
  const one = await aCar({ resalePriceMinor: 3_249_900 });
  const booked = await aCar();
  await aBooking(shop.deps, { listingId: booked.id, buyerId: buyer.id });
  const cars = [{ _id: one.id }, { _id: booked.id }];
  const preview = await bulk({ action: "price", change: fivePercentOff, preview: true, cars });
  expect(preview.body).toEqual({
    doneCount: 1,
    cars: [
      { _id: one.id, name: one.name, isDone: true, message: null, before: 32_499, after: 30_900 },
      {
        _id: booked.id,
        name: booked.name,
        isDone: false,
        message: reserved,
        before: 20_000,
        after: 19_000,
      },
    ],
  });
  expect(await historyOf(one.id)).toEqual([3_249_900]);

  const answer = await bulk({ action: "price", change: fivePercentOff, cars });
  expect(answer.body).toEqual(preview.body);
  expect(await own(one.id)).toMatchObject({ resalePrice: 30_900 });
  expect(await own(booked.id)).toMatchObject({ resalePrice: 20_000 });
  expect(await historyOf(one.id)).toEqual([3_249_900, 3_090_000]);
  const { body } = await shop.call("GET", `/api/listings/${one.id}`);
  expect(body.resalePrice).toBe(30_900);
});

test("sets each car's own price, and leaves out one whose price has changed since", async () => {
  const one = await aCar();
  const moved = await aCar({ resalePriceMinor: 2_100_000 });
  const cars = [one, moved].map(({ id }) => ({ _id: id, from: 20_000, resalePrice: 18_000.5 }));
  const { body } = await bulk({ action: "price", change: { kind: "each" }, cars });
  expect(body).toMatchObject({
    doneCount: 1,
    cars: [
      { isDone: true, after: 18_000.5 },
      { isDone: false, message: expect.stringContaining("changed since"), before: 21_000 },
    ],
  });
  expect((await own(moved.id)).resalePrice).toBe(21_000);
});

test("reports sold, removed, deleted and other sellers' cars without stopping", async () => {
  const sold = await aCar();
  const removed = await aCar({ removedAt: new Date() });
  const deleted = await aCar({ withdrawnAt: new Date() });
  const last = await aCar();
  const theirs = await aListing(shop.deps, { sellerId: other.id });
  await aBooking(shop.deps, { listingId: sold.id, buyerId: buyer.id, state: "paid" });
  const ids = [sold.id, removed.id, deleted.id, theirs.id, "no id", randomUUID(), last.id];
  const { body } = await bulk({
    action: "price",
    change: { kind: "amount", by: -19_000 },
    cars: ids.map((_id) => ({ _id })),
  });
  const unknown = { name: null, isDone: false, message: "There is no such product." };
  expect(body.cars).toMatchObject([
    { isDone: false, message: "This car is sold, so it can no longer be edited." },
    { isDone: false, message: "An admin removed this car, so it can no longer be edited." },
    ...Array.from({ length: 4 }, () => unknown),
    { isDone: true, after: 1_000 },
  ]);
  const again = await bulk({
    action: "price",
    change: { kind: "amount", by: -1_000 },
    cars: [{ _id: last.id }],
  });
  expect(again.body.cars).toMatchObject([
    { isDone: false, message: "This would not be a valid price.", after: null },
  ]);
});

test("advertises and deletes many cars, and says which were left out", async () => {
  const one = await aCar();
  const two = await aCar({ isAdvertised: true });
  const booked = await aCar();
  await aBooking(shop.deps, { listingId: booked.id, buyerId: buyer.id });
  const cars = [one, two, booked].map(({ id }) => ({ _id: id }));
  const advertised = await bulk({ action: "advertise", cars: cars.slice(0, 2) });
  expect(advertised.body).toMatchObject({
    doneCount: 1,
    cars: [{ isDone: true }, { isDone: false, message: "This car is advertised already." }],
  });
  expect((await own(one.id)).allowedActions).toContain("delete");
  expect((await own(booked.id)).allowedActions).not.toContain("delete");
  const deletion = await bulk({ action: "delete", cars });
  expect(deletion.body).toMatchObject({
    doneCount: 2,
    cars: [
      { isDone: true },
      { isDone: true },
      { isDone: false, message: "A buyer holds this car. It can be deleted when the hold ends." },
    ],
  });
  expect((await shop.call("GET", `/api/listings/${one.id}`)).status).toBe(404);
});

test.each([
  ["cars", { action: "advertise", cars: [] }],
  ["cars", { action: "delete", cars: [{ _id: "a" }, { _id: "a" }] }],
  ["cars", { action: "delete", cars: Array.from({ length: 501 }, (_, at) => ({ _id: `${at}` })) }],
  ["cars", { action: "price", change: { kind: "each" }, cars: [{ _id: "OWN" }] }],
  ["action", { action: "sell", cars: [{ _id: "a" }] }],
  ["change", { action: "price", change: { kind: "percent", by: -95 }, cars: [{ _id: "a" }] }],
  ["change", { action: "price", change: { ...fivePercentOff, roundTo: 3 }, cars: [{ _id: "a" }] }],
  ["change", { action: "price", change: {}, cars: [{ _id: "a" }] }],
])("refuses an invalid call and names %s", async (field, body) => {
  const { id } = await aCar();
  const text = JSON.stringify(body).replace('"OWN"', `"${id}"`);
  const answer = await bulk(JSON.parse(text) as object);
  expect(answer.status).toBe(400);
  expect(Object.keys(answer.body.error.fields)).toContain(field);
});

test("filters a seller's cars by status, make, price, picture and advertising, and sorts them", async () => {
  const dealer = await anAccount(shop.deps, { role: "Seller" });
  const car = (given: object = {}) => aListing(shop.deps, { sellerId: dealer.id, ...given });
  const audi = await car({
    make: "Audi",
    isAdvertised: true,
    resalePriceMinor: 999_950,
    vin: "WAUZZZ8K9AA000001",
  });
  const sold = await car({
    resalePriceMinor: 5_000_000,
    name: "a sold one",
    image: "/images/a/1200.jpg",
  });
  const held = await car({ resalePriceMinor: 4_000_000, name: "B held one" });
  const reversed = await car({ saleReversedAt: new Date(), resalePriceMinor: 3_000_000 });
  await aBooking(shop.deps, { listingId: sold.id, buyerId: buyer.id, state: "paid" });
  await aBooking(shop.deps, { listingId: held.id, buyerId: buyer.id });
  await aBooking(shop.deps, { listingId: audi.id, buyerId: buyer.id, state: "cancelled" });
  const namesFor = async (query: string) => {
    const answer = await shop.call("GET", `/api/addproduct?${query}`, { token: dealer.token });
    expect(answer.status).toBe(200);
    expect(answer.headers["x-total-count"]).toBe(String(answer.body.length));
    return answer.body.map((one: { _id: string }) => one._id);
  };
  expect(await namesFor("status=available")).toEqual([audi.id]);
  expect(await namesFor("status=sold")).toEqual([sold.id]);
  expect(await namesFor("status=reserved")).toEqual([held.id]);
  expect(await namesFor("status=off_sale")).toEqual([reversed.id]);
  expect(await namesFor("make=Audi")).toEqual([audi.id]);
  expect(await namesFor("advertised=yes")).toEqual([audi.id]);
  expect(await namesFor("picture=yes")).toEqual([sold.id]);
  expect(await namesFor("picture=no&status=available")).toEqual([audi.id]);
  expect(await namesFor("status=sold&paid=lately")).toEqual([sold.id]);
  expect(await namesFor("q=8k9aa")).toEqual([audi.id]);
  expect(await namesFor("priceMax=9999.5")).toEqual([audi.id]);
  expect(await namesFor("priceMin=9999.505&make=Audi")).toEqual([]);
  expect(await namesFor("priceMin=40000&sort=price")).toEqual([held.id, sold.id]);
  expect(await namesFor("sort=name&priceMin=40000")).toEqual([sold.id, held.id]);
  expect((await namesFor(`q=${encodeURIComponent(dealer.name)}`)).length).toBe(0);
  await shop.deps.db.execute(
    sql`update booking set created_at = now() - interval '31 days' where listing_id = ${sold.id}`,
  );
  expect(await namesFor("status=sold&paid=lately")).toEqual([]);
  const wrong = await shop.call("GET", "/api/addproduct?status=gone", { token: dealer.token });
  expect(wrong.body.error.fields).toHaveProperty("status");

  await shop.deps.db.execute(sql`update account set suspended_at = now() where id = ${dealer.id}`);
  expect((await namesFor("status=off_sale")).length).toBe(3);
  expect(await namesFor("status=sold")).toEqual([sold.id]);
  expect(await namesFor("status=reserved")).toEqual([]);
  expect(await list("status=off_sale&make=Audi")).toEqual([]);
});
