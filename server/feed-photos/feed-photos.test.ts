import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { maximumPhotos, type Photo } from "#shared/listings/listing.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { aHollowPng, aPicture } from "#testing/images/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";
import { downloadPhoto } from "./download-photo.ts";
import {
  claimDuePhoto,
  deletePhotosOfDeleted,
  listToShow,
  parkPhotos,
  revivePhotos,
  wantPhotos,
} from "./feed-photo-store.ts";
import { fetchPhotos, waits } from "./fetch-photos.ts";
import { takeTurns } from "./take-turns.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let dealer: Server;
let origin: string;
let asked: string[];
let picture: Buffer;
/** What the dealer's server answers, by path; anything else is a picture. */
let answers: Map<string, (request: IncomingMessage, response: ServerResponse) => void>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let car: Awaited<ReturnType<typeof aListing>>;

beforeAll(async () => {
  shop = await createTestApp();
  picture = await aPicture();
  dealer = createServer((request, response) => {
    asked.push(request.url!);
    const answer = answers.get(request.url!);
    if (answer) answer(request, response);
    else response.end(picture);
  });
  await new Promise<void>((resolve) => dealer.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(dealer.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  [asked, answers] = [[], new Map()];
  await shop.deps.db.execute(sql`delete from feed_photo`);
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  car = await aListing(shop.deps, { sellerId: seller.id });
});
afterAll(async () => {
  await shop.close();
  dealer.close();
});

const want = (...paths: string[]) =>
  shop.deps.db.transaction((tx) =>
    wantPhotos(tx, [{ listingId: car.id, urls: paths.map((path) => origin + path) }]),
  );
const fetchAll = () => fetchPhotos(shop.deps, { allowPrivate: true });
const makeDue = () =>
  shop.deps.db.execute(
    sql`update feed_photo set next_attempt_at = now() where next_attempt_at is not null`,
  );
const shown = async () => {
  await shop.deps.catalogue.refresh();
  return (await shop.call("GET", `/api/listings/${car.id}`)).body.photos as Photo[];
};
const status = (code: number, headers: Record<string, string> = {}) =>
  ((_, response) => response.writeHead(code, headers).end()) as Parameters<typeof answers.set>[1];
const errors = async () =>
  (await shop.deps.db.execute(sql`select error from feed_photo order by position`)).rows.map(
    ({ error }) => error as string | null,
  );

/** Until a photo is due. */
const secondsLeft = async (path: string) =>
  Number(
    (
      await shop.deps.db.execute(sql`select extract(epoch from next_attempt_at - now()) as seconds
        from feed_photo where url = ${origin + path}`)
    ).rows[0]!.seconds,
  );

test("a photo that a feed names 24 times counts once", async () => {
  await want(...Array.from({ length: 24 }, () => "/front.jpg"), "/back.jpg");
  await fetchAll();
  expect(await shown()).toHaveLength(2);
  expect(asked).toHaveLength(2);
});

test("the photos of a feed replace the illustration, in the feed's order", async () => {
  await want("/front.jpg", "/back.jpg");
  await fetchAll();
  const [front, back, ...others] = await shown();
  expect(others).toEqual([]);
  expect(asked.toSorted()).toEqual(["/back.jpg", "/front.jpg"]);
  const file = await shop.call("GET", front!.image);
  expect([file.status, file.headers["content-type"]]).toEqual([200, "image/jpeg"]);

  // The next feed: another order and a new photo. Only the new one is fetched.
  await want("/back.jpg", "/inside.jpg", "/front.jpg");
  await fetchAll();
  expect(asked).toHaveLength(3);
  const images = (await shown()).map(({ image }) => image);
  expect([images[0], images[2]]).toEqual([back!.image, front!.image]);

  // A photo that the feed leaves out is no longer served.
  await want("/back.jpg");
  await fetchAll();
  expect((await shown()).map(({ image }) => image)).toEqual([back!.image]);
  expect((await shop.call("GET", front!.image)).status).toBe(404);
  await want();
  await fetchAll();
  expect(await shown()).toEqual([]);
});

test("the photos of a seller's feeds have a daily quota", async () => {
  const config = { ...shop.deps.config, RATE_LIMITS: "on" as const };
  const fetchLimited = () => fetchPhotos({ ...shop.deps, config }, { allowPrivate: true });
  await want("/front.jpg");
  await fetchLimited();
  await shop.deps.db.execute(
    sql`update rate_limit_count set count = 40000 where key like 'feedPhotoMegabyte-%'`,
  );
  await want("/front.jpg", "/back.jpg");
  await fetchLimited();
  expect(await errors()).toEqual([
    null,
    "Too many megabytes of photos today. Please try again in 24 hours.",
  ]);
  const other = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  car = await aListing(shop.deps, { sellerId: other.id });
  await want("/other.jpg");
  await fetchLimited();
  expect(await shown()).toHaveLength(1);
});

test("the pixels of a seller's photos have a daily quota, and are counted before they are decoded", async () => {
  const config = { ...shop.deps.config, RATE_LIMITS: "on" as const };
  const fetchLimited = () => fetchPhotos({ ...shop.deps, config }, { allowPrivate: true });
  const setCount = (megapixels: number) =>
    shop.deps.db.execute(sql`update rate_limit_count set count = ${megapixels}
      where key like 'feedPhotoMegapixel-%'`);
  // 64 megapixels in a few kilobytes, and as many of which most are missing.
  answers.set("/large.png", (_, response) => response.end(aHollowPng(8_000, 8_000)));
  answers.set("/cut.png", (_, response) => response.end(aHollowPng(8_000, 8_000, 10)));
  await want("/front.jpg");
  await fetchLimited();
  await setCount(200_000 - 128);
  await want("/large.png");
  await fetchLimited();
  await want("/large.png", "/cut.png");
  await fetchLimited();
  expect(await errors()).toEqual([null, "This file could not be read as an image."]);
  answers.set("/more.jpg", (_, response) => response.end(picture));
  await want("/large.png", "/more.jpg");
  await fetchLimited();
  expect(await errors()).toEqual([
    null,
    "Too many megapixels of photos today. Please try again in 24 hours.",
  ]);
});

test("a photo that fails costs neither the car nor its other photos, and is tried again", async () => {
  answers.set("/broken.jpg", status(500));
  answers.set("/bomb.png", (_, response) => response.end(aHollowPng(9_000, 8_000)));
  answers.set("/page.jpg", (_, response) => response.end("<html>not found</html>"));
  answers.set("/huge.jpg", (_, response) => response.end(Buffer.alloc(12 * 1024 * 1024 + 1)));
  await want("/broken.jpg", "/good.jpg", "/bomb.png", "/page.jpg", "/huge.jpg");
  await fetchAll();
  expect(await shown()).toHaveLength(1);
  expect(await errors()).toEqual([
    "answered with status 500",
    null,
    "This image has 72 megapixels, and the limit is 64. Please choose a smaller one.",
    "Please choose a PNG, JPG, GIF, WebP or AVIF image.",
    "is larger than 12 MB",
  ]);
  asked = [];
  await fetchAll();
  expect(asked).toEqual([]);

  answers.delete("/broken.jpg");
  await makeDue();
  await fetchAll();
  expect(await shown()).toHaveLength(2);
});

test("an unexpected error at one car is logged, and the other cars get their photos", async () => {
  const other = await aListing(shop.deps, { sellerId: seller.id });
  await shop.deps.db.transaction((tx) =>
    wantPhotos(tx, [{ listingId: other.id, urls: [`${origin}/bad.jpg`] }]),
  );
  await shop.deps.db.execute(
    sql`update feed_photo set next_attempt_at = now() - interval '1 hour'`,
  );
  await want("/1.jpg", "/2.jpg", "/3.jpg", "/4.jpg");
  await shop.deps.db.execute(sql`alter table feed_photo
    add constraint no_bad_photo check (url not like '%/bad.jpg' or shown_image is null)`);
  const log = vi.spyOn(shop.deps.log, "error");
  try {
    await fetchAll();
  } finally {
    await shop.deps.db.execute(sql`alter table feed_photo drop constraint no_bad_photo`);
  }
  expect(await shown()).toHaveLength(4);
  expect(log.mock.calls).toEqual([
    [{ err: expect.any(Error), photo: expect.any(String) }, "photo of a feed not shown"],
  ]);
  log.mockRestore();
});

test("a photo that failed for days is tried every week, and at once if the feed names it again", async () => {
  answers.set("/gone.jpg", status(404));
  await want("/gone.jpg", "/good.jpg");
  for (const _ of waits) {
    await fetchAll();
    await makeDue();
  }
  await fetchAll();
  expect(await secondsLeft("/gone.jpg")).toBeGreaterThan(6 * 24 * 3_600);
  expect(asked.filter((path) => path === "/gone.jpg")).toHaveLength(waits.length + 1);

  asked = [];
  answers.delete("/gone.jpg");
  // As an earlier release left it, which gave up.
  await shop.deps.db.execute(
    sql`update feed_photo set next_attempt_at = null where url like '%/gone.jpg'`,
  );
  await want("/good.jpg", "/gone.jpg");
  await fetchAll();
  expect([asked, (await shown()).length]).toEqual([["/gone.jpg"], 2]);
});

test("the same file is no new photo, whatever the server says of its version", async () => {
  let version = 0;
  answers.set("/versions.jpg", (_, response) => {
    version += 1;
    response.writeHead(200, { etag: `"${version}"` }).end(picture);
  });
  await want("/plain.jpg", "/versions.jpg");
  await fetchAll();
  const before = await shown();
  for (const _ of ["once", "twice"]) {
    await makeDue();
    await fetchAll();
    expect(await shown()).toEqual(before);
  }
  expect(asked).toHaveLength(6);
});

test("a new file under the same URL keeps the seller's text", async () => {
  await want("/one.jpg");
  await fetchAll();
  const [first] = await shown();
  const photos = [{ ...first!, alt: "From the left" }];
  await shop.call("PATCH", `/api/products/${car.id}`, { token: seller.token, body: { photos } });
  const other = await aPicture({ width: 640 });
  answers.set("/one.jpg", (_, response) => response.end(other));
  await makeDue();
  await fetchAll();
  const [second] = await shown();
  expect(second!.image).not.toBe(first!.image);
  expect(second!.alt).toBe("From the left");
});

test("after a success, a failed check is repeated as soon as a first failure", async () => {
  await want("/car.jpg");
  const failing = status(503);
  for (const answer of [failing, failing, null, failing]) {
    if (answer) answers.set("/car.jpg", answer);
    else answers.delete("/car.jpg");
    await makeDue();
    await fetchAll();
  }
  expect(asked).toHaveLength(4);
  expect(await secondsLeft("/car.jpg")).toBeGreaterThan(waits[0] - 60);
  expect(await secondsLeft("/car.jpg")).toBeLessThanOrEqual(waits[0]);
});

test("a photo that failed for days starts over when the feed names it again", async () => {
  answers.set("/gone.jpg", status(404));
  await want("/gone.jpg");
  for (const _ of waits) {
    await fetchAll();
    await makeDue();
  }
  await want("/gone.jpg");
  await fetchAll();
  expect(await secondsLeft("/gone.jpg")).toBeGreaterThan(waits[0] - 60);
  expect(await secondsLeft("/gone.jpg")).toBeLessThanOrEqual(waits[0]);
});

test("each of several cars loses the photos that its feed leaves out", async () => {
  const other = await aListing(shop.deps, { sellerId: seller.id });
  const wantOfBoth = (...paths: string[]) =>
    shop.deps.db.transaction((tx) =>
      wantPhotos(
        tx,
        [car, other].map(({ id }) => ({
          listingId: id,
          urls: paths.map((path) => origin + path),
        })),
      ),
    );
  const shownOfBoth = async () => {
    await shop.deps.catalogue.refresh();
    const pages = [car, other].map(({ id }) => shop.call("GET", `/api/listings/${id}`));
    return (await Promise.all(pages)).map(({ body }) => (body.photos as Photo[]).length);
  };
  await wantOfBoth("/one.jpg", "/two.jpg");
  await fetchAll();
  expect(await shownOfBoth()).toEqual([2, 2]);
  await wantOfBoth("/two.jpg");
  await fetchAll();
  expect(await shownOfBoth()).toEqual([1, 1]);
});

test("a car keeps its photos until those that replace them have arrived", async () => {
  await want("/one.jpg");
  await fetchAll();
  const before = await shown();
  const during: unknown[] = [];
  answers.set("/two.jpg", (_, response) => {
    void shown().then(async (photos) => {
      during.push(photos, (await shop.call("GET", before[0]!.image)).status);
      response.end(picture);
    });
  });
  await want("/two.jpg");
  await fetchAll();
  expect(during).toEqual([before, 200]);
  const after = await shown();
  expect([after.length, after[0]!.image === before[0]!.image]).toEqual([1, false]);
});

test("fetches no more photos than a car can have", async () => {
  const paths = Array.from({ length: maximumPhotos + 2 }, (_, at) => `/${at}.jpg`);
  for (const path of paths) answers.set(path, status(404));
  await want(...paths);
  await fetchAll();
  expect(asked.toSorted()).toEqual(paths.slice(0, maximumPhotos).toSorted());
});

test("a URL that is too long for the database costs no other photo", async () => {
  const long = `/${Array.from({ length: 300 }, () => randomUUID()).join(",")}.jpg`;
  await want(long, "/one.jpg");
  await fetchAll();
  expect([asked, (await shown()).length]).toEqual([["/one.jpg"], 1]);
});

test("asks later whether a photo has changed, and shows the new one", async () => {
  let version = "1";
  const other = await aPicture({ width: 640 });
  answers.set("/car.jpg", (request, response) => {
    if (request.headers["if-none-match"] === `"${version}"`) response.writeHead(304).end();
    else response.writeHead(200, { etag: `"${version}"` }).end(version === "1" ? picture : other);
  });
  await want("/car.jpg");
  await fetchAll();
  const [first] = await shown();
  await makeDue();
  await fetchAll();
  expect(await shown()).toEqual([first]);
  version = "2";
  await makeDue();
  await fetchAll();
  const [second] = await shown();
  expect(asked).toHaveLength(3);
  expect(second!.image).not.toBe(first!.image);
  expect((await shop.call("GET", first!.image)).status).toBe(404);
});

test("shows what a process had fetched that stopped before it showed it", async () => {
  await want("/one.jpg", "/two.jpg");
  await fetchAll();
  const before = await shown();
  // As it was before: the copies are there, but neither the car nor a claim knows of them.
  await shop.deps.db.execute(sql`update feed_photo set shown_image = null, shown_position = null`);
  await shop.deps.db.execute(sql`update listing set photos = '[]' where id = ${car.id}`);
  await shop.deps.db.execute(sql`update image set claimed_at = null`);
  expect(await shown()).toEqual([]);
  await fetchAll();
  expect(await shown()).toEqual(before);
  expect(asked).toHaveLength(2);
});

test("photos that the seller has chosen stay", async () => {
  await want("/one.jpg", "/two.jpg");
  await fetchAll();
  const [one, two] = await shown();
  const photos = [{ ...two!, alt: "From behind" }];
  const { status: changed } = await shop.call("PATCH", `/api/products/${car.id}`, {
    token: seller.token,
    body: { photos },
  });
  expect(changed).toBe(200);
  await want("/two.jpg", "/one.jpg", "/three.jpg");
  await fetchAll();
  expect(await shown()).toEqual(photos);
  expect(one).not.toEqual(two);
});

test("photos that the seller has removed stay away", async () => {
  await want("/one.jpg", "/two.jpg");
  await fetchAll();
  await shop.call("PATCH", `/api/products/${car.id}`, {
    token: seller.token,
    body: { photos: [] },
  });
  await makeDue();
  await fetchAll();
  asked = [];
  await makeDue();
  await fetchAll();
  expect(asked).toEqual([]);
  await want("/three.jpg", "/one.jpg");
  await fetchAll();
  expect(await shown()).toEqual([]);
});

test("a new photo is no confirmation, and lapsed cars wait for theirs", async () => {
  const facts = async () =>
    (
      await shop.deps.db.execute(
        sql`select updated_at, lapsed_at is null as "isOnSale" from listing where id = ${car.id}`,
      )
    ).rows[0];
  const before = await facts();
  await want("/one.jpg");
  await fetchAll();
  expect(await shown()).toHaveLength(1);
  expect(await facts()).toEqual(before);
  await shop.deps.db.execute(sql`update listing set lapsed_at = now() where id = ${car.id}`);
  await want("/one.jpg", "/two.jpg");
  await makeDue();
  await fetchAll();
  expect([asked, (await facts())?.isOnSale]).toEqual([["/one.jpg"], false]);
});

const setOffSale = (isOffSale: boolean, db: Pick<typeof shop.deps.db, "execute"> = shop.deps.db) =>
  db.execute(sql`update listing set withdrawn_at = ${isOffSale ? sql`now()` : null},
    off_sale_at = ${isOffSale ? sql`now()` : null} where id = ${car.id}`);
const countDue = async () =>
  (
    await shop.deps.db.execute(
      sql`select from feed_photo where position is not null and next_attempt_at <= now()`,
    )
  ).rows.length;

test("photos of a car that is off sale are not due until it is back", async () => {
  await want("/one.jpg", "/two.jpg");
  await setOffSale(true);
  await fetchAll();
  expect([asked, await countDue()]).toEqual([[], 0]);
  await setOffSale(false);
  await fetchAll();
  expect(await shown()).toHaveLength(2);
  // A feed that changes the photos meanwhile makes them due once.
  await setOffSale(true);
  await want("/three.jpg", "/one.jpg");
  await fetchAll();
  expect([asked.length, await countDue()]).toEqual([2, 0]);
  await setOffSale(false);
  await fetchAll();
  expect([await shown(), asked]).toMatchObject([
    { length: 2 },
    expect.arrayContaining(["/three.jpg"]),
  ]);
});

test("a car that comes back while photos are parked gets its photos", async () => {
  await want("/one.jpg");
  await setOffSale(true);
  await shop.deps.db.transaction(async (tx) => {
    await setOffSale(false, tx);
    await parkPhotos(shop.deps.db, 10);
  });
  await fetchAll();
  expect(await shown()).toHaveLength(1);
});

const firstListing = "00000000-0000-0000-0000-000000000000";
const countParked = async () =>
  (await shop.deps.db.execute(sql`select from feed_photo where next_attempt_at is null`)).rows
    .length;

test("parked photos are due again in batches, and not in the statement that puts their cars back", async () => {
  await want("/one.jpg", "/two.jpg", "/three.jpg");
  await setOffSale(true);
  await fetchAll();
  await setOffSale(false);
  expect(await countParked()).toBe(3);
  await revivePhotos(shop.deps.db, { from: firstListing, limit: 2 });
  expect([await countParked(), await countDue()]).toEqual([1, 2]);
  await fetchAll();
  expect(await shown()).toHaveLength(3);
});

test("photos that stay parked are looked at once in a round", async () => {
  const away = await aListing(shop.deps, {
    id: "00000000-0000-4000-8000-000000000001",
    sellerId: seller.id,
    withdrawnAt: new Date(),
  });
  const urls = ["/a.jpg", "/b.jpg"].map((path) => origin + path);
  await shop.deps.db.transaction((tx) => wantPhotos(tx, [{ listingId: away.id, urls }]));
  await want("/one.jpg");
  await shop.deps.db.execute(sql`update feed_photo set next_attempt_at = null`);
  const limit = 2;
  const next = await revivePhotos(shop.deps.db, { from: firstListing, limit });
  expect([next, await countParked()]).toEqual([away.id, 3]);
  expect(await revivePhotos(shop.deps.db, { from: car.id, limit })).toBeNull();
  expect([await countParked(), await countDue()]).toEqual([2, 1]);
  // Two runs: the second goes on from the first listing.
  for (const path of ["/two.jpg", "/three.jpg"]) {
    await want(path);
    await shop.deps.db.execute(sql`update feed_photo set next_attempt_at = null`);
    await fetchAll();
    expect(asked.at(-1)).toBe(path);
  }
});

const shownInDatabase = async () =>
  (
    await shop.deps.db.execute<{ photos: Photo[] }>(
      sql`select photos from listing where id = ${car.id}`,
    )
  ).rows[0]!.photos;

test.each([
  ["removed by an admin", sql`removed_at`],
  ["off sale", sql`withdrawn_at`],
])(
  "a car that is %s keeps its photos until it is back and those that replace them have arrived",
  async (_, column) => {
    await want("/one.jpg");
    await fetchAll();
    const before = await shownInDatabase();
    await want("/two.jpg", "/three.jpg");
    await shop.deps.db.execute(sql`update listing set ${column} = now() where id = ${car.id}`);
    for (let run = 0; run < 2; run += 1) await fetchAll();
    expect(await shownInDatabase()).toEqual(before);
    await shop.deps.db.execute(sql`update listing set ${column} = null where id = ${car.id}`);
    expect(await listToShow(shop.deps.db, 10)).toEqual([]);
    await fetchAll();
    expect(await shownInDatabase()).toHaveLength(2);
  },
);

test("photos of a suspended seller are not due until the suspension is lifted", async () => {
  const setSuspended = (at: Date | null) =>
    shop.deps.db.execute(sql`update account set suspended_at = ${at} where id = ${seller.id}`);
  await want("/one.jpg");
  await setSuspended(new Date());
  await fetchAll();
  expect([asked, await countDue()]).toEqual([[], 0]);
  await setSuspended(null);
  await fetchAll();
  expect(await shown()).toHaveLength(1);
});

test("photos are fetched while others cannot be parked, because of an error or a lock", async () => {
  const other = await aListing(shop.deps, { sellerId: seller.id, withdrawnAt: new Date() });
  await shop.deps.db.transaction((tx) =>
    wantPhotos(tx, [{ listingId: other.id, urls: [`${origin}/other.jpg`] }]),
  );
  await want("/one.jpg");
  vi.spyOn(shop.deps.db, "update").mockImplementationOnce(() => {
    throw new Error("no connection");
  });
  await fetchAll();
  expect(asked).toEqual(["/one.jpg"]);
  await want("/two.jpg");
  await shop.deps.db.execute(
    sql`update feed_photo set next_attempt_at = now() where listing_id = ${other.id}`,
  );
  await shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`select from feed_photo where listing_id = ${other.id} for update`);
    await fetchAll();
    expect(asked).toEqual(["/one.jpg", "/two.jpg"]);
  });
});

