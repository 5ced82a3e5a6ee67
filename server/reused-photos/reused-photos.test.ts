import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { imagePath, storeUpload } from "#server/images/public.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { aScene } from "#testing/images/scenes.ts";
import { eventually } from "#testing/eventually.ts";
import { createTestApp } from "#testing/test-app.ts";
import { comparePhotos } from "./compare-photos.ts";
import { distanceOf, hashPhoto, mirrored, nearest } from "./photo-hash.ts";
import { deleteDue, nextDue, saveMatch } from "./reused-photo-store.ts";
import { listSimilar } from "./similar-photo-store.ts";
import { isIllustrationHash } from "./illustration-hashes.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let owner: Awaited<ReturnType<typeof anAccount>>;
let copier: Awaited<ReturnType<typeof anAccount>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
beforeEach(async () => {
  await shop.deps.db.execute(sql`truncate listing_photo cascade`);
  owner = await anAccount(shop.deps, { role: "Seller" });
  copier = await anAccount(shop.deps, { role: "Seller" });
});
afterAll(() => shop.close());

async function aCarWith(seller: { id: string }, ...pictures: Buffer[]) {
  const photos = [];
  for (const picture of pictures)
    photos.push({ image: imagePath((await storeUpload(shop.deps, picture)).id), alt: "" });
  return aListing(shop.deps, { sellerId: seller.id, photos });
}
type Flag = { flag: string; _id: string; photos: number; other: { _id: string } };
async function flags(state = "open"): Promise<Flag[]> {
  await comparePhotos(shop.deps, () => new Date());
  const url = `/api/flagged-cars?state=${state}`;
  return (await shop.call("GET", url, { token: admin.token })).body;
}
const dismiss = (flag: string) =>
  shop.call("POST", `/api/flagged-cars/${flag}/dismiss`, {
    token: admin.token,
    body: { reason: "Both dealers use the maker's photo." },
  });
const cropped = (picture: Buffer, part: number) =>
  cut(picture, { left: part, top: part, right: part, bottom: part });
async function cut(
  picture: Buffer,
  {
    left = 0,
    top = 0,
    right = 0,
    bottom = 0,
  }: Partial<Record<"left" | "top" | "right" | "bottom", number>>,
): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const x = Math.round(width * left);
  const y = Math.round(height * top);
  const box = { left: x, top: y, width: width - x - Math.round(width * right) };
  return sharp(picture)
    .extract({ ...box, height: height - y - Math.round(height * bottom) })
    .jpeg({ quality: 75 })
    .toBuffer();
}

const versions: Record<string, (picture: Buffer) => Promise<Buffer>> = {
  "the same file": (picture) => Promise.resolve(picture),
  "a smaller WebP": (picture) => sharp(picture).resize(500).webp({ quality: 60 }).toBuffer(),
  "a poor JPEG": (picture) => sharp(picture).jpeg({ quality: 30 }).toBuffer(),
  "a brighter one": (picture) => sharp(picture).modulate({ brightness: 1.15 }).toBuffer(),
  "one cropped by 2 % on each side": (picture) => cropped(picture, 0.02),
  "one cropped by 4 % on each side": (picture) => cropped(picture, 0.04),
  "one cropped by 8 % on each side": (picture) => cropped(picture, 0.08),
  "one cropped by 5 % on the left": (picture) => cut(picture, { left: 0.05 }),
  "one cropped by 5 % on the right": (picture) => cut(picture, { right: 0.05 }),
  "one cropped by 8 % at the top": (picture) => cut(picture, { top: 0.08 }),
  "one cropped by 8 % at the bottom": (picture) => cut(picture, { bottom: 0.08 }),
  "one mirrored and cropped by 5 % on the left": async (picture) =>
    cut(await sharp(picture).flop().toBuffer(), { left: 0.05 }),
  "a mirrored one": (picture) => sharp(picture).flop().jpeg().toBuffer(),
  "one mirrored and cropped by 8 %": async (picture) =>
    cropped(await sharp(picture).flop().toBuffer(), 0.08),
};

test.each(Object.keys(versions))("flags another seller's photo: %s", async (name) => {
  const picture = await aScene(1);
  const first = await aCarWith(owner, picture);
  const later = await aCarWith(copier, await aScene(2), await versions[name]!(picture));
  expect(await flags()).toMatchObject([
    {
      _id: later.id,
      name: later.name,
      kind: "photos",
      photos: 1,
      dismissal: null,
      image: later.photos[1]!.image,
      sellerName: copier.name,
      text: "A photo looks like one of another seller's car.",
      other: {
        _id: first.id,
        name: first.name,
        image: first.photos[0]!.image,
        sellerName: owner.name,
      },
    },
  ]);
  const { rows } = await shop.deps.db.execute<{ distance: number; one: Buffer; other: Buffer }>(sql`
    select distance, one.hashes as one, other.hashes as other from photo_match
    join listing_photo as one using (listing_id, image_id)
    join listing_photo as other on (other.listing_id, other.image_id) = (other_listing_id, other_image_id)`);
  const distances = rows.map(({ one, other }) =>
    Math.min(distanceOf(one, other), distanceOf(mirrored(one), other)),
  );
  expect(rows.map(({ distance }) => distance)).toEqual(distances);
});

