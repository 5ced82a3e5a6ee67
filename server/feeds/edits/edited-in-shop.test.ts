import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { FeedAnswer, FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import type { EditedCarPage } from "#shared/feeds/feed-edit-contract.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { decideAllEdits } from "./decide-all-edits.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
});
afterAll(() => shop.close());

const call = (method: "GET" | "POST" | "PATCH", url: string, body?: object) =>
  shop.call(method, url, { token: seller.token, body });

let serial = 0;
async function aFeed(): Promise<string> {
  serial += 1;
  const options = { currency: "usd", distanceUnit: "mi" };
  const { body } = await call("POST", "/api/feeds", { name: `Lot ${serial}`, options });
  return body.insertedId as string;
}
const row = (number: number, price = 15_000, color = "black") =>
  `${serial}-${number},BMW,3 Series,2018,${price},${20_000 + number},${color}`;
async function upload(feed: string, rows: string[]): Promise<FeedPlanAnswer> {
  const { body } = await shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token: seller.token,
    body: Buffer.from(
      `${["Stock Number,Make,Model,Year,Price,Mileage,Color", ...rows].join("\n")}\n`,
    ),
    headers: { "content-type": "application/octet-stream" },
  });
  return body as FeedPlanAnswer;
}
const apply = (feed: string, plan: FeedPlanAnswer) =>
  call("POST", `/api/feeds/${feed}/plans/${plan._id}/apply`, { confirm: true });
async function carOf(feed: string, number: number): Promise<string> {
  const { body } = await call("GET", "/api/addproduct?limit=100");
  const wanted = `${20_000 + number}`;
  const cars = (body as { _id: string; mileage: number }[]).filter(
    ({ mileage }) => String(mileage) === wanted,
  );
  // The newest first.
  return cars[0]!._id;
}
const edit = (id: string, changes: object) => call("PATCH", `/api/products/${id}`, changes);
const edits = async (feed: string, query = "") =>
  (await call("GET", `/api/feeds/${feed}/edits${query}`)).body as EditedCarPage;
const decide = (feed: string, productId: string, winner: string, field = "price") =>
  call("POST", `/api/feeds/${feed}/edits`, { productId, field, winner });
const countOf = async (feed: string) =>
  ((await call("GET", "/api/feeds")).body as FeedAnswer[]).find(({ _id }) => _id === feed)!.edits;
const shown = async (id: string) => (await call("GET", `/api/addproduct/${id}`)).body;

test("what was edited in the shop is listed until the seller decides about it", async () => {
  const feed = await aFeed();
  await apply(
    feed,
    await upload(
      feed,
      [1, 2, 3].map((number) => row(number)),
    ),
  );
  expect(await edits(feed)).toMatchObject({ cars: [] });
  const one = await carOf(feed, 1);
  const two = await carOf(feed, 2);
  expect((await edit(one, { resalePrice: 14_000, colour: "red" })).body.modifiedCount).toBe(1);
  expect((await edit(two, { resalePrice: 16_000 })).body.modifiedCount).toBe(1);
  expect(await countOf(feed)).toBe(3);
  const { cars } = await edits(feed);
  expect(cars.map(({ productId, name }) => [productId, name])).toEqual([
    [one, "BMW 3 Series 2018"],
    [two, "BMW 3 Series 2018"],
  ]);
  expect(cars[0]!.differences).toEqual(
    expect.arrayContaining([
      { field: "price", feed: 15_000, shop: 14_000 },
      { field: "colour", feed: "black", shop: "red" },
    ]),
  );
  const first = await edits(feed, "?limit=1");
  expect(first.cars).toHaveLength(1);
  expect((await edits(feed, `?limit=1&cursor=${first.nextCursor}`)).cars[0]!.productId).toBe(two);

  expect((await decide(feed, one, "feed")).body).toEqual({ modifiedCount: 1 });
  expect(await shown(one)).toMatchObject({ resalePrice: 15_000, colour: "red" });
  const { body: listed } = await call("GET", `/api/listings/${one}`);
  expect(listed.resalePrice).toBe(15_000);
  expect((await decide(feed, two, "shop")).body).toEqual({ modifiedCount: 1 });
  expect(await shown(two)).toMatchObject({ resalePrice: 16_000 });
  expect(await countOf(feed)).toBe(1);
  expect((await decide(feed, one, "feed")).body).toMatchObject({
    modifiedCount: 0,
    message: "The feed and the shop say the same by now.",
  });

  // The file says something else about a price that the shop had won.
  await apply(feed, await upload(feed, [row(1), row(2, 15_500), row(3)]));
  expect((await edits(feed)).cars).toMatchObject([
    { productId: one, differences: [{ field: "colour" }] },
    { productId: two, differences: [{ field: "price", feed: 15_500, shop: 16_000 }] },
  ]);
  // A fact that the feed wins for all cars follows the next file and asks nothing.
  await call("PATCH", `/api/feeds/${feed}`, { feedWins: ["price", "colour"] });
  expect(await countOf(feed)).toBe(0);
});