test("photos that a seller has chosen are not fetched when the car is back", async () => {
  await want("/one.jpg");
  await fetchAll();
  const url = `/api/products/${car.id}`;
  await shop.call("PATCH", url, { token: seller.token, body: { photos: [] } });
  await want("/two.jpg", "/one.jpg");
  await fetchAll();
  await setOffSale(true);
  await setOffSale(false);
  asked = [];
  await fetchAll();
  expect([asked, await shown()]).toEqual([[], []]);
});

test("what a feed said about the photos of a deleted car is deleted, that of one off sale is not", async () => {
  const urls = async () =>
    (await shop.deps.db.execute(sql`select url from feed_photo`)).rows.map(({ url }) => url);
  await want("/one.jpg");
  await setOffSale(true);
  await deletePhotosOfDeleted(shop.deps.db);
  expect(await urls()).toEqual([`${origin}/one.jpg`]);
  await shop.call("DELETE", `/api/addproduct/${car.id}`, { token: seller.token });
  await deletePhotosOfDeleted(shop.deps.db);
  expect(await urls()).toEqual([]);
});

test("a fetch whose process was killed is done again", async () => {
  await want("/car.jpg");
  const claimed = claimDuePhoto(shop.deps.db, waits, { sellerId: seller.id, notFrom: [] });
  expect(await claimed).not.toBeNull();
  await fetchAll();
  expect([asked, await shown()]).toEqual([[], []]);
  await makeDue();
  await fetchAll();
  expect(await shown()).toHaveLength(1);
});

