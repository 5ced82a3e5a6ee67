import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "drizzle-orm";
import type { FeedChangeAnswer, FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import type { EditedCarPage } from "#shared/feeds/feed-edit-contract.ts";
import { aBooking, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

// Cars that are in the shop already, from a one-off import or a deleted feed, when a feed begins to list them.

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let serial = 0;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());
beforeEach(async () => {
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
});

const call = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, body?: object) =>
  shop.call(method, url, { token: seller.token, body });
async function aFeed(): Promise<string> {
  const body = { name: `Lot ${++serial}`, options: { currency: "usd", distanceUnit: "mi" } };
  return `/api/feeds/${(await call("POST", "/api/feeds", body)).body.insertedId}`;
}
/** Applies a file to a feed. Returns the plan. */
async function sync(feed: string, ...lines: string[]) {
  const made = await shop.call("POST", `${feed}/plans?file=stock.csv`, {
    token: seller.token,
    body: Buffer.from(`${header}\n${lines.join("\n")}\n`),
    headers: { "content-type": "application/octet-stream" },
  });
  const url = `${feed}/plans/${made.body._id}`;
  const { body } = await call("POST", `${url}/apply`, { confirm: true });
  expect(body).toMatchObject({ state: "applied", counts: { refused: 0 }, skipped: 0 });
  const { changes } = (await call("GET", `${url}/changes`)).body;
  return { ...(body as FeedPlanAnswer), url, changes: changes as FeedChangeAnswer[] };
}
const listings = async (query = "") =>
  (
    (await call("GET", `/api/addproduct${query}`)).body as {
      _id: string;
      resalePrice: number;
      mileage: number;
    }[]
  ).map(({ _id, resalePrice, mileage }) => ({ id: _id, price: resalePrice, mileage }));
const isForSale = async (id: string) =>
  (await shop.call("GET", `/api/listings/${id}`)).status === 200;
const bulk = async (action: string, id: string) =>
  expect(
    (await call("POST", "/api/products/bulk", { action, cars: [{ _id: id }] })).body,
  ).toMatchObject({
    doneCount: 1,
  });

const header = "Stock Number,VIN,Registration,Make,Model,Year,Price,Mileage,Color,Description";
type Car = Partial<
  Record<"stock" | "vin" | "plate" | "model" | "price" | "mileage" | "text", string | number>
>;
const car = ({ stock, vin, plate, model, price, mileage, text }: Car) =>
  `${stock ?? ""},${vin ?? ""},${plate ?? ""},BMW,${model ?? "X5"},2019,${price ?? 30_000},${mileage ?? 10_000},black,${text ?? "One owner"}`;

/** Lists cars by a feed that is deleted afterwards, as a one-off import does. Returns their listings. */
async function imported(...cars: Car[]) {
  const feed = await aFeed();
  const { changes } = await sync(feed, ...cars.map(car));
  await call("DELETE", feed);
  return changes.map(({ productId }) => productId!);
}

test.each<[string, Car, Car]>([
  ["facts", {}, {}],
  ["VIN", { vin: "WBA8B9G50HNU61111" }, { vin: "WBA8B9G50HNU61111", mileage: 25_000 }],
  ["stock number", { stock: "A-17" }, { stock: "A-17", mileage: 25_000 }],
  ["registration", { plate: "AB 1234 X" }, { stock: "77", plate: "ab1234x", mileage: 25_000 }],
])(
  "a repriced car that is known by its %s is adopted, not listed twice",
  async (_, before, after) => {
    const [id] = await imported(before);
    const next = { mileage: 10_200, ...after, price: 28_500 };
    const feed = await aFeed();
    const { counts, url } = await sync(feed, car(next));
    expect(counts).toMatchObject({ added: 0, changed: 1 });
    expect(await listings()).toEqual([{ id, price: 28_500, mileage: next.mileage }]);
    expect((await sync(feed, car(next))).counts).toMatchObject({
      added: 0,
      changed: 0,
      unchanged: 1,
    });
    expect((await call("POST", `${url}/undo`)).status).toBe(409);
  },
);

test("undoing the first sync gives an adopted car its price back and leaves it in the shop", async () => {
  const [id] = await imported({});
  const feed = await aFeed();
  const { url } = await sync(feed, car({ price: 28_500 }), car({ model: "X1" }));
  expect((await call("POST", `${url}/undo`)).body).toMatchObject({ state: "undone" });
  expect(await listings()).toEqual([{ id, price: 30_000, mileage: 10_000 }]);
  expect((await call("GET", feed)).body).toMatchObject({ cars: 0 });
  // It can be adopted again.
  await sync(feed, car({ price: 28_500 }));
  expect(await listings()).toEqual([{ id, price: 28_500, mileage: 10_000 }]);
});