test("a plan that waits follows a decision for the feed, and undo takes it back", async () => {
  const feed = await aFeed();
  await apply(feed, await upload(feed, [row(11), row(12)]));
  const id = await carOf(feed, 11);
  await edit(id, { resalePrice: 14_000 });
  const plan = await upload(feed, [row(11, 15_300), row(12)]);
  await decide(feed, id, "feed");
  await apply(feed, plan);
  expect(await shown(id)).toMatchObject({ resalePrice: 15_300 });
  expect(await countOf(feed)).toBe(0);
  await call("POST", `/api/feeds/${feed}/plans/${plan._id}/undo`);
  expect(await shown(id)).toMatchObject({ resalePrice: 15_000 });
});

test("decisions are refused about reserved cars, other cars, other sellers' feeds and the file's own facts", async () => {
  const feed = await aFeed();
  await apply(feed, await upload(feed, [row(21), row(22)]));
  const one = await carOf(feed, 21);
  const two = await carOf(feed, 22);
  for (const id of [one, two]) await edit(id, { resalePrice: 14_000 });
  const buyer = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: one, buyerId: buyer.id });
  expect((await decide(feed, one, "feed")).body).toMatchObject({
    modifiedCount: 0,
    message: expect.stringContaining("reserved"),
  });
  expect(await shown(one)).toMatchObject({ resalePrice: 14_000 });
  expect((await edits(feed)).cars.map(({ productId }) => productId)).toEqual([two]);
  const another = await aFeed();
  expect((await decide(another, two, "feed")).status).toBe(404);
  expect((await decide(feed, two, "feed", "sourceRate")).body.error.fields).toHaveProperty("field");
  const other = await anAccount(shop.deps, { role: "Seller" });
  for (const [method, body] of [
    ["GET", undefined],
    ["POST", { productId: two, field: "price", winner: "feed" }],
  ] as const) {
    const answer = await shop.call(method, `/api/feeds/${feed}/edits`, {
      token: other.token,
      body,
    });
    expect(answer.status).toBe(404);
  }
  expect(await shown(two)).toMatchObject({ resalePrice: 14_000 });
});

test("a number and its unit are decided together, in one car and for the whole feed", async () => {
  const feed = await aFeed();
  const numbers = [51, 52, 53];
  await apply(
    feed,
    await upload(
      feed,
      numbers.map((number) => row(number)),
    ),
  );
  const [one, two, three] = await Promise.all(numbers.map((number) => carOf(feed, number)));
  for (const id of [one!, two!, three!])
    expect((await edit(id, { mileage: 50_000, mileageUnit: "km" })).body.modifiedCount).toBe(1);

  await decide(feed, one!, "feed", "mileage");
  expect(await shown(one!)).toMatchObject({ mileage: 20_051, mileageUnit: "mi" });
  await decide(feed, two!, "shop", "mileageUnit");
  expect(await shown(two!)).toMatchObject({ mileage: 50_000, mileageUnit: "km" });
  expect((await edits(feed)).cars.map(({ productId }) => productId)).toEqual([three]);

  await call("PATCH", `/api/feeds/${feed}`, { feedWins: ["mileage"] });
  await apply(
    feed,
    await upload(
      feed,
      numbers.map((number) => row(number)),
    ),
  );
  expect(await shown(three!)).toMatchObject({ mileage: 20_053, mileageUnit: "mi" });
});

test("an edit of a number alone keeps its unit when the feed changes both", async () => {
  const feed = await aFeed();
  await apply(feed, await upload(feed, [row(61), row(62)]));
  const id = await carOf(feed, 61);
  await edit(id, { mileage: 20_999 });
  await call("PATCH", `/api/feeds/${feed}`, { options: { currency: "usd", distanceUnit: "km" } });
  await apply(feed, await upload(feed, [row(61), row(62)]));
  expect(await shown(id)).toMatchObject({ mileage: 20_999, mileageUnit: "mi" });
  expect(await shown(await carOf(feed, 62))).toMatchObject({ mileage: 20_062, mileageUnit: "km" });
});

