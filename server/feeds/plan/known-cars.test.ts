import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { forgetGoneCars } from "../apply/gone-car-store.ts";

// Which cars a feed remembers, and how many.

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let feed: string;
beforeAll(async () => {
  // Sizes of hundreds of megabytes are read.
  shop = await createTestApp({ DATABASE_STATEMENT_TIMEOUT: "60" });
});
beforeEach(async () => {
  await shop.deps.db.execute(sql`delete from feed`);
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  feed = await aFeed("Stock");
});
afterAll(() => shop.close());

const call = (method: "GET" | "POST", url: string, body?: object) =>
  shop.call(method, url, { token: seller.token, body });

async function aFeed(name: string): Promise<string> {
  const body = { name, options: { currency: "usd", distanceUnit: "mi" } };
  return `/api/feeds/${(await call("POST", "/api/feeds", body)).body.insertedId as string}`;
}

const upload = (numbers: readonly number[], to = feed) =>
  uploadRows(
    numbers.map((number) => `S${number},BMW,3 Series,2018,${15_000 + number},20000`),
    to,
  );
const uploadRows = (rows: readonly string[], to: string) =>
  shop.call("POST", `${to}/plans?file=stock.csv`, {
    token: seller.token,
    body: Buffer.from(["Stock Number,Make,Model,Year,Price,Mileage", ...rows].join("\n")),
    headers: { "content-type": "application/octet-stream" },
  });
const plan = async (...numbers: number[]) => (await upload(numbers)).body as { _id: string };
async function sync(...numbers: number[]) {
  const { _id } = await plan(...numbers);
  return (await call("POST", `${feed}/plans/${_id}/apply`, { confirm: true })).body;
}
type Listed = { id: string; listed: boolean };
const listings = async () =>
  (
    await shop.deps.db.execute<Listed>(sql`select id, withdrawn_at is null as listed from listing
      where seller_id = ${seller.id} order by created_at, id`)
  ).rows;
/** Moves all that happened to the cars back by so many days. */
const wait = async (days: number) => {
  const ago = sql`make_interval(days => ${days})`;
  await shop.deps.db.execute(sql`update feed_car set retired_at = retired_at - ${ago}`);
  await shop.deps.db.execute(sql`update listing
    set withdrawn_at = withdrawn_at - ${ago}, off_sale_at = off_sale_at - ${ago}`);
};
const listKnown = async () =>
  (await shop.deps.db.execute(sql`select identity from feed_car order by 1`)).rows.map(
    ({ identity }) => identity,
  );

test("a car that returns within 90 days gets its listing back, and a later one is listed as new", async () => {
  await sync(1, 2);
  await sync(2);
  await wait(89);
  expect(await forgetGoneCars(shop.deps.db)).toBe(0);
  expect(await sync(1, 2)).toMatchObject({ counts: { relisted: 1, added: 0 } });
  await sync(2);
  await wait(91);
  expect(await forgetGoneCars(shop.deps.db)).toBe(1);
  expect(await listKnown()).toEqual(["stock S2"]);
  const [withdrawn] = (await listings()).filter(({ listed }) => !listed);
  expect(await sync(1, 2)).toMatchObject({ counts: { relisted: 0, added: 1 }, done: 1 });
  expect((await listings()).map(({ listed }) => listed).toSorted()).toEqual([false, true, true]);
  expect((await listings()).find(({ id }) => id === withdrawn!.id)).toMatchObject({
    listed: false,
  });
});

test("forgets no car that an admin removed, its seller put back, or a plan that waits can relist", async () => {
  await sync(1, 2, 3, 4);
  await sync(4);
  await wait(91);
  const { db } = shop.deps;
  const listingOf = (identity: string) =>
    sql`(select listing_id from feed_car where identity = ${identity})`;
  await db.execute(sql`update listing set removed_at = now() where id = ${listingOf("stock S1")}`);
  await db.execute(sql`update listing set withdrawn_at = null, off_sale_at = null
    where id = ${listingOf("stock S2")}`);
  const { _id } = await plan(3, 4);
  expect(await forgetGoneCars(db)).toBe(0);
  const applied = await call("POST", `${feed}/plans/${_id}/apply`, { confirm: true });
  expect(applied.body).toMatchObject({ state: "applied", done: 1 });
  await sync(4);
  await wait(91);
  expect(await forgetGoneCars(db)).toBe(1);
  expect(await listKnown()).toEqual(["stock S1", "stock S2", "stock S4"]);
});

test("the last sync can be undone after the cars that it retired are forgotten", async () => {
  await sync(1, 2);
  const { _id } = await sync(2);
  await wait(91);
  expect(await forgetGoneCars(shop.deps.db)).toBe(1);
  const undone = await call("POST", `${feed}/plans/${_id as string}/undo`);
  expect(undone.body).toMatchObject({ state: "undone", done: 1 });
  expect((await listings()).map(({ listed }) => listed)).toEqual([true, true]);
  expect(await listKnown()).toEqual(["stock S1", "stock S2"]);
});

