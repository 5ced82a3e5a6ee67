import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FeedPhotoPage } from "#shared/feeds/feed-photo-contract.ts";
import { fetchPhotos } from "#server/feed-photos/fetch-photos.ts";
import { anAccount } from "#testing/builders.ts";
import { aPicture } from "#testing/images/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let dealer: Server;
let origin: string;
/** Paths that the dealer's server does not have. */
let missing: Set<string>;

beforeAll(async () => {
  shop = await createTestApp();
  await shop.deps.jobs.createQueue("feed-photos.fetch");
  const picture = await aPicture();
  dealer = createServer((request, response) => {
    if (missing.has(request.url!)) response.writeHead(404).end();
    else response.end(picture);
  });
  await new Promise<void>((resolve) => dealer.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(dealer.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  missing = new Set();
  await shop.deps.db.execute(sql`delete from feed_photo`);
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
});
afterAll(async () => {
  await shop.close();
  dealer.close();
});

const call = (method: "GET" | "POST", url: string, body?: object) =>
  shop.call(method, url, { token: seller.token, body });

/** A feed with a car for each list of photos. */
async function aFeedWith(...cars: string[][]): Promise<string> {
  const { body } = await call("POST", "/api/feeds", {
    name: "Lot",
    options: { currency: "USD", distanceUnit: "mi" },
  });
  const feed = body.insertedId as string;
  const rows = cars.map(
    (paths, at) =>
      `A${at},BMW,X5,2019,3000${at},900${at},${paths.map((path) => origin + path).join("|")}`,
  );
  const plan = await shop.call("POST", `/api/feeds/${feed}/plans?file=a.csv`, {
    token: seller.token,
    body: Buffer.from(["Stock Number,Make,Model,Year,Price,Mileage,Images", ...rows].join("\n")),
    headers: { "content-type": "application/octet-stream" },
  });
  const url = `/api/feeds/${feed}/plans/${plan.body._id as string}/apply`;
  expect((await call("POST", url, {})).body).toMatchObject({ counts: { added: cars.length } });
  return feed;
}
const photosOf = async (feed: string, query = "") =>
  (await call("GET", `/api/feeds/${feed}/photos${query}`)).body as FeedPhotoPage;
const retry = (feed: string) => call("POST", `/api/feeds/${feed}/photos/retry`);
const fetchAll = () => fetchPhotos(shop.deps, { allowPrivate: true });
const queued = async () =>
  Number(
    (
      await shop.deps.db.execute(
        sql`select count(*) from pgboss.job where name = 'feed-photos.fetch' and state = 'created'`,
      )
    ).rows[0]!.count,
  );

test("tells which photos failed and why, and fetches them again at once", async () => {
  missing = new Set(["/2.jpg", "/3.jpg"]);
  const feed = await aFeedWith(["/1.jpg", "/2.jpg", "/3.jpg"], ["/4.jpg"]);
  expect(await photosOf(feed)).toMatchObject({ fetched: 0, waiting: 4, failed: 0, cars: [] });
  await fetchAll();
  const failed = await photosOf(feed);
  expect(failed).toMatchObject({
    fetched: 2,
    waiting: 0,
    failed: 2,
    failedCars: 1,
    nextCursor: null,
    cars: [
      {
        name: "BMW X5 2019",
        identity: "stock A0",
        photos: [2, 3].map((number) => ({
          number,
          url: `${origin}/${number}.jpg`,
          reason: "answered with status 404",
        })),
      },
    ],
  });
  expect(Date.parse(failed.cars[0]!.nextAttemptAt!)).toBeGreaterThan(Date.now());
  const edit = await call("GET", `/api/addproduct/${failed.cars[0]!.productId}`);
  expect(edit.body).toMatchObject({ name: "BMW X5 2019" });

  // Nothing is due for ten minutes.
  missing = new Set(["/3.jpg"]);
  await fetchAll();
  expect(await photosOf(feed)).toMatchObject({ fetched: 2, failed: 2 });
  expect(await queued()).toBe(0);
  expect((await retry(feed)).body).toEqual({ modifiedCount: 2 });
  expect(await queued()).toBe(1);
  expect(await photosOf(feed)).toMatchObject({ fetched: 2, waiting: 2, failed: 0, cars: [] });
  await fetchAll();
  expect(await photosOf(feed)).toMatchObject({
    fetched: 3,
    waiting: 0,
    failed: 1,
    cars: [{ photos: [{ number: 3 }] }],
  });
});

test("has nothing to try again if no photo failed", async () => {
  const feed = await aFeedWith(["/1.jpg"]);
  await fetchAll();
  expect((await retry(feed)).body).toEqual({
    modifiedCount: 0,
    message: "No photo of this feed has failed.",
  });
});

test("counts no photos of cars that are off sale or whose seller chose others", async () => {
  missing = new Set(["/1.jpg", "/2.jpg", "/3.jpg"]);
  const feed = await aFeedWith(["/1.jpg"], ["/2.jpg"], ["/3.jpg"]);
  await fetchAll();
  const { cars } = await photosOf(feed);
  expect(cars.map(({ identity }) => identity)).toEqual(["stock A0", "stock A1", "stock A2"]);
  await shop.call("DELETE", `/api/addproduct/${cars[0]!.productId}`, { token: seller.token });
  await shop.deps.db.execute(
    sql`update feed_photo set shown_image = '' where listing_id = ${cars[1]!.productId}`,
  );
  expect(await photosOf(feed)).toMatchObject({ failed: 1, cars: [{ identity: "stock A2" }] });
  expect((await retry(feed)).body).toEqual({ modifiedCount: 1 });
});

test("lists the cars of one feed in pages, for its seller only", async () => {
  const paths = ["/1.jpg", "/2.jpg", "/3.jpg"];
  missing = new Set(paths);
  const feed = await aFeedWith(...paths.map((path) => [path]));
  await fetchAll();
  const first = await photosOf(feed, "?limit=2");
  expect(first).toMatchObject({ failed: 3, failedCars: 3, cars: [{}, {}] });
  const second = await photosOf(feed, `?limit=2&cursor=${encodeURIComponent(first.nextCursor!)}`);
  expect(second).toMatchObject({ failed: 3, cars: [{ identity: "stock A2" }], nextCursor: null });

  const other = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const url = `/api/feeds/${feed}/photos`;
  expect((await shop.call("GET", url, { token: other.token })).status).toBe(404);
  expect((await shop.call("POST", `${url}/retry`, { token: other.token })).status).toBe(404);
  expect(await photosOf(feed)).toMatchObject({ failed: 3 });
});