test("a fact that only the shop states waits for no decision and cannot be taken from the feed", async () => {
  const feed = await aFeed();
  await apply(feed, await upload(feed, [row(71, 15_000, "")]));
  const id = await carOf(feed, 71);
  const stated = { colour: "red", description: "One owner" };
  expect((await edit(id, stated)).body.modifiedCount).toBe(1);
  expect(await edits(feed)).toMatchObject({ cars: [] });
  expect(await countOf(feed)).toBe(0);
  for (const field of ["colour", "description"])
    expect((await decide(feed, id, "feed", field)).body).toEqual({
      modifiedCount: 0,
      message: "The feed does not state this fact.",
    });
  expect(await shown(id)).toMatchObject(stated);
});

type Edit = { productId: string; field: string };
const decideMany = (feed: string, winner: string, edits: Edit[]) =>
  call("POST", `/api/feeds/${feed}/edits/bulk`, { winner, edits });
const decideAll = (feed: string, body: object) =>
  call("POST", `/api/feeds/${feed}/edits/bulk/all`, body);
async function suspend(isSuspended: boolean): Promise<void> {
  const admin = await anAccount(shop.deps, { role: "admin" });
  const { status } = await shop.call(
    isSuspended ? "PUT" : "DELETE",
    `/api/seller/suspend/${seller.id}`,
    { token: admin.token, body: { reason: "Cars that do not exist." } },
  );
  expect(status).toBe(200);
}
/** A feed whose cars of these numbers were made cheaper and red in the shop. Their ids are in the order of the numbers. */
async function anEditedFeed(numbers: number[]): Promise<{ feed: string; ids: string[] }> {
  const feed = await aFeed();
  await apply(
    feed,
    await upload(
      feed,
      numbers.map((number) => row(number)),
    ),
  );
  const ids = await Promise.all(numbers.map((number) => carOf(feed, number)));
  for (const id of ids) await edit(id, { resalePrice: 14_000, colour: "red" });
  return { feed, ids };
}

test("the shop wins in the chosen facts of many cars, until the file says something else", async () => {
  const { feed, ids } = await anEditedFeed([81, 82, 83]);
  const [one, two, three] = ids as [string, string, string];
  const chosen = [
    { productId: one, field: "price" },
    { productId: one, field: "colour" },
    { productId: two.toUpperCase(), field: "price" },
  ];
  const { body } = await decideMany(feed, "shop", chosen);
  expect(body).toEqual({
    doneCount: 3,
    edits: [one, one, two].map((productId, at) => ({
      productId,
      field: chosen[at]!.field,
      isDone: true,
      message: null,
    })),
  });
  for (const id of ids) expect(await shown(id)).toMatchObject({ resalePrice: 14_000 });
  expect(
    (await edits(feed)).cars.map(({ productId, differences }) => [productId, differences.length]),
  ).toEqual([
    [two, 1],
    [three, 2],
  ]);
  await apply(feed, await upload(feed, [row(81), row(82, 15_500), row(83)]));
  expect((await edits(feed)).cars.map(({ productId }) => productId)).toEqual([two, three]);
  expect((await edits(feed)).cars[0]!.differences).toHaveLength(2);
});

test("the feed wins in the chosen facts of many cars at once", async () => {
  const { feed, ids } = await anEditedFeed([91, 92]);
  const chosen = ids.map((productId) => ({ productId, field: "price" }));
  expect((await decideMany(feed, "feed", chosen)).body.doneCount).toBe(2);
  for (const id of ids)
    expect((await call("GET", `/api/listings/${id}`)).body.resalePrice).toBe(15_000);
  for (const id of ids)
    expect(await shown(id)).toMatchObject({ resalePrice: 15_000, colour: "red" });
  expect(await countOf(feed)).toBe(2);
});