test("a car that its seller puts back while cars are forgotten stays in its feed", async () => {
  await sync(1, 2);
  await sync(2);
  await wait(91);
  const { db } = shop.deps;
  await db.transaction(async (tx) => {
    await tx.execute(sql`update listing set withdrawn_at = null, off_sale_at = null
      where seller_id = ${seller.id} and withdrawn_at is not null`);
    expect(await forgetGoneCars(db)).toBe(0);
  });
  expect(await listKnown()).toEqual(["stock S1", "stock S2"]);
});

test("forgets the photos that a feed named for a car that it forgets", async () => {
  await sync(1, 2);
  await sync(2);
  const { db } = shop.deps;
  await db.execute(sql`insert into feed_photo (listing_id, url, position)
    select listing_id, 'https://dealer.example/car.jpg', 0 from feed_car`);
  await wait(91);
  expect(await forgetGoneCars(db)).toBe(1);
  const { rows } = await db.execute(
    sql`select identity from feed_photo join feed_car using (listing_id)`,
  );
  const photos = await db.execute(sql`select from feed_photo join listing on listing.id = listing_id
    where seller_id = ${seller.id}`);
  expect([rows, photos.rows.length]).toEqual([[{ identity: "stock S2" }], 1]);
});

test("a listing of a deleted feed that was off sale for months is found by the same row only", async () => {
  await sync(1, 2);
  await sync(2);
  await wait(91);
  await shop.call("DELETE", feed, { token: seller.token });
  feed = await aFeed("Other");
  // Both have the row of a listing, and the second one is for sale.
  expect(await plan(1, 2)).toMatchObject({ counts: { added: 0, changed: 1 }, kept: [{}] });
});

const tooMany = (what: string) =>
  expect.objectContaining({
    fields: {
      file: `Your feeds have ${what}, with those that are off sale. A car is forgotten 90 days after it has left its feed, but not while a plan of the feed waits. Until then, this feed cannot be synced.`,
    },
  });

const tooManyTexts = tooMany("cars with more than 300 MB of facts and texts");
const megabytes = (letter: string, count: number) =>
  sql`repeat(${letter}, ${count * 1024 * 1024}::int)`;

test("refuses a file for a feed whose cars have too many texts for the memory", async () => {
  const numbers = Array.from({ length: 31 }, (_, at) => at);
  await sync(...numbers);
  await shop.deps.db.execute(sql`update feed_car
    set said = said || jsonb_build_object('description', ${megabytes("x", 10)})`);
  const { status, body } = await upload(numbers);
  expect([status, body.error]).toEqual([413, tooManyTexts]);
});

test("counts two bytes for each letter of a text with one beyond Latin-1", async () => {
  const numbers = Array.from({ length: 16 }, (_, at) => at);
  await sync(...numbers);
  await shop.deps.db.execute(sql`update feed_car
    set said = said || jsonb_build_object('description', '€' || ${megabytes("x", 10)})`);
  const { status, body } = await upload(numbers);
  expect([status, body.error]).toEqual([413, tooManyTexts]);
});

test("counts the seller's listings that rows name by their id", async () => {
  const ids: string[] = [];
  for (let at = 0; at < 31; at += 1)
    ids.push((await aListing(shop.deps, { sellerId: seller.id })).id);
  await shop.deps.db.execute(sql`update listing set withdrawn_at = now(),
    description = ${megabytes("x", 10)} where seller_id = ${seller.id}`);
  const rows = ids.map((id) => `${id},BMW,3 Series,2018,15000,20000`);
  const { status, body } = await uploadRows(rows, feed);
  expect([status, body.error]).toEqual([413, tooManyTexts]);
});

test("counts imported listings that are forgotten and have the same rows", async () => {
  const numbers = Array.from({ length: 31 }, (_, at) => at);
  await sync(...numbers);
  await sync(0);
  await wait(91);
  await shop.call("DELETE", feed, { token: seller.token });
  await shop.deps.db.execute(sql`update listing set description = ${megabytes("x", 11)}
    where seller_id = ${seller.id} and withdrawn_at is not null`);
  feed = await aFeed("Other");
  expect((await upload([0])).status).toBe(200);
  const { status, body } = await upload(numbers);
  expect([status, body.error]).toEqual([413, tooManyTexts]);
});

test("refuses a file of a seller whose feeds know too many cars", async () => {
  await sync(1);
  const { db } = shop.deps;
  // Their listings are not read.
  await db.execute(sql`alter table feed_car drop constraint feed_car_listing_id_listing_id_fk`);
  const other = (await aFeed("Other")).split("/").at(-1)!;
  await db.execute(sql`insert into feed_car (feed_id, identity, listing_id, said)
    select ${other}, 'stock ' || n, gen_random_uuid(), '{}' from generate_series(1, 199999) as n`);
  expect((await upload([1, 2])).status).toBe(200);
  await db.execute(sql`insert into feed_car (feed_id, identity, listing_id, said)
    values (${other}, 'stock 0', gen_random_uuid(), '{}')`);
  const { status, body } = await upload([1, 2]);
  expect([status, body.error]).toEqual([413, tooMany("more than 200,000 cars")]);
});
