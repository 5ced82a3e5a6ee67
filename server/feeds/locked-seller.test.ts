import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { unsubscribeToken } from "#server/saved-searches/unsubscribe.ts";
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

const call = (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, body?: object) =>
  shop.call(method, url, { token: seller.token, body });
const patient = { timeout: 10_000, interval: 20 };
/** How many connections wait for a lock. */
type Waiting = () => Promise<number>;
const whileLocked = (work: (waiting: Waiting) => Promise<void>) =>
  shop.deps.db.transaction(async (tx) => {
    expect(await lockFeedOfSeller(tx, feed)).not.toBeNull();
    await work(async () => {
      // Connections that were opened since are seen only without it.
      await tx.execute(sql`select pg_stat_clear_snapshot()`);
      const { rows } = await tx.execute<{ calls: number }>(sql`select count(*)::int as calls
        from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
      return rows[0]!.calls;
    });
  });
const refusal = (message: string) => ({ status: 429, body: { error: { message } } });
const isUpdated = refusal("Your stock is being updated. Try again in a moment.");

test("however much a seller calls, one connection waits, and the others are left to everyone", async () => {
  const buyer = await anAccount(shop.deps);
  const own = await aListing(shop.deps, { sellerId: seller.id });
  const cars = [{ _id: listing }, { _id: own.id }];
  const kinds = [
    () => call("POST", "/api/feeds", { name: "Lot" }),
    () => call("PUT", `/api/favorites/${listing}`),
    () => call("POST", "/api/favorites", { ids: [listing] }),
    () => call("POST", "/api/saved-searches", { search: "q=bmw" }),
    () => call("PUT", "/api/account/contact", { phone: "+1 800 555 0100", location: "Porto" }),
    () => call("POST", "/api/products/bulk", { action: "confirm", cars }),
  ];
  let mixed: ReturnType<typeof call>[] = [];
  await whileLocked(async (waiting) => {
    mixed = Array.from({ length: 60 }, (_, at) => kinds[at % kinds.length]!());
    await expect.poll(waiting, patient).toBeGreaterThan(0);
    const other = await shop.call("PUT", `/api/favorites/${listing}`, { token: buyer.token });
    expect(other).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await waiting()).toBeLessThanOrEqual(1);
    const busy = expect.stringMatching(/^Your (stock|account) is being updated. Try again/);
    for (const { status, body } of await Promise.all(mixed))
      expect(status === 429 ? body.error : body.cars[1]).toMatchObject({ message: busy });
  });
  expect(await kinds[0]!()).toMatchObject({ status: 200, body: { acknowledged: true } });
});

test("a bulk change of a busy seller waits once and leaves the other cars out", async () => {
  const second = await aListing(shop.deps, { sellerId: seller.id });
  const body = { action: "confirm", cars: [{ _id: listing }, { _id: second.id }] };
  await whileLocked(async () => {
    const transactions = vi.spyOn(shop.deps.db, "transaction");
    const { message } = isUpdated.body.error;
    expect(await call("POST", "/api/products/bulk", body)).toMatchObject({
      status: 200,
      body: {
        doneCount: 0,
        cars: [
          { isDone: false, message },
          { isDone: false, message },
        ],
      },
    });
    expect(transactions).toHaveBeenCalledTimes(1);
    transactions.mockRestore();
  });
});

test.each<[string, (token: string) => ReturnType<typeof call>, object]>([
  [
    "an admin suspends a seller",
    (token) =>
      shop.call("PUT", `/api/seller/suspend/${seller.id}`, { token, body: { reason: "Fraud" } }),
    { modifiedCount: 1 },
  ],
  [
    "an admin deletes a seller",
    (token) => shop.call("DELETE", `/api/seller/${seller.id}`, { token }),
    { deletedCount: 1 },
  ],
  [
    "an admin asks to make a seller an admin",
    (token) => shop.call("PUT", `/api/users/admin/${seller.id}`, { token }),
    { message: expect.stringContaining("still has cars for sale") },
  ],
  [
    "a mail program unsubscribes a seller",
    () => {
      const token = unsubscribeToken(shop.deps, { accountId: seller.id });
      return shop.call("POST", `/api/saved-searches/unsubscribe?token=${token}`);
    },
    { modifiedCount: 0 },
  ],
])("%s whose stock is being updated for longer than one may wait", async (_, act, answer) => {
  const admin = await anAccount(shop.deps, { role: "admin" });
  let acted: ReturnType<typeof act> | undefined;
  await whileLocked(async (waiting) => {
    acted = act(admin.token);
    await expect.poll(waiting, patient).toBe(1);
    // It gives its connection back for a moment, and tries again.
    await expect.poll(waiting, patient).toBe(0);
    await expect.poll(waiting, patient).toBe(1);
  });
  expect(await acted).toMatchObject({ status: 200, body: answer });
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
  await whileLocked(async (waiting) => {
    applied = Array.from({ length: 11 }, apply);
    expect(await Promise.race(applied)).toMatchObject(
      refusal("Your plans are being applied already. Please try again in a moment."),
    );
    await expect.poll(waiting, patient).toBe(1);
  });
  const statuses = (await Promise.all(applied)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
});