test("two processes fetch each photo once", async () => {
  await want("/1.jpg", "/2.jpg", "/3.jpg", "/4.jpg");
  await Promise.all([fetchAll(), fetchAll()]);
  expect(asked.toSorted()).toEqual(["/1.jpg", "/2.jpg", "/3.jpg", "/4.jpg"]);
  expect(await shown()).toHaveLength(4);
});

test("follows redirects, but neither to private addresses nor without end", async () => {
  answers.set("/moved.jpg", status(302, { location: "/car.jpg" }));
  answers.set("/loop.jpg", status(302, { location: "/loop.jpg" }));
  answers.set("/file.jpg", status(302, { location: "file:///etc/passwd" }));
  await want("/moved.jpg", "/loop.jpg", "/file.jpg");
  await fetchAll();
  expect(await errors()).toEqual([null, "redirects too often", "the URL is not HTTP"]);
  const denied = downloadPhoto(`${origin}/car.jpg`, null, { allowPrivate: false });
  await expect(denied).rejects.toThrow("the URL leads to a private address");
  asked = [];
  // The first server is allowed, as if its address were public.
  const onlyFirst = {
    get allowPrivate() {
      return asked.length === 0;
    },
  };
  const redirected = downloadPhoto(`${origin}/moved.jpg`, null, onlyFirst);
  await expect(redirected).rejects.toThrow("the URL leads to a private address");
  expect(asked).toHaveLength(1);
});

