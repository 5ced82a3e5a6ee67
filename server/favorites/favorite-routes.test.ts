import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Favorite } from "#shared/favorites/favorite-contract.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller" });
});
afterAll(() => shop.close());

const aCar = () => aListing(shop.deps, { sellerId: seller.id });
const save = (token: string, id: string) => shop.call("PUT", `/api/favorites/${id}`, { token });
const remove = (token: string, id: string) =>
  shop.call("DELETE", `/api/favorites/${id}`, { token });
const merge = (token: string, ids: unknown) =>
  shop.call("POST", "/api/favorites", { token, body: { ids } });
async function list(token: string): Promise<Favorite[]> {
  const answer = await shop.call("GET", "/api/favorites", { token });
  expect(answer.status).toBe(200);
  return answer.body as Favorite[];
}
const savedIds = async (token: string) => (await list(token)).map(({ productId }) => productId);

/** Fills an account's list up to `count` with cars of its own. */
async function fill(accountId: string, count: number): Promise<void> {
  await shop.deps.db.execute(sql`
    insert into listing (id, seller_id, name, make, category_id, resale_price_minor)
    select gen_random_uuid(), ${seller.id}, 'Filler', 'BMW', 1, 100 from generate_series(1, ${count}::int)`);
  await shop.deps.db.execute(sql`
    insert into favorite (account_id, listing_id)
    select ${accountId}, id from listing where name = 'Filler' limit ${count}::int`);
}

test.each(["Buyer", "Seller", "admin"] as const)(
  "saves and removes a car of a %s, the latest first",
  async (role) => {
    const { token } = await anAccount(shop.deps, { role });
    const first = await aCar();
    const second = await aCar();
    for (const { id } of [first, second])
      expect(await save(token, id)).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect((await save(token, first.id)).body).toEqual({ modifiedCount: 0 });
    expect((await shop.call("GET", "/api/favorites/ids", { token })).body).toEqual({
      ids: [second.id, first.id],
    });
    expect(await list(token)).toMatchObject([
      { productId: second.id, name: second.name, state: "for_sale" },
      { productId: first.id, state: "for_sale", product: { _id: first.id, resalePrice: 20_000 } },
    ]);
    expect((await remove(token, second.id)).body).toEqual({ deletedCount: 1 });
    expect((await remove(token, second.id)).body).toEqual({ deletedCount: 0 });
    expect(await savedIds(token)).toEqual([first.id]);
  },
);

test("refuses visitors", async () => {
  const { id } = await aCar();
  for (const [method, url] of [
    ["GET", "/api/favorites"],
    ["GET", "/api/favorites/ids"],
    ["POST", "/api/favorites"],
    ["PUT", `/api/favorites/${id}`],
    ["DELETE", `/api/favorites/${id}`],
  ] as const)
    expect((await shop.call(method, url)).status, `${method} ${url}`).toBe(401);
});

test("keeps the lists of two accounts apart", async () => {
  const one = await anAccount(shop.deps);
  const other = await anAccount(shop.deps);
  const car = await aCar();
  await save(one.token, car.id);
  expect(await list(other.token)).toEqual([]);
  expect((await remove(other.token, car.id)).body).toEqual({ deletedCount: 0 });
  expect(await savedIds(one.token)).toEqual([car.id]);
});

test("answers 404 for unknown cars and cars off sale, and 400 for unknown parameters", async () => {
  const { token } = await anAccount(shop.deps);
  const withdrawn = await aListing(shop.deps, { sellerId: seller.id, withdrawnAt: new Date() });
  for (const id of [randomUUID(), "no-id", withdrawn.id])
    expect(await save(token, id)).toMatchObject({
      status: 404,
      body: { error: { fields: { id: "There is no such product." } } },
    });
  for (const id of [randomUUID(), "no-id"]) expect((await remove(token, id)).status).toBe(404);
  const answer = await shop.call("GET", "/api/favorites?sort=price", { token });
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { fields: { sort: "This call takes no query parameter sort." } } },
  });
});

test("lists cars for sale first and says which are reserved, sold or withdrawn", async () => {
  const { token } = await anAccount(shop.deps);
  const buyer = await anAccount(shop.deps);
  const keptCar = await aCar();
  const sold = await aCar();
  const soldLongAgo = await aCar();
  const withdrawn = await aCar();
  const reserved = await aCar();
  await aBooking(shop.deps, { listingId: reserved.id, buyerId: buyer.id });
  const deletedSeller = await anAccount(shop.deps, { role: "Seller" });
  const soldByGone = await aListing(shop.deps, { sellerId: deletedSeller.id });
  for (const { id } of [keptCar, sold, soldLongAgo, withdrawn, soldByGone, reserved])
    await save(token, id);
  const longAgo = new Date(Date.now() - 40 * 86_400_000);
  const booked = { buyerId: buyer.id, state: "paid" } as const;
  await aBooking(shop.deps, { ...booked, listingId: sold.id });
  await aBooking(shop.deps, { ...booked, listingId: soldLongAgo.id, createdAt: longAgo });
  await aBooking(shop.deps, { ...booked, listingId: soldByGone.id });
  await shop.deps.db.execute(
    sql`update account set deleted_at = now() where id = ${deletedSeller.id}`,
  );
  await shop.deps.db.execute(
    sql`update listing set withdrawn_at = now() where id = ${withdrawn.id}`,
  );
  expect(await list(token)).toMatchObject([
    { productId: reserved.id, state: "for_sale", product: { status: "reserved" } },
    { productId: keptCar.id, state: "for_sale", product: { status: "available" } },
    { productId: soldByGone.id, state: "sold", name: soldByGone.name, product: null },
    { productId: withdrawn.id, state: "unavailable", name: withdrawn.name, product: null },
    { productId: soldLongAgo.id, state: "sold", name: soldLongAgo.name, product: null },
    { productId: sold.id, state: "sold", product: { status: "sold" } },
  ]);
});

