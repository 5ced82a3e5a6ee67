import { afterAll, beforeAll, expect, test } from "vitest";
import type { FeedAnswer, FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import type { EditedCarPage } from "#shared/feeds/feed-edit-contract.ts";
import { aBooking, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

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
  const found = (body as { _id: string; mileage: number }[]).filter(
    ({ mileage }) => String(mileage) === wanted,
  );
  // The newest first.
  return found[0]!._id;
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
  const [one, two] = [await carOf(feed, 1), await carOf(feed, 2)];
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
    ...{ modifiedCount: 0, message: "The feed and the shop say the same by now." },
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
  const [one, two] = [await carOf(feed, 21), await carOf(feed, 22)];
  for (const id of [one, two]) await edit(id, { resalePrice: 14_000 });
  const buyer = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: one, buyerId: buyer.id });
  expect((await decide(feed, one, "feed")).body).toMatchObject({
    ...{ modifiedCount: 0, message: expect.stringContaining("reserved") },
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
      ...{ modifiedCount: 0, message: "The feed does not state this fact." },
    });
  expect(await shown(id)).toMatchObject(stated);
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
      ...{ line: 3, firstLine: 2, fields: ["price", "sourcePrice"] },
      differences: [
        { field: "price", first: 15_000, again: 14_000 },
        { field: "sourcePrice", first: 15_000, again: 14_000 },
      ],
    },
    { line: 4, firstLine: 2, fields: [], differences: [] },
  ]);
});