test("what its seller changed in the shop waits for a decision, and the price follows the file", async () => {
  const [id] = await imported({ stock: "A-18" });
  await call("PATCH", `/api/products/${id}`, { description: "Two keys" });
  const feed = await aFeed();
  await sync(feed, car({ stock: "A-18", price: 28_500, mileage: 10_200 }));
  expect(await listings()).toEqual([{ id, price: 28_500, mileage: 10_000 }]);
  const { body } = await call("GET", `${feed}/edits`);
  const [edited] = (body as EditedCarPage).cars;
  expect(edited!.differences.map(({ field }) => field).toSorted()).toEqual([
    "description",
    "mileage",
  ]);
});

test("a price that its seller changed in the shop stays, too", async () => {
  const [id] = await imported({});
  await call("PATCH", `/api/products/${id}`, { resalePrice: 29_000 });
  await sync(await aFeed(), car({ price: 28_500 }));
  expect(await listings()).toEqual([{ id, price: 29_000, mileage: 10_000 }]);
});

test("prices that change by more than 30 % need a confirmation", async () => {
  await imported({}, { model: "X1" });
  const feed = await aFeed();
  const made = await shop.call("POST", `${feed}/plans?file=stock.csv`, {
    token: seller.token,
    body: Buffer.from(`${header}\n${car({ price: 60_000 })}\n${car({ model: "X1" })}\n`),
    headers: { "content-type": "application/octet-stream" },
  });
  expect(made.body).toMatchObject({ needsConfirmation: true });
});

test("a sold car is not listed again, and one that differs too much is another car", async () => {
  const [sold] = await imported({ mileage: 50_000 }, { mileage: 90_000 });
  const { id: buyerId } = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: sold!, buyerId, state: "paid" });
  const { counts, kept } = await sync(
    await aFeed(),
    car({ mileage: 50_000, price: 28_500 }),
    car({ mileage: 20_000 }),
  );
  expect(counts).toMatchObject({ added: 1, changed: 0, kept: 1 });
  expect(kept).toMatchObject([{ productId: sold, change: "new", reason: "booked" }]);
});

test("a car that only resembles an imported one is listed beside it", async () => {
  const [id] = await imported({ text: "Two keys" });
  const resembling = { mileage: 10_200, price: 29_500, text: "One key" };
  expect((await sync(await aFeed(), car(resembling))).counts).toMatchObject({ added: 1, kept: 0 });
  expect((await listings()).map((one) => one.id)).toContain(id);
});

test("a car that left the file is among those off sale, where its seller can put it back", async () => {
  const feed = await aFeed();
  const rest = ["X1", "X2", "X3", "X4", "X6"].map((model) => car({ stock: model, model }));
  const goneCar = car({ stock: "S1" });
  const { changes } = await sync(feed, goneCar, ...rest);
  const id = changes[0]!.productId!;
  await sync(feed, ...rest);
  expect(await isForSale(id)).toBe(false);
  expect((await listings("?status=off_sale")).map((one) => one.id)).toEqual([id]);
  // Back in the file, then gone and put back by hand.
  expect((await sync(feed, goneCar, ...rest)).counts.relisted).toBe(1);
  expect([await isForSale(id), await listings("?status=off_sale")]).toEqual([true, []]);
  const { url } = await sync(feed, ...rest);
  expect((await call("POST", `${url}/undo`)).body.state).toBe("undone");
  expect([await isForSale(id), await listings("?status=off_sale")]).toEqual([true, []]);
  await sync(feed, ...rest);
  await bulk("relist", id);
  await sync(feed, ...rest);
  expect(await isForSale(id)).toBe(true);
});

test("a feed puts no car back that its seller took off sale or deleted", async () => {
  const feed = await aFeed();
  const rest = ["X1", "X2", "X3", "X4", "X6"].map((model) => car({ stock: model, model }));
  const { changes } = await sync(feed, car({ stock: "S1" }), car({ stock: "S2" }), ...rest);
  const [withdrawn, deleted] = changes.map(({ productId }) => productId!);
  await bulk("withdraw", withdrawn!);
  await sync(feed, car({ stock: "S1" }), ...rest);
  await bulk("delete", deleted!);
  const { counts, kept } = await sync(feed, car({ stock: "S1" }), car({ stock: "S2" }), ...rest);
  expect(counts).toMatchObject({ relisted: 0, added: 0 });
  expect(kept).toMatchObject([{ productId: deleted, reason: "withdrawn" }]);
  expect([await isForSale(withdrawn!), await isForSale(deleted!)]).toEqual([false, false]);
});