test("leaves descriptions and contacts out", async () => {
  const { token } = await anAccount(shop.deps);
  const car = await aListing(shop.deps, { sellerId: seller.id, description: "One owner." });
  await save(token, car.id);
  const [saved] = await list(token);
  expect(saved!.product).not.toHaveProperty("description");
  expect(JSON.stringify(saved)).not.toContain(car.phone);
});

describe("the limit of 200 cars", () => {
  test("is refused with a message", async () => {
    const { id, token } = await anAccount(shop.deps);
    await fill(id, 199);
    const cars = await Promise.all(Array.from({ length: 4 }, aCar));
    // At the same time: only one place is left.
    const answers = await Promise.all(cars.map((car) => save(token, car.id)));
    const refusal = {
      modifiedCount: 0,
      message: "You can save at most 200 cars. Remove one to save another.",
    };
    const bodies = answers.map(({ body }) => body as { modifiedCount: number });
    expect(bodies.filter(({ modifiedCount }) => modifiedCount === 1)).toHaveLength(1);
    expect(bodies.filter(({ modifiedCount }) => modifiedCount === 0)).toEqual(
      Array.from({ length: 3 }, () => refusal),
    );
    expect(await list(token)).toHaveLength(200);
  });

  test("holds for devices that are merged at the same time", async () => {
    const { id, token } = await anAccount(shop.deps);
    await fill(id, 199);
    const cars = await Promise.all(Array.from({ length: 4 }, aCar));
    const answers = await Promise.all(cars.map((car) => merge(token, [car.id])));
    expect(answers.flatMap(({ body }) => body.added as string[])).toHaveLength(1);
    expect(await list(token)).toHaveLength(200);
  });

  test("lets a merge take the places that are left", async () => {
    const { id, token } = await anAccount(shop.deps);
    await fill(id, 199);
    const latest = await aCar();
    const older = await aCar();
    expect((await merge(token, [latest.id, older.id])).body).toEqual({
      added: [latest.id],
      alreadySaved: [],
      ignored: [],
      overLimit: [older.id],
      message: "You can save at most 200 cars, so 1 from this device could not be added.",
    });
  });
});

test("merges a device's cars once, in their order, and says which it ignored", async () => {
  const { token } = await anAccount(shop.deps);
  const saved = await aCar();
  const latest = await aCar();
  const older = await aCar();
  const withdrawn = await aListing(shop.deps, { sellerId: seller.id, withdrawnAt: new Date() });
  await save(token, saved.id);
  const unknown = randomUUID();
  const ids = [latest.id, saved.id, older.id.toUpperCase(), older.id, unknown, "x", withdrawn.id];
  expect(await merge(token, ids)).toMatchObject({
    status: 200,
    body: {
      added: [latest.id, older.id],
      alreadySaved: [saved.id],
      ignored: [unknown, "x", withdrawn.id],
      overLimit: [],
    },
  });
  const merged = await list(token);
  const at = (id: string) => Date.parse(merged.find(({ productId }) => productId === id)!.savedAt);
  expect(at(latest.id)).toBeGreaterThan(at(older.id));
  expect((await merge(token, ids)).body).toMatchObject({ added: [] });
  expect(await list(token)).toEqual(merged);
});

test("refuses a merge that is no list of at most 200 ids", async () => {
  const { token } = await anAccount(shop.deps);
  for (const ids of [undefined, "x", [1], Array.from({ length: 201 }, () => randomUUID())]) {
    const answer = await merge(token, ids);
    expect(answer).toMatchObject({
      status: 400,
      body: { error: { fields: { ids: expect.any(String) as string } } },
    });
  }
});

test("deletes the list with the account, and with the listing", async () => {
  const account = await anAccount(shop.deps);
  const car = await aCar();
  const purged = await aCar();
  for (const { id } of [car, purged]) await save(account.token, id);
  const admin = await anAccount(shop.deps, { role: "admin" });
  await shop.deps.db.execute(sql`alter table listing_price_change disable trigger user`);
  await shop.deps.db.execute(sql`delete from listing_price_change where listing_id = ${purged.id}`);
  await shop.deps.db.execute(sql`alter table listing_price_change enable trigger user`);
  await shop.deps.db.execute(sql`delete from listing where id = ${purged.id}`);
  expect(await savedIds(account.token)).toEqual([car.id]);
  const answer = await shop.call("DELETE", `/api/buyer/${account.id}`, { token: admin.token });
  expect(answer.body).toMatchObject({ deletedCount: 1 });
  const { rows } = await shop.deps.db.execute(
    sql`select 1 from favorite where account_id = ${account.id}`,
  );
  expect(rows).toEqual([]);
});
