import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import type { Photo } from "#shared/listings/listing.ts";
import { fetchPhotos } from "#server/feed-photos/fetch-photos.ts";
import { imagePath, storeUpload } from "#server/images/public.ts";
import { anAccount } from "#testing/builders.ts";
import { aPicture } from "#testing/images/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";

// What an export says beside the facts: photos, registrations and stock numbers, for this shop and for another one.

type Shop = Awaited<ReturnType<typeof createTestApp>>;
type Seller = Awaited<ReturnType<typeof anAccount>>;

let shop: Shop;
let seller: Seller;
/** The web at large: a dealer's photos, and what would be asked for at this shop's own address. */
let web: Server;
let origin: string;
let asked: string[];

beforeAll(async () => {
  const picture = await aPicture();
  web = createServer((request, response) => {
    asked.push(request.url!);
    response.end(picture);
  });
  await new Promise<void>((resolve) => web.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  shop = await createTestApp({ PUBLIC_URL: origin });
});
beforeEach(async () => {
  asked = [];
  // Where cars are whose rows do not say it.
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true, location: "Leeds" });
});
afterAll(async () => {
  await shop.close();
  web.close();
});

const callOf = (at: Shop, by: Seller) => (method: "GET" | "POST", url: string, body?: object) =>
  at.call(method, url, { token: by.token, body });
const call = (method: "GET" | "POST", url: string, body?: object) =>
  callOf(shop, seller)(method, url, body);

async function aFeed(at = shop, by = seller): Promise<string> {
  const options = { distanceUnit: "mi" };
  const { body } = await callOf(at, by)("POST", "/api/feeds", {
    name: `Lot ${Math.random()}`,
    options,
  });
  return body.insertedId as string;
}
async function upload(feed: string, file: string, at = shop, by = seller) {
  const { status, body } = await at.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token: by.token,
    body: Buffer.from(file),
    headers: { "content-type": "application/octet-stream" },
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  return body as FeedPlanAnswer;
}
async function sync(feed: string, file: string, at = shop, by = seller) {
  const { _id, counts } = await upload(feed, file, at, by);
  await callOf(at, by)("POST", `/api/feeds/${feed}/plans/${_id}/apply`, { confirm: true });
  return counts;
}
const fetchDuePhotos = (at: Shop) => fetchPhotos(at.deps, { allowPrivate: true });
const nothing = { added: 0, changed: 0, relisted: 0, retired: 0, kept: 0, repeated: 0, refused: 0 };

const exported = async () => String((await call("GET", "/api/addproduct.csv")).body);
async function photosOf(id: string): Promise<Photo[]> {
  await shop.deps.catalogue.refresh();
  return (await call("GET", `/api/listings/${id}`)).body.photos as Photo[];
}
async function aPhoto(alt: string) {
  return {
    image: imagePath(
      (await storeUpload(shop.deps, await aPicture({ noise: true }), { expiration: 3_600 })).id,
    ),
    alt,
  };
}
async function addByHand(facts: object): Promise<string> {
  const specified = { originalPrice: 30_000, resalePrice: 20_000, category: "Audi" };
  const car = { model: "A4", year: 2019, mileage: 41_000, mileageUnit: "mi" };
  const body = { name: "My Audi", condition: "Good", ...specified, ...car, ...facts };
  const answer = await call("POST", "/api/addproduct", body);
  expect(answer.body).toMatchObject({ acknowledged: true });
  return answer.body.insertedId as string;
}

const headers = "Stock Number,Make,Model,Year,Price (USD),Mileage,Photos";
const fileOf = (...rows: string[]) => `${[headers, ...rows].join("\n")}\n`;
const own = (number: number, photos: string) =>
  `N${number},BMW,3 Series,2018,1500${number},2000${number},${photos}`;

/** A car by a feed whose photos were fetched. Returns the feed, its file and the car. */
async function aFeedCar() {
  const feed = await aFeed();
  const file = fileOf(own(1, `${origin}/front.jpg|${origin}/back.jpg`), own(2, ""));
  await sync(feed, file);
  await fetchDuePhotos(shop);
  const { rows } = await shop.deps.pool.query<{ id: string }>(
    "select id from listing where seller_id = $1 and mileage = 20001",
    [seller.id],
  );
  return { feed, file, car: rows[0]!.id };
}

/** The cells of an export, by header, of the row of a car. */
function cellsOf(file: string, id: string): Record<string, string> {
  const read = (line: string) => line.slice(1, -1).split('","');
  const [header = "", ...lines] = file.trim().split("\r\n");
  const names = read(header.replace("\uFEFF", ""));
  const cells = read(lines.find((line) => line.includes(id))!);
  return Object.fromEntries(names.map((name, at) => [name, cells[at]!]));
}