test("says why it leaves out an edit, and decides the others", async () => {
  const { feed, ids } = await anEditedFeed([101, 102, 103]);
  const [reserved, agreed, free] = ids as [string, string, string];
  const other = await anEditedFeed([104]);
  const buyer = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: reserved, buyerId: buyer.id });
  await edit(agreed, { resalePrice: 15_000 });
  const chosen = [reserved, agreed, other.ids[0]!, randomUUID(), free].map((productId) => ({
    productId,
    field: "price",
  }));
  for (const winner of ["feed", "shop"]) {
    const { body } = await decideMany(feed, winner, [
      ...chosen.slice(0, 4),
      winner === "feed" ? chosen[4]! : { productId: free, field: "colour" },
    ]);
    expect((body.edits as { message: string }[]).map(({ message }) => message)).toEqual([
      "This car is reserved, sold or off sale, so it stays as it is.",
      "The feed and the shop say the same by now.",
      "The feed has no such car.",
      "The feed has no such car.",
      null,
    ]);
    expect(body.doneCount).toBe(1);
  }
  expect(await shown(reserved)).toMatchObject({ resalePrice: 14_000 });
  expect(await shown(other.ids[0]!)).toMatchObject({ resalePrice: 14_000 });
  expect(await shown(free)).toMatchObject({ resalePrice: 15_000, colour: "red" });
  expect(await countOf(other.feed)).toBe(2);
});

test("the feed gives no two cars the same VIN, and the other cars their facts", async () => {
  const feed = await aFeed();
  const header = "Stock Number,Make,Model,Year,Price,Mileage,VIN";
  const vins = ["WBA3A5C50CF256551", "WBA3A5C58CF256555"];
  const file = (name: string, cells: string[]) =>
    shop.call("POST", `/api/feeds/${feed}/plans?file=${name}`, {
      token: seller.token,
      body: Buffer.from([header, ...cells].join("\n")),
      headers: { "content-type": "application/octet-stream" },
    });
  const rows = vins.map((vin, at) => `v-${at},BMW,3 Series,2018,15000,${30_000 + at},${vin}`);
  await apply(feed, (await file("a.csv", rows)).body);
  const mine = (await call("GET", "/api/addproduct?limit=100")).body as {
    _id: string;
    mileage: number;
  }[];
  const [one, two] = [30_000, 30_001].map((mileage) =>
    mine.find((car) => car.mileage === mileage)!,
  );
  // The first car's VIN goes to a car that is no feed's.
  expect((await edit(one!._id, { vin: null })).body.modifiedCount).toBe(1);
  expect((await edit(two!._id, { resalePrice: 14_000 })).body.modifiedCount).toBe(1);
  await aListing(shop.deps, { sellerId: seller.id, make: "BMW", vin: vins[0]! });
  const { body } = await decideMany(feed, "feed", [
    { productId: one!._id, field: "vin" },
    { productId: two!._id, field: "price" },
  ]);
  expect(body.edits).toMatchObject([
    { isDone: false, message: "Another car with this VIN is for sale by now." },
    { isDone: true },
  ]);
  expect(await shown(two!._id)).toMatchObject({ resalePrice: 15_000 });
});

test("all edits of a feed are decided at once, if as many wait as the seller saw", async () => {
  const numbers = Array.from({ length: 203 }, (_, at) => 1_000 + at);
  const feed = await aFeed();
  await apply(
    feed,
    await upload(
      feed,
      numbers.map((number) => row(number)),
    ),
  );
  const { rows } = await shop.deps.db.execute<{ id: string }>(
    sql`select listing_id as id from feed_car where feed_id = ${feed} order by listing_id`,
  );
  const ids = rows.map(({ id }) => id);
  for (let at = 0; at < ids.length; at += 100)
    await call("POST", "/api/products/bulk", {
      action: "price",
      change: { kind: "amount", by: -1_000 },
      cars: ids.slice(at, at + 100).map((_id) => ({ _id })),
    });
  expect(await countOf(feed)).toBe(203);
  const stale = await decideAll(feed, { winner: "shop", count: 200 });
  expect([stale.status, stale.body.message]).toEqual([
    409,
    "203 edits wait now, not 200. Nothing was changed.",
  ]);
  expect(await countOf(feed)).toBe(203);
  expect((await decideAll(feed, { winner: "shop", count: 203 })).body).toEqual({
    total: 203,
    doneCount: 203,
    refusedCount: 0,
    refusals: [],
    next: null,
  });
  expect(await countOf(feed)).toBe(0);
  expect(await shown(ids[202]!)).toMatchObject({ resalePrice: 14_000 });

  await apply(
    feed,
    await upload(
      feed,
      numbers.map((number) => row(number, 15_100)),
    ),
  );
  // Time is up at every look at the clock.
  let time = 0;
  const step = (after?: string) =>
    decideAllEdits(
      shop.deps,
      { accountId: seller.id },
      { id: feed, winner: "feed", count: 203, after },
      () => (time += 6_000),
    );
  await suspend(true);
  const refused = await step();
  expect(refused).toMatchObject({ total: 203, doneCount: 0, refusedCount: 200 });
  expect(await step(refused.next!)).toMatchObject({ total: 3, refusedCount: 3, next: null });
  await suspend(false);
  // The seller's account is busy at the second batch.
  const { transaction } = shop.deps.db;
  vi.spyOn(shop.deps.db, "transaction")
    .mockImplementationOnce(transaction)
    .mockRejectedValueOnce(Object.assign(new Error("lock timeout"), { code: "55P03" }));
  const all = { id: feed, winner: "feed" as const, count: 203 };
  const first = await decideAllEdits(shop.deps, { accountId: seller.id }, all);
  expect(first).toMatchObject({ total: 203, doneCount: 200, refusedCount: 0 });
  expect(await countOf(feed)).toBe(3);
  const second = await step(first.next!);
  expect(second).toMatchObject({ total: 3, doneCount: 3, next: null });
  for (const id of [ids[0]!, ids[202]!])
    expect(await shown(id)).toMatchObject({ resalePrice: 15_100 });
});

