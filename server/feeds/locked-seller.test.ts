import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { lockFeedOfSeller } from "./feed-store.ts";

// While a plan of a large file is made, which keeps the lock of its seller for seconds.

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let feed: string;
let plan: string;
let listing: string;
beforeAll(async () => {
  shop = await createTestApp();
});
beforeEach(async () => {
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const created = await call("POST", "/api/feeds", { name: "Stock", options: { currency: "usd" } });
  feed = created.body.insertedId as string;
  listing = (await aListing(shop.deps, { sellerId: seller.id })).id;
  const file = "Stock Number,Make,Model,Year,Price,Mileage\nS1,BMW,3 Series,2018,15000,20000";
  const planned = await shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token: seller.token,
    body: Buffer.from(file),
    headers: { "content-type": "application/octet-stream" },
  });
  plan = planned.body._id as string;
});
afterAll(() => shop.close());

const call = (method: "GET" | "POST" | "PATCH" | "DELETE", url: string, body?: object) =>
  shop.call(method, url, { token: seller.token, body });
const whileLocked = (work: () => Promise<void>) =>
  shop.deps.db.transaction(async (tx) => {
    expect(await lockFeedOfSeller(tx, feed)).not.toBeNull();
    await work();
  });
const refusal = (message: string) => ({ status: 429, body: { error: { message } } });
const isUpdated = refusal("Your stock is being updated. Try again in a moment.");

test("a seller's calls give up soon and leave the connections of the database to others", async () => {
  const buyer = await anAccount(shop.deps);
  const create = (_: unknown, at: number) => call("POST", "/api/feeds", { name: `Lot ${at}` });
  await whileLocked(async () => {
    const created = Array.from({ length: 12 }, create);
    const other = shop.call("GET", "/api/bookings", { token: buyer.token });
    expect(await other).toMatchObject({ status: 200 });
    for (const answer of await Promise.all(created)) expect(answer).toMatchObject(isUpdated);
  });
  expect(await create(null, 0)).toMatchObject({ status: 200, body: { acknowledged: true } });
});

test.each<[string, () => ReturnType<typeof call>]>([
  ["rename a feed", () => call("PATCH", `/api/feeds/${feed}`, { name: "Cars" })],
  ["delete a feed", () => call("DELETE", `/api/feeds/${feed}`)],
  ["confirm a listing", () => call("POST", `/api/products/${listing}/confirm`)],
  ["discard a plan", () => call("POST", `/api/feeds/${feed}/plans/${plan}/discard`)],
])("a seller is told to %s later", async (_, change) => {
  await whileLocked(async () => {
    expect(await change()).toMatchObject(isUpdated);
  });
  expect(await change()).toMatchObject({ status: 200 });
});

test("a seller's plans are applied one after another, and the eleventh is refused", async () => {
  const apply = () => call("POST", `/api/feeds/${feed}/plans/${plan}/apply`, { confirm: true });
  let applied: ReturnType<typeof apply>[] = [];
  await whileLocked(async () => {
    applied = Array.from({ length: 11 }, apply);
    expect(await Promise.race(applied)).toMatchObject(
      refusal("Your plans are being applied already. Please try again in a moment."),
    );
    const waiting = async () =>
      (
        await shop.deps.db.execute<{ calls: number }>(sql`select count(*)::int as calls
          from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
      ).rows[0]!.calls;
    await expect.poll(waiting).toBe(1);
  });
  const statuses = (await Promise.all(applied)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});
