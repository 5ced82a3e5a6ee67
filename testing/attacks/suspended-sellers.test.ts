import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fetchPhotos } from "#server/feed-photos/fetch-photos.ts";
import { wantPhotos } from "#server/feed-photos/public.ts";
import { fetchFeeds } from "#server/feeds/fetch/fetch-feeds.ts";
import { feedTable } from "#server/feeds/feed-table.ts";
import { finishInterrupted } from "#server/feeds/apply/run-plan.ts";
import { planFile } from "#server/feeds/read/upload-feed.ts";
import { findOwnAccount } from "#server/accounts/public.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { policy, refusedWhileSuspended } from "#server/policy.ts";

const message =
  "You are suspended, so you cannot add, edit or advertise cars. Your welcome page says why and how to appeal.";

/** Calls that refuse in their use case, with an answer of their own. Their tests are beside them. */
const refusedByUseCase = [
  "PUT /api/products/:id",
  "PATCH /api/products/:id",
  "POST /api/products/:id/confirm",
  "POST /api/products/bulk",
  "POST /api/products/bulk/matching",
  "POST /api/addproduct",
  "POST /api/feeds/:id/edits",
  "POST /api/feeds/:id/edits/bulk",
  "POST /api/feeds/:id/edits/bulk/all",
  "POST /api/keys",
  "PUT /api/webhook",
];
/** Calls that stay possible: to delete, to appeal, for the account and for what paid bookings ask for. */
const allowed = [
  "DELETE /api/addproduct/:id",
  "DELETE /api/feeds/:id",
  "DELETE /api/keys/:id",
  "DELETE /api/webhook",
  "POST /api/appeals",
  "PUT /api/account/contact",
  "POST /api/account/delete",
  "POST /api/bookings/:id/review",
  "POST /api/reviews/:id/answer",
  "PUT /api/reviews/:id/report",
  "POST /api/favorites",
  "PUT /api/favorites/:id",
  "DELETE /api/favorites/:id",
  "POST /api/saved-searches",
  "PATCH /api/saved-searches/:id",
  "DELETE /api/saved-searches/:id",
];

let shop: Awaited<ReturnType<typeof createTestApp>>;
let dealer: Server;
let origin: string;
let asked: string[];
let seller: Awaited<ReturnType<typeof anAccount>>;
let feed: string;

const file = "Stock Number,Make,Model,Year,Price,Mileage\n1,BMW,3 Series,2018,15000,20000\n";
const run = (query: ReturnType<typeof sql>) => shop.deps.db.execute(query);
const suspend = (isSuspended: boolean) =>
  run(
    sql`update account set suspended_at = case when ${isSuspended} then now() end where id = ${seller.id}`,
  );
const call = (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", url: string, body?: unknown) =>
  shop.call(method, url, { token: seller.token, body });
const upload = () =>
  shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token: seller.token,
    body: Buffer.from(file),
    headers: { "content-type": "application/octet-stream" },
  });
const plans = async () =>
  (await run(sql`select state from feed_plan where feed_id = ${feed}`)).rows.map(
    ({ state }) => state,
  );

beforeAll(async () => {
  shop = await createTestApp();
  dealer = createServer((request, response) => {
    asked.push(request.url!);
    response.end(file);
  });
  await new Promise<void>((resolve) => dealer.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(dealer.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  asked = [];
  await run(sql`delete from feed`);
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const options = { currency: "usd", distanceUnit: "mi" };
  feed = (await call("POST", "/api/feeds", { name: "Lot", options })).body.insertedId as string;
});
afterAll(async () => {
  await shop.close();
  dealer.close();
});

test("every call of sellers that changes something has a rule for suspended ones", () => {
  const changing = Object.entries(policy)
    .filter(
      ([one, rule]) => !one.startsWith("GET ") && Array.isArray(rule) && rule.includes("Seller"),
    )
    .map(([one]) => one);
  const rules = [...refusedWhileSuspended, ...refusedByUseCase, ...allowed];
  expect(rules.toSorted()).toEqual(changing.toSorted());
});

test.each([...refusedWhileSuspended])(
  "%s is refused while its seller is suspended",
  async (one) => {
    const [method, path] = one.split(" ") as ["POST" | "PATCH", string];
    const url = path.replace(":id", feed).replace(":planId", randomUUID());
    await suspend(true);
    const isUpload = one.endsWith("/plans") || one.endsWith("/preview");
    const answer = isUpload
      ? await shop.call(method, `${url}?file=stock.csv`, {
          token: seller.token,
          body: Buffer.from(file),
          headers: { "content-type": "application/octet-stream" },
        })
      : await call(method, url, {});
    expect([answer.status, answer.body.message]).toEqual([403, message]);
    await suspend(false);
    expect((await call("GET", "/api/feeds")).body).toMatchObject([{ name: "Lot", lastPlan: null }]);
  },
);

test("a file that arrives while its seller is being suspended makes no plan", async () => {
  const account = await findOwnAccount(shop.deps.db, seller.id);
  const [row] = await shop.deps.db.select().from(feedTable);
  const body = Readable.from(
    (async function* () {
      await suspend(true);
      yield Buffer.from(file);
    })(),
  );
  const planned = planFile(shop.deps, account!, { feed: row!, file: "stock.csv", body });
  await expect(planned).rejects.toMatchObject({ code: "not_allowed", message });
  expect(await plans()).toEqual([]);
});

test("feeds of suspended and deleted sellers are not fetched; after a suspension they are", async () => {
  await run(
    sql`update feed set fetch_url = ${`${origin}/stock.csv`}, fetch_hour = 5, next_fetch_at = now()`,
  );
  const fetchAll = () => fetchFeeds(shop.deps, { allowPrivate: true });
  await suspend(true);
  await fetchAll();
  await suspend(false);
  await run(sql`update account set deleted_at = now() where id = ${seller.id}`);
  await fetchAll();
  expect(asked).toEqual([]);
  await run(sql`update account set deleted_at = null where id = ${seller.id}`);
  await fetchAll();
  expect(asked).toEqual(["/stock.csv"]);
  expect(await plans()).toEqual(["applied"]);
});

test("a plan that stopped halfway waits for the end of the suspension", async () => {
  await upload();
  await run(sql`update feed_plan set state = 'applying' where feed_id = ${feed}`);
  await suspend(true);
  await finishInterrupted(shop.deps);
  expect(await plans()).toEqual(["applying"]);
  await suspend(false);
  await finishInterrupted(shop.deps);
  expect(await plans()).toEqual(["applied"]);
});

test("photos of a suspended seller's cars are not copied", async () => {
  const car = await aListing(shop.deps, { sellerId: seller.id });
  await shop.deps.db.transaction((tx) =>
    wantPhotos(tx, [{ listingId: car.id, urls: [`${origin}/1.jpg`] }]),
  );
  const fetchAll = () => fetchPhotos(shop.deps, { allowPrivate: true });
  await suspend(true);
  await fetchAll();
  expect(asked).toEqual([]);
  await suspend(false);
  await fetchAll();
  expect(asked).toEqual(["/1.jpg"]);
});