test("does not flag other photos, photos of the same seller, or images of one color", async () => {
  const plain = await sharp({
    create: { width: 600, height: 450, channels: 3, background: "#f0f0f2" },
  })
    .jpeg()
    .toBuffer();
  await aCarWith(owner, await aScene(1), plain);
  await aCarWith(owner, await aScene(1));
  await aCarWith(copier, await aScene(2), plain);
  expect(await flags()).toEqual([]);
});

test("does not mistake 300 pairs of other photos for mirrored or cropped copies", async () => {
  const hashes: Buffer[] = [];
  for (let number = 0; number < 25; number += 1)
    hashes.push((await hashPhoto(await aScene(100 + number)))!);
  const distances = hashes.flatMap((one, at) =>
    hashes
      .slice(0, at)
      .map((other) => Math.min(distanceOf(one, other), distanceOf(mirrored(one), other))),
  );
  expect(distances).toHaveLength(300);
  expect(Math.min(...distances)).toBeGreaterThan(nearest);
});

test("does not flag the shop's illustrations", async () => {
  const folder = "web/public/cars";
  const files = readdirSync(folder).filter((file) => file.endsWith(".webp"));
  expect(files.length).toBeGreaterThan(400);
  for (const file of files) {
    const copy = await sharp(readFileSync(`${folder}/${file}`))
      .resize(320)
      .flatten({ background: "#fff" })
      .jpeg({ quality: 60 })
      .toBuffer();
    expect([file, isIllustrationHash((await hashPhoto(copy))!)]).toEqual([file, true]);
  }
  const illustration = readFileSync(`${folder}/${files[0]}`);
  await aCarWith(owner, illustration);
  await aCarWith(copier, illustration);
  expect(await flags()).toEqual([]);
});

test("flags an upload of another seller that a listing names, and a car whose photo came before its owner's", async () => {
  const first = await aCarWith(owner, await aScene(3));
  const later = await aListing(shop.deps, { sellerId: copier.id, photos: first.photos });
  expect(await flags()).toMatchObject([{ _id: later.id, other: { _id: first.id } }]);
});

test("a dismissed flag comes back with another photo, and a flag leaves with its photo", async () => {
  await aCarWith(owner, await aScene(4), await aScene(5));
  const later = await aCarWith(copier, await aScene(4));
  const [flag] = await flags();
  expect((await dismiss(flag!.flag)).body).toEqual({ modifiedCount: 1 });
  expect((await dismiss(flag!.flag)).body).toMatchObject({ modifiedCount: 0 });
  expect(await flags()).toEqual([]);
  expect(await flags("dismissed")).toMatchObject([
    { _id: later.id, dismissal: { by: admin.name, reason: "Both dealers use the maker's photo." } },
  ]);

  const added = { image: imagePath((await storeUpload(shop.deps, await aScene(5))).id), alt: "" };
  const change = (photos: unknown) =>
    shop.call("PATCH", `/api/products/${later.id}`, { token: copier.token, body: { photos } });
  expect((await change([...later.photos, added])).body).toEqual({ modifiedCount: 1 });
  expect(await flags()).toMatchObject([{ _id: later.id, photos: 2, dismissal: null }]);
  expect((await dismiss(flag!.flag)).status).toBe(404);

  await change([{ image: imagePath((await storeUpload(shop.deps, await aScene(6))).id), alt: "" }]);
  expect(await flags()).toEqual([]);
  expect(await flags("dismissed")).toEqual([]);
});

test("what an admin removed does not flag other cars, and pages have every flag once", async () => {
  const pictures = [await aScene(7), await aScene(8), await aScene(9)];
  const owners = [];
  for (const picture of pictures) {
    owners.push(await aCarWith(owner, picture));
    await aCarWith(copier, picture);
  }
  const all = (await flags()).map(({ flag }) => flag);
  expect(all).toHaveLength(3);
  const paged: string[] = [];
  let url: string | undefined = "/api/flagged-cars?limit=2";
  while (url) {
    const page = await shop.call("GET", url, { token: admin.token });
    expect(page.headers["x-total-count"]).toBe("3");
    paged.push(...(page.body as Flag[]).map(({ flag }) => flag));
    url = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ""))?.[1];
  }
  expect(paged).toEqual(all);
  await shop.deps.db.execute(
    sql`update listing set removed_at = now() where id = ${owners[0]!.id}`,
  );
  expect(await flags()).toHaveLength(2);
});