test("photos of other sellers come while one seller's server hangs", async () => {
  const hanging: ServerResponse[] = [];
  const slow = createServer((_, response) => void hanging.push(response));
  await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve));
  const slowOrigin = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
  const busy = await aListing(shop.deps, {
    sellerId: (await anAccount(shop.deps, { role: "Seller", isVerified: true })).id,
  });
  const urls = Array.from({ length: 12 }, (_, at) => `${slowOrigin}/${at}.jpg`);
  await shop.deps.db.transaction((tx) => wantPhotos(tx, [{ listingId: busy.id, urls }]));
  await want("/1.jpg", "/2.jpg", "/3.jpg", "/4.jpg");
  // The slow server's photos have been due for longer.
  await shop.deps.db.execute(sql`update feed_photo
    set next_attempt_at = now() - interval '1 hour' where listing_id = ${busy.id}`);
  const run = fetchAll();
  await expect.poll(shown, { timeout: 10_000 }).toHaveLength(4);
  expect(hanging).toHaveLength(3);
  const answered = new Set<ServerResponse>();
  let most = 0;
  while (answered.size < urls.length) {
    await expect.poll(() => hanging.length).toBeGreaterThan(answered.size);
    most = Math.max(most, hanging.length - answered.size);
    const next = hanging.find((response) => !answered.has(response))!;
    answered.add(next);
    next.end(picture);
  }
  await run;
  expect(most).toBeLessThanOrEqual(3);
  slow.close();
});

