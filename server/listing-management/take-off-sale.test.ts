import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let buyer: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp({ UNVERIFIED_SELLER_LISTINGS: "1" });
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  buyer = await anAccount(shop.deps);
});
afterAll(() => shop.close());

const aCar = (given: Partial<Parameters<typeof aListing>[1]> = {}) =>
  aListing(shop.deps, { sellerId: seller.id, ...given });
async function bulk(action: string, ids: readonly string[], token = seller.token) {
  const cars = ids.map((_id) => ({ _id }));
  const { body } = await shop.call("POST", "/api/products/bulk", { token, body: { action, cars } });
  return body as { doneCount: number; cars: { isDone: boolean; message: string | null }[] };
}
async function own(query = ""): Promise<{ _id: string; status: string; actions: string[] }[]> {
  const { body } = await shop.call("GET", `/api/addproduct${query}`, { token: seller.token });
  return (body as { _id: string; status: string; allowedActions: string[] }[]).map(
    ({ _id, status, allowedActions: actions }) => ({ _id, status, actions }),
  );
}
const idsOf = async (query = "") => (await own(query)).map(({ _id }) => _id);
const publicStatus = async (id: string) => (await shop.call("GET", `/api/listings/${id}`)).status;
const isOnSale = async (id: string) => {
  const { body } = await shop.call("GET", "/api/listings?limit=100");
  return (body.listings as { _id: string }[]).some(({ _id }) => _id === id);
};
const eventsOf = async (id: string) =>
  (
    await shop.deps.db.execute<{ kind: string }>(
      sql`select kind from car_event where listing_id = ${id} order by id`,
    )
  ).rows.map(({ kind }) => kind);
test("cars taken off sale leave lists and search at once, and come back with their history", async () => {
  const one = await aCar();
  const two = await aCar();
  expect([await isOnSale(one.id), await publicStatus(one.id)]).toEqual([true, 200]);
  expect(await bulk("withdraw", [one.id, two.id])).toMatchObject({ doneCount: 2 });
  expect([await isOnSale(one.id), await publicStatus(one.id)]).toEqual([false, 404]);
  expect(await idsOf()).toEqual([]);
  expect(await own("?status=off_sale")).toEqual(
    [two, one].map(({ id }) => ({ _id: id, status: "off_sale", actions: ["delete"] })),
  );
  const ownOne = () => shop.call("GET", `/api/addproduct/${one.id}`, { token: seller.token });
  expect(await ownOne()).toMatchObject({
    status: 200,
    body: { status: "off_sale", allowedActions: ["delete"] },
  });
  expect(await bulk("withdraw", [one.id])).toMatchObject({
    cars: [{ isDone: false, message: "There is no such product." }],
  });
  expect(await bulk("relist", [one.id])).toMatchObject({ doneCount: 1 });
  expect([await isOnSale(one.id), await publicStatus(one.id)]).toEqual([true, 200]);
  expect(await idsOf("?status=off_sale")).toEqual([two.id]);
  expect(await eventsOf(one.id)).toEqual(["listed", "withdrawn", "relisted"]);

  // A deleted one is gone for good.
  expect(await bulk("delete", [two.id])).toMatchObject({ doneCount: 1 });
  expect(await idsOf("?status=off_sale")).toEqual([]);
  expect(await bulk("relist", [two.id])).toMatchObject({ doneCount: 0 });
  const ownTwo = await shop.call("GET", `/api/addproduct/${two.id}`, { token: seller.token });
  expect(ownTwo.status).toBe(404);
});

test("cars that are held or sold stay, each with the reason", async () => {
  const held = await aCar();
  const sold = await aCar();
  const free = await aCar();
  await aBooking(shop.deps, { listingId: held.id, buyerId: buyer.id });
  await aBooking(shop.deps, { listingId: sold.id, buyerId: buyer.id, state: "paid" });
  expect(await bulk("withdraw", [held.id, sold.id, free.id])).toMatchObject({
    doneCount: 1,
    cars: [
      {
        isDone: false,
        message: "A buyer holds this car. It can be taken off sale when the hold ends.",
      },
      { isDone: false, message: "This car is sold." },
      { isDone: true, message: null },
    ],
  });
});

test("a car does not come back while its VIN is for sale, its seller is suspended, or has too many cars", async () => {
  const dealer = await anAccount(shop.deps, { role: "Seller" });
  const vin = "WBA8B9G50HNU77755";
  const car = await aCar({ sellerId: dealer.id, vin });
  expect(await bulk("relist", [car.id], dealer.token)).toMatchObject({ doneCount: 0 });
  await bulk("withdraw", [car.id], dealer.token);
  const back = async () => (await bulk("relist", [car.id], dealer.token)).cars[0]!.message;
  const other = await aCar({ vin });
  expect(await back()).toBe("Another car with this VIN is for sale by now.");
  await bulk("delete", [other.id]);
  const second = await aCar({ sellerId: dealer.id });
  expect(await back()).toContain("Sellers who are not verified can have 1 car for sale");
  await bulk("delete", [second.id], dealer.token);
  await shop.deps.db.execute(sql`update account set suspended_at = now() where id = ${dealer.id}`);
  expect(await back()).toContain("You are suspended");
  await shop.deps.db.execute(sql`update account set suspended_at = null where id = ${dealer.id}`);
  expect(await back()).toBeNull();
});

test("a car whose sale was refunded stays where an admin finds it", async () => {
  const car = await aCar();
  const { db } = shop.deps;
  await db.execute(sql`update listing set sale_reversed_at = now() where id = ${car.id}`);
  expect(await bulk("withdraw", [car.id])).toMatchObject({
    doneCount: 0,
    cars: [{ message: expect.stringContaining("An admin can relist it.") as string }],
  });
  expect(await idsOf("?status=off_sale")).toContain(car.id);
});

test("another seller's car is unknown", async () => {
  const theirs = await aListing(shop.deps, {
    sellerId: (await anAccount(shop.deps, { role: "Seller" })).id,
  });
  for (const action of ["withdraw", "relist"])
    expect(await bulk(action, [theirs.id])).toMatchObject({
      cars: [{ isDone: false, message: "There is no such product." }],
    });
  expect(await publicStatus(theirs.id)).toBe(200);
});
