import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { releaseImages } from "./release-images.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller" });
});
afterAll(() => shop.close());

async function aClaimedImage(file = "1200.jpg") {
  const id = randomUUID();
  await shop.deps.db.execute(sql`insert into image (id, width, height, claimed_at, expires_at)
    values (${id}, 8, 8, now(), now())`);
  return { id, address: `/images/${id}/${file}` };
}
const release = (address: string) =>
  shop.deps.db.transaction((tx) => releaseImages(tx, shop.deps.config, [address]));
const isClaimed = async (id: string) =>
  (await shop.deps.db.execute(sql`select from image where id = ${id} and claimed_at is not null`))
    .rows.length === 1;

test("releases an image that is shown nowhere", async () => {
  const { id, address } = await aClaimedImage();
  await release(address);
  expect(await isClaimed(id)).toBe(false);
});

test("keeps an image that an account, a listing or a booking shows, in any size", async () => {
  const face = await aClaimedImage();
  const front = await aClaimedImage();
  const back = await aClaimedImage("640.avif");
  const sold = await aClaimedImage();
  const { db } = shop.deps;
  await db.execute(sql`update account set photo_url = ${face.address} where id = ${seller.id}`);
  const photos = [front, back].map(({ address }) => ({ image: address, alt: "" }));
  const listing = await aListing(shop.deps, { sellerId: seller.id });
  await db.execute(
    sql`update listing set photos = ${JSON.stringify(photos)}::jsonb where id = ${listing.id}`,
  );
  const buyer = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: listing.id, buyerId: buyer.id, image: sold.address });
  for (const { id } of [face, front, back, sold]) {
    await release(`/images/${id}/1200.jpg`);
    expect(await isClaimed(id)).toBe(true);
  }
});

test("finds what shows an image without reading all accounts, listings and bookings", async () => {
  const { address } = await aClaimedImage();
  await shop.deps.db.transaction(async (tx) => {
    // These tables are so small here that reading all of them would be cheaper.
    await tx.execute(sql`set local enable_seqscan = off`);
    await releaseImages(tx, shop.deps.config, [address]);
    const { rows } = await tx.execute(sql`select relname from pg_class
      where relname in ('account_image', 'booking_image', 'listing_images')
      and pg_stat_get_xact_numscans(oid) > 0 order by 1`);
    expect(rows.map(({ relname }) => relname)).toEqual([
      "account_image",
      "booking_image",
      "listing_images",
    ]);
  });
});

test("releases the images of a large stock with a few statements", async () => {
  const images = await Promise.all(Array.from({ length: 600 }, () => aClaimedImage()));
  await shop.deps.db.transaction(async (tx) => {
    const updates = vi.spyOn(tx, "update");
    const addresses = images.map(({ address }) => address);
    await releaseImages(tx, shop.deps.config, addresses);
    expect(updates).toHaveBeenCalledTimes(2);
  });
  expect(await Promise.all(images.map(({ id }) => isClaimed(id)))).not.toContain(true);
});