test("fetches at most three photos at once from a host that several sellers share", async () => {
  let open = 0;
  let most = 0;
  const paths = ["/1.jpg", "/2.jpg", "/3.jpg", "/4.jpg"];
  for (const path of paths)
    answers.set(path, (_, response) => {
      most = Math.max(most, ++open);
      response.on("close", () => open--);
      setTimeout(() => response.end(picture), 100);
    });
  const other = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const theirs = await aListing(shop.deps, { sellerId: other.id });
  const urls = paths.map((path) => origin + path);
  await shop.deps.db.transaction((tx) => wantPhotos(tx, [{ listingId: theirs.id, urls }]));
  await want(...paths);
  await fetchAll();
  expect([asked.length, most]).toEqual([8, 3]);
});

test("asks the database nothing for sellers whose hosts are full", async () => {
  const others: { listingId: string; urls: string[] }[] = [];
  for (let seller = 0; seller < 5; seller++) {
    const { id: sellerId } = await anAccount(shop.deps, { role: "Seller", isVerified: true });
    others.push({
      listingId: (await aListing(shop.deps, { sellerId })).id,
      urls: [`${origin}/1.jpg`],
    });
  }
  await shop.deps.db.transaction((tx) => wantPhotos(tx, others));
  const queries = vi.spyOn(shop.deps.db, "update");
  const turns = takeTurns(shop.deps.db, waits);
  const claim = async () => {
    queries.mockClear();
    return { photo: await turns.claim(), asked: queries.mock.calls.length };
  };
  const claimed = [(await claim()).photo!, (await claim()).photo!, (await claim()).photo!];
  expect(await claim()).toEqual({ photo: null, asked: 5 });
  expect(await claim()).toEqual({ photo: null, asked: 0 });
  turns.release(claimed[0]!);
  expect(await claim()).toMatchObject({ photo: { url: `${origin}/1.jpg` }, asked: 1 });
  expect((await claim()).photo).toBeNull();
  expect(await claim()).toEqual({ photo: null, asked: 0 });
  turns.release(claimed[1]!);
  expect((await claim()).photo).not.toBeNull();
  queries.mockRestore();
});