test("a car that its feed retired and its seller put back and took off sale again stays off sale", async () => {
  const feed = await aFeed();
  const rest = ["X1", "X2", "X3", "X4", "X6"].map((model) => car({ stock: model, model }));
  const goneCar = car({ stock: "S1" });
  const { changes } = await sync(feed, goneCar, ...rest);
  const id = changes[0]!.productId!;
  const retired = await sync(feed, ...rest);
  await bulk("relist", id);
  await bulk("withdraw", id);
  const { counts, kept } = await sync(feed, goneCar, ...rest);
  expect(counts).toMatchObject({ relisted: 0, added: 0, retired: 0, unchanged: 5 });
  expect(kept).toMatchObject([{ productId: id, change: "changed", reason: "withdrawn" }]);
  // Another feed does not list it a second time either.
  const other = await sync(await aFeed(), goneCar);
  expect(other.kept).toMatchObject([{ productId: id, reason: "other_feed" }]);
  expect(other.counts.added).toBe(0);
  expect((await call("POST", `${retired.url}/undo`)).status).toBe(409);
  expect([await isForSale(id), (await listings("?status=off_sale")).map((one) => one.id)]).toEqual([
    false,
    [id],
  ]);
  // Once its seller puts it back, the feed has it again, and retires it again.
  await bulk("relist", id);
  await sync(feed, goneCar, ...rest);
  await sync(feed, ...rest);
  expect(await isForSale(id)).toBe(false);
  expect((await sync(feed, goneCar, ...rest)).counts.relisted).toBe(1);
  expect(await isForSale(id)).toBe(true);
});

test("a plan and its undo leave a car off sale that its seller took off meanwhile", async () => {
  const feed = await aFeed();
  const rest = ["X1", "X2", "X3", "X4", "X6"].map((model) => car({ stock: model, model }));
  const goneCar = car({ stock: "S1" });
  const { changes } = await sync(feed, goneCar, ...rest);
  const id = changes[0]!.productId!;
  const takeOffAgain = async () => {
    await bulk("relist", id);
    await bulk("withdraw", id);
  };
  // The sync that retired it is undone.
  const retired = await sync(feed, ...rest);
  await takeOffAgain();
  expect((await call("POST", `${retired.url}/undo`)).body).toMatchObject({ state: "undone" });
  expect(await isForSale(id)).toBe(false);
  const retiredChanges = (await call("GET", `${retired.url}/changes`)).body
    .changes as FeedChangeAnswer[];
  expect(retiredChanges).toMatchObject([{ productId: id, state: "kept", reason: "withdrawn" }]);

  // A plan that relists it waits.
  await bulk("relist", id);
  await sync(feed, goneCar, ...rest);
  await sync(feed, ...rest);
  const made = await shop.call("POST", `${feed}/plans?file=stock.csv`, {
    token: seller.token,
    body: Buffer.from(`${[header, goneCar, ...rest].join("\n")}\n`),
    headers: { "content-type": "application/octet-stream" },
  });
  expect(made.body.counts).toMatchObject({ relisted: 1 });
  await takeOffAgain();
  const url = `${feed}/plans/${made.body._id as string}`;
  expect((await call("POST", `${url}/apply`, {})).body).toMatchObject({ skipped: 1 });
  expect(await isForSale(id)).toBe(false);

  // The sync that relisted it is undone.
  await bulk("relist", id);
  await sync(feed, goneCar, ...rest);
  await sync(feed, ...rest);
  const back = await sync(feed, goneCar, ...rest);
  await bulk("withdraw", id);
  await call("POST", `${back.url}/undo`);
  expect((await sync(feed, goneCar, ...rest)).counts.relisted).toBe(0);
  expect(await isForSale(id)).toBe(false);
});

test("after its feed was deleted, a car off sale is not counted as for sale until its seller puts it back", async () => {
  const first = await aFeed();
  const rest = ["X1", "X2", "X3", "X4", "X6"].map((model) => car({ stock: model, model }));
  const { changes } = await sync(first, car({ stock: "S1" }), ...rest);
  const id = changes[0]!.productId!;
  await sync(first, ...rest);
  await call("DELETE", first);
  const feed = await aFeed();
  const { counts, kept } = await sync(feed, car({ stock: "S1" }), ...rest);
  expect(counts).toMatchObject({ added: 0, changed: 5, kept: 1 });
  expect(kept).toMatchObject([{ productId: id, change: "new", reason: "withdrawn" }]);
  expect((await call("GET", feed)).body.cars).toBe(5);
  await bulk("relist", id);
  await sync(feed, car({ stock: "S1" }), ...rest);
  expect([await isForSale(id), (await call("GET", feed)).body.cars]).toEqual([true, 6]);
  const { rows } = await shop.deps.db.execute<{ cars: number }>(
    sql`select count(*)::int as cars from listing where seller_id = ${seller.id}`,
  );
  expect(rows[0]!.cars).toBe(6);
});
