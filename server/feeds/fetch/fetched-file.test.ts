import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { aBooking, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { fetchFeeds } from "./fetch-feeds.ts";

// What becomes of a dealer's nightly file after it was fetched.

let shop: Awaited<ReturnType<typeof createTestApp>>;
let dealer: Server;
let url: string;
let file: { text: string; etag?: string };
let asked: (string | undefined)[];
let seller: Awaited<ReturnType<typeof anAccount>>;
let feed: string;

beforeAll(async () => {
  shop = await createTestApp({ DEMO: "1", UNVERIFIED_SELLER_LISTINGS: "2" });
  dealer = createServer((request, response) => {
    const etag = request.headers["if-none-match"];
    asked.push(etag);
    if (file.etag !== undefined && etag === file.etag) response.writeHead(304).end();
    else response.writeHead(200, { ...(file.etag && { etag: file.etag }) }).end(file.text);
  });
  await new Promise<void>((resolve) => dealer.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(dealer.address() as AddressInfo).port}/stock.csv`;
});
afterAll(async () => {
  await shop.close();
  dealer.close();
});
beforeEach(async () => {
  asked = [];
  await shop.deps.db.execute(sql`update feed set next_fetch_at = null`);
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
});

const call = (method: "GET" | "POST" | "PATCH", path: string, body?: object) =>
  shop.call(method, path, { token: seller.token, body });
async function createFeed() {
  const options = { currency: "usd", distanceUnit: "mi" };
  feed = (await call("POST", "/api/feeds", { name: "Nightly", options })).body.insertedId as string;
  await call("PATCH", `/api/feeds/${feed}`, { fetch: { url } });
}
/** Fetches the file of a night. Returns the feed as its seller sees it, with its history. */
async function night(text: string, etag?: string) {
  file = { text, ...(etag !== undefined && { etag }) };
  if (!feed) await createFeed();
  await shop.deps.db.execute(
    sql`update feed set next_fetch_at = now() - interval '1 second' where id = ${feed}`,
  );
  await fetchFeeds(shop.deps, { allowPrivate: true });
  return (await call("GET", `/api/feeds/${feed}`)).body as FeedAnswer & {
    plans: NonNullable<FeedAnswer["lastPlan"]>[];
  };
}
beforeEach(() => {
  feed = "";
});

const emails = async () =>
  (
    await shop.deps.db.execute<{ text: string }>(
      sql`select text from email where to_address = ${seller.email} and kind = 'feed.attention' order by created_at`,
    )
  ).rows.map(({ text }) => text);
const header = "Stock Number,Make,Model,Year,Price,Mileage";
const line = (number: number, price = `3000${number}`) =>
  `S${number},BMW,X5,2019,${price},1000${number}`;
const stock = (...numbers: number[]) =>
  [header, ...numbers.map((number) => line(number)), ""].join("\n");
const carOf = async (number: number) => {
  const { rows } = await shop.deps.db.execute<{ listing_id: string }>(
    sql`select listing_id from feed_car where feed_id = ${feed} and identity = ${`stock S${number}`}`,
  );
  return rows[0]!.listing_id;
};
const priceOf = async (id: string) => {
  const { body, status } = await shop.call("GET", `/api/listings/${id}`);
  return status === 200 ? (body.resalePrice as number) : null;
};

test("a car that was reserved when it left the file goes off sale once it is free, though the file stays the same", async () => {
  await night(stock(1, 2, 3, 4, 5));
  const deletedCar = await carOf(1);
  const repriced = await carOf(2);
  const { id: buyerId } = await anAccount(shop.deps);
  const holds = [];
  for (const listingId of [deletedCar, repriced])
    holds.push(await aBooking(shop.deps, { listingId, buyerId }));
  const next = [header, line(2, "29000"), ...[3, 4, 5].map((number) => line(number)), ""].join(
    "\n",
  );
  await night(next, '"next"');
  expect([await priceOf(deletedCar), await priceOf(repriced)]).toEqual([30001, 30002]);
  for (const { id } of holds)
    await shop.deps.db.execute(sql`update booking set state = 'expired' where id = ${id}`);
  await night(next, '"next"');
  expect([await priceOf(deletedCar), await priceOf(repriced)]).toEqual([null, 29000]);
  // Then the shop agrees with the file.
  await night(next, '"next"');
  await night(next, '"next"');
  expect(asked.at(-1)).toBe('"next"');
});

test("tells the seller once when no row of the file can be read, and keeps the refused rows to correct", async () => {
  await night(stock(1, 2));
  const broken = [header, line(1, "on request"), line(2, "on request"), ""].join("\n");
  await night(broken);
  const { cars, fetch, lastPlan, plans } = await night(broken);
  expect(cars).toBe(2);
  expect(fetch!.error).toBe(
    "None of the rows in the file could be read as a car. Your cars stay for sale. Open the plan to see why.",
  );
  // The same rows are kept once.
  expect(plans.map(({ state }) => state)).toEqual(["waiting", "applied"]);
  expect(lastPlan).toMatchObject({ state: "waiting", counts: { refused: 2 } });
  const refused = await call("GET", `/api/feeds/${feed}/plans/${lastPlan!._id}/refused`);
  expect(refused.body.rows).toHaveLength(2);
  const sent = await emails();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toContain("None of the rows");
  expect((await night(stock(1, 2))).fetch!.error).toBeNull();
});

test("tells the seller when the end of the file is missing, and applies the rest", async () => {
  await night(stock(1, 2, 3));
  const cut = [header, line(1, "29000"), line(2), "S3,BMW"].join("\n");
  const { cars, fetch } = await night(cut);
  expect([cars, await priceOf(await carOf(1))]).toEqual([3, 29000]);
  expect(fetch!.error).toBe(
    "The end of the file seems to be missing, so cars that it no longer has stay for sale.",
  );
  expect(await emails()).toEqual([expect.stringContaining("What else it changed is in the shop.")]);
});

test("keeps the rows that were refused among others until they change", async () => {
  await night(stock(1, 2));
  const oneRefused = [header, line(1), line(2, "n/a"), ""].join("\n");
  const { fetch, lastPlan } = await night(oneRefused);
  expect([fetch!.error, lastPlan!.counts.refused]).toEqual([null, 1]);
  expect((await night(oneRefused)).plans).toHaveLength(2);
  expect((await night(oneRefused.replace("n/a", "???"))).plans).toHaveLength(3);
  // The sync that listed the cars can still be undone.
  const { plans } = await night(stock(1, 2));
  expect(plans.at(-1)).toMatchObject({ state: "applied", isUndoable: true });
});

test("a plan beyond the limit for unverified sellers waits, and the last sync stays undoable", async () => {
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: false });
  const first = (await night(stock(1, 2))).lastPlan!;
  expect(first).toMatchObject({ state: "applied", isUndoable: true });
  const { cars, fetch, lastPlan } = await night(stock(1, 2, 3));
  expect([cars, lastPlan!.state]).toEqual([2, "waiting"]);
  expect(fetch!.error).toMatch(/^Sellers who are not verified .* The plan waits for you\.$/);
  // The next look is tomorrow, not in an hour.
  expect(fetch!.lastAt).not.toBeNull();
  const hour = new Date(fetch!.nextAt).getUTCHours();
  expect(hour).toBe(fetch!.hour);
  for (let count = 0; count < 31; count++) await night(stock(1, 2, 3));
  const { plans } = await night(stock(1, 2, 3));
  expect(plans.find(({ _id }) => _id === first._id)).toMatchObject({ isUndoable: true });
  expect(plans.length).toBeLessThan(35);
  await shop.deps.db.execute(sql`update account set is_verified = true where id = ${seller.id}`);
  expect(await night(stock(1, 2, 3))).toMatchObject({ cars: 3, fetch: { error: null } });
});