test("a host has one limit, however its name is written", async () => {
  const { host } = new URL(origin);
  const others: { listingId: string; urls: string[] }[] = [];
  for (const start of ["http://", "HTTP://", "http://a@", "http://b:c@"]) {
    const { id: sellerId } = await anAccount(shop.deps, { role: "Seller", isVerified: true });
    const { id: listingId } = await aListing(shop.deps, { sellerId });
    others.push({ listingId, urls: [`${start}${host}/1.jpg`] });
  }
  await shop.deps.db.transaction((tx) => wantPhotos(tx, others));
  const turns = takeTurns(shop.deps.db, waits);
  const claimed = [await turns.claim(), await turns.claim(), await turns.claim()];
  expect(claimed).not.toContain(null);
  expect(await turns.claim()).toBeNull();
  turns.release(claimed[0]!);
  expect(await turns.claim()).not.toBeNull();
});

test("a seller whose photos have been due for longer gets no second turn when the list is read again", async () => {
  const theirs = await aListing(shop.deps, {
    sellerId: (await anAccount(shop.deps, { role: "Seller", isVerified: true })).id,
  });
  const urls = ["/1.jpg", "/2.jpg"].map((path) => origin + path);
  await shop.deps.db.transaction((tx) =>
    wantPhotos(tx, [
      { listingId: theirs.id, urls },
      { listingId: car.id, urls },
    ]),
  );
  await shop.deps.db.execute(sql`update feed_photo
    set next_attempt_at = now() - interval '1 hour' where listing_id = ${theirs.id}`);
  const clock = vi.spyOn(Date, "now");
  const start = Date.now();
  const turns = takeTurns(shop.deps.db, waits);
  const claimed: string[] = [];
  for (let turn = 0; turn < 4; turn++) {
    clock.mockReturnValue(start + turn * 11_000);
    const photo = (await turns.claim())!;
    claimed.push(photo.listingId);
    turns.release(photo);
  }
  clock.mockRestore();
  expect(claimed).toEqual([theirs.id, car.id, theirs.id, car.id]);
});