test("a car that an admin removed does not hide another one of its seller with the same photo", async () => {
  const picture = await aScene(13);
  const removed = await aCarWith(owner, picture);
  const first = await aCarWith(owner, picture);
  await flags();
  await shop.deps.db.execute(sql`update listing set removed_at = now() where id = ${removed.id}`);
  const later = await aCarWith(copier, picture);
  expect(await flags()).toMatchObject([{ _id: later.id, other: { _id: first.id } }]);
});

test("a car whose photos change while they are compared is compared again", async () => {
  await flags();
  await aCarWith(owner, await aScene(15));
  await flags();
  const later = await aCarWith(copier, await aScene(16));
  const due = (await nextDue(shop.deps.db, 0))!;
  const { id } = await storeUpload(shop.deps, await aScene(15));
  await shop.call("PATCH", `/api/products/${later.id}`, {
    token: copier.token,
    body: { photos: [{ image: imagePath(id), alt: "" }] },
  });
  await deleteDue(shop.deps.db, due);
  expect(await flags()).toMatchObject([{ _id: later.id }]);
});

test("a photo that is deleted while its match is kept has no match, and the comparison goes on", async () => {
  const picture = await aScene(1);
  const first = await aCarWith(owner, picture);
  const later = await aCarWith(copier, picture);
  await flags();
  const [{ id: matchId, ...match }] = (
    await shop.deps.db.execute<{ id: number; image_id: string; other_image_id: string }>(
      sql`select id, image_id, other_image_id from photo_match`,
    )
  ).rows as [{ id: number; image_id: string; other_image_id: string }];
  await shop.deps.db.execute(sql`delete from photo_match where id = ${matchId}`);
  const client = await shop.deps.pool.connect();
  try {
    await client.query("begin");
    await client.query("delete from listing_photo where listing_id = $1", [first.id]);
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const saving = saveMatch(shop.deps.db, {
      listingId: later.id,
      imageId: match.image_id,
      otherListingId: first.id,
      otherImageId: match.other_image_id,
      distance: 0,
      foundAt: new Date(),
    });
    saving.catch(() => undefined);
    await eventually(async () => {
      const waiting = sql`select 1 from pg_stat_activity where ${rows[0]!.pid} = any(pg_blocking_pids(pid))`;
      expect((await shop.deps.db.execute(waiting)).rows).toHaveLength(1);
    });
    await client.query("commit");
    await saving;
  } finally {
    client.release();
  }
  expect((await shop.deps.db.execute(sql`select 1 from photo_match`)).rows).toEqual([]);
});

test("two photos are similar if they differ in 36 of 256 bits, and not in one more", async () => {
  await aCarWith(owner, await aScene(14));
  await flags();
  const { rows } = await shop.deps.db.execute<{ hashes: Buffer }>(
    sql`select hashes from listing_photo where hashes is not null`,
  );
  const [{ hashes }] = rows as [{ hashes: Buffer }];
  /** The hashes of a photo of which only the whole is similar, beyond the bits of the keys. */
  const differing = (bits: number) => {
    const other = Buffer.from(hashes.map((byte, at) => (at < 32 ? byte : byte ^ 0x5a)));
    for (let bit = 0; bit < bits; bit += 1) other[8 + (bit >> 3)]! ^= 1 << (bit & 7);
    return other;
  };
  const similar = (bits: number) =>
    listSimilar(shop.deps.db, { sellerId: copier.id, hashes: differing(bits), limit: 5 });
  expect((await similar(36)).map(({ distance }) => distance)).toEqual([36]);
  expect(await similar(37)).toEqual([]);
});

test("finds a copy behind 1,500 older photos that share its keys", async () => {
  const picture = await aScene(10);
  const first = await aCarWith(owner, picture);
  await flags();
  const { id } = await aCarWith(await anAccount(shop.deps, { role: "Seller" }), await aScene(11));
  await shop.deps.db.execute(sql`
    with older as (
      insert into image (id, width, height, created_at, expires_at)
      select gen_random_uuid(), 1, 1, '2020-01-01', now() from generate_series(1, 1500) returning id)
    insert into listing_photo (listing_id, image_id, hashes, bands)
    select ${id}, older.id, decode(repeat('00', 128), 'hex'), bands
    from older, listing_photo where listing_id = ${first.id}`);
  await shop.deps.db.execute(sql`delete from photo_due where listing_id = ${id}`);
  const later = await aCarWith(copier, picture);
  expect(await flags()).toMatchObject([{ _id: later.id, other: { _id: first.id } }]);
});

test("names the oldest photos of five sellers", async () => {
  const picture = await aScene(12);
  const oldest: string[] = [];
  for (let seller = 0; seller < 6; seller += 1) {
    const { id } = await anAccount(shop.deps, { role: "Seller" });
    oldest.push((await aCarWith({ id }, picture)).id);
    if (seller === 0) await aCarWith({ id }, picture);
  }
  await flags();
  const later = await aCarWith(copier, await cropped(picture, 0.08));
  const named = (await flags()).flatMap(({ _id, other }) => (_id === later.id ? [other._id] : []));
  expect(named.toSorted()).toEqual(oldest.slice(0, 5).toSorted());
});