test("an export has the photos, the registration and the stock number, and changes nothing", async () => {
  const { feed, file, car } = await aFeedCar();
  const photos = [await aPhoto("Front"), await aPhoto("")];
  // The importer would infer an estate.
  const name = "My Audi A4 Avant";
  const given = { name, stockNumber: "+LOT-7", registration: "AB12 CDE", description: "=1+1" };
  const byHand = await addByHand({ ...given, photos });
  const bare = await addByHand({ mileage: 42_000, stockNumber: "@1", registration: "=AB12" });
  const shown = await photosOf(car);
  const stock = await shop.call("GET", "/api/addproduct.csv", {
    token: seller.token,
    headers: { host: "evil.example", "x-forwarded-host": "evil.example" },
  });
  const text = String(stock.body);
  expect(cellsOf(text, byHand)).toMatchObject({
    "stock number": byHand,
    registration: "AB12 CDE",
    reference: "\uFEFF+LOT-7",
    "photo urls": photos.map(({ image }) => `${origin}${image}`).join(" | "),
  });
  expect(cellsOf(text, car)).toMatchObject({
    registration: "",
    reference: "",
    "photo urls": shown.map(({ image }) => `${origin}${image}`).join(" | "),
  });
  expect(cellsOf(text, bare)["photo urls"]).toBe("");
  asked = [];
  for (const target of [await aFeed(), feed]) {
    expect((await upload(target, text)).counts).toMatchObject({ ...nothing, unchanged: 4 });
    expect(await sync(target, text)).toMatchObject({ ...nothing, unchanged: 4 });
  }
  await fetchDuePhotos(shop);
  expect(asked).toEqual([]);
  expect(await photosOf(byHand)).toMatchObject(photos);
  expect(await photosOf(car)).toEqual(shown);
  expect((await call("GET", `/api/addproduct/${byHand}`)).body).toMatchObject({
    ...given,
    bodyType: null,
  });
  expect((await upload(feed, file)).counts).toMatchObject({ ...nothing, unchanged: 2 });
});

test("a car that its feed retired comes back by an export with the photos that it had", async () => {
  const { feed, file, car } = await aFeedCar();
  const shown = await photosOf(car);
  const text = await exported();
  expect(await sync(feed, fileOf(own(2, "")))).toMatchObject({ retired: 1 });
  asked = [];
  expect(await sync(feed, text)).toMatchObject({ relisted: 1, added: 0 });
  await fetchDuePhotos(shop);
  expect(asked).toEqual([]);
  expect(await photosOf(car)).toEqual(shown);
  // What the feed said of the photos is still known.
  expect((await upload(feed, file)).counts).toMatchObject({ ...nothing, unchanged: 2 });
});

test("a dealer's file that names the shop's own images has none of them fetched or copied", async () => {
  const { feed, car } = await aFeedCar();
  const shown = await photosOf(car);
  const urls = shown.map(({ image }) => `${origin}${image}`);
  asked = [];
  await sync(feed, fileOf(own(1, urls.join("|")), own(2, "")));
  await fetchDuePhotos(shop);
  expect(await photosOf(car)).toEqual(shown);
  await sync(feed, fileOf(own(1, urls.toReversed().join("|")), own(2, "")));
  await fetchDuePhotos(shop);
  expect(await photosOf(car)).toEqual(shown.toReversed());
  expect(asked).toEqual([]);
});

test("an image of the shop that is gone costs neither the car nor its other photos", async () => {
  const { feed, car } = await aFeedCar();
  const [front] = await photosOf(car);
  const missingImage = `${origin}${imagePath("00000000-0000-4000-8000-000000000000")}`;
  asked = [];
  await sync(feed, fileOf(own(1, `${missingImage}|${origin}${front!.image}`), own(2, "")));
  await fetchDuePhotos(shop);
  expect(await photosOf(car)).toEqual([front]);
  expect(asked).toEqual([]);
  const { rows } = await shop.deps.db.execute(
    sql`select error from feed_photo where listing_id = ${car} order by position`,
  );
  expect(rows).toEqual([{ error: "This image is no longer here." }, { error: null }]);
});

test("another shop that imports an export fetches the photos by URL", async () => {
  const photos = [await aPhoto("Front"), await aPhoto("Back")];
  await addByHand({ registration: "CD34 EFG", photos });
  const text = await exported();
  const other = await createTestApp({ PUBLIC_URL: "https://other.example" });
  try {
    const dealer = await anAccount(other.deps, { role: "Seller", isVerified: true });
    expect(await sync(await aFeed(other, dealer), text, other, dealer)).toMatchObject({ added: 1 });
    await fetchDuePhotos(other);
    // They are fetched at once, so in any order.
    expect(asked.toSorted()).toEqual(photos.map(({ image }) => image).toSorted());
    const { body } = await other.call("GET", "/api/addproduct", { token: dealer.token });
    const listing = await other.call("GET", `/api/listings/${body[0]._id as string}`);
    expect(listing.body.photos).toHaveLength(2);
    // The registration is a hash there, as that of any feed.
    expect(JSON.stringify(listing.body)).not.toMatch(/EFG/);
  } finally {
    await other.close();
  }
});