test("many edits are not decided while their seller is suspended, by others, or of facts of the file", async () => {
  const { feed, ids } = await anEditedFeed([111]);
  const productId = ids[0]!;
  const price = { productId, field: "price" };
  for (const [chosen, message] of [
    [[], "List at least one edit."],
    [[price, price], "An edit is in the list twice."],
    [[{ productId: "1", field: "price" }], "This is not the id of a car."],
    [[{ productId, field: "sourceRate" }], "This fact describes the file and cannot be edited."],
    [Array.from({ length: 501 }, () => price), "One call can decide at most 500 edits."],
  ] as const) {
    const { status, body } = await decideMany(feed, "shop", [...chosen]);
    expect([status, body.error.fields]).toEqual([400, { edits: message }]);
  }
  for (const body of [{ count: 2, after: "x" }, { count: 0 }, {}])
    expect((await decideAll(feed, { winner: "shop", ...body })).status).toBe(400);
  const stranger = await anAccount(shop.deps, { role: "Seller" });
  for (const [path, body] of [
    ["bulk", { edits: [price] }],
    ["bulk/all", { count: 2 }],
  ] as const) {
    const answer = await shop.call("POST", `/api/feeds/${feed}/edits/${path}`, {
      token: stranger.token,
      body: { winner: "feed", ...body },
    });
    expect(answer.status).toBe(404);
  }
  await suspend(true);
  const message = "You are suspended, so your cars cannot be edited.";
  expect((await decideMany(feed, "feed", [price])).body.edits).toMatchObject([{ message }]);
  expect((await decideAll(feed, { winner: "feed", count: 2 })).body).toMatchObject({
    doneCount: 0,
    refusedCount: 2,
    refusals: [{ message, count: 2 }],
  });
  await suspend(false);
  expect(await shown(productId)).toMatchObject({ resalePrice: 14_000, colour: "red" });
  expect(await countOf(feed)).toBe(2);
});

test("refused rows are listed by their kind", async () => {
  const feed = await aFeed();
  const damaged = row(43).replace("black", "black - accident damage");
  const { _id } = await upload(feed, [row(41), row(42).replace("15000", "call us"), damaged]);
  const linesOf = async (query: string) => {
    const { body } = await call("GET", `/api/feeds/${feed}/plans/${_id}/refused${query}`);
    return (body.rows as { line: number }[]).map(({ line }) => line);
  };
  expect(await linesOf("")).toEqual([3, 4]);
  expect(await linesOf("?kind=faults")).toEqual([3]);
  expect(await linesOf("?kind=damaged")).toEqual([4]);
  expect(await linesOf("?kind=otherMake")).toEqual([]);
});

test("a plan shows repeated rows with both values", async () => {
  const feed = await aFeed();
  const { repeated } = await upload(feed, [row(31), row(31, 14_000), row(31)]);
  expect(repeated).toEqual([
    {
      line: 3,
      firstLine: 2,
      fields: ["price", "sourcePrice"],
      differences: [
        { field: "price", first: 15_000, again: 14_000 },
        { field: "sourcePrice", first: 15_000, again: 14_000 },
      ],
    },
    { line: 4, firstLine: 2, fields: [], differences: [] },
  ]);
});
