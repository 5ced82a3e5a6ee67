import { and, asc, eq, inArray, notInArray, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Photo } from "#shared/listings/listing.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { imageTable } from "#server/images/image-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { listingPhotoTable, photoDueTable, photoMatchTable } from "./reused-photo-table.ts";

const photo = listingPhotoTable;
const match = photoMatchTable;

/** The listing whose photos have been waiting for the longest after this change; null if there is none. */
export async function nextDue(
  db: Executor,
  after: number,
): Promise<{ listingId: string; change: number } | null> {
  const [due] = await db
    .select()
    .from(photoDueTable)
    .where(sql`${photoDueTable.change} > ${after}`)
    .orderBy(asc(photoDueTable.change))
    .limit(1);
  return due ?? null;
}

/** Notes that a listing is compared, unless its photos have changed again. */
export async function deleteDue(
  db: Executor,
  { listingId, change }: { listingId: string; change: number },
): Promise<void> {
  const { listingId: id, change: at } = photoDueTable;
  await db.delete(photoDueTable).where(and(eq(id, listingId), eq(at, change)));
}

/** A listing's seller and photos; null if it does not exist. */
export async function readPhotos(
  db: Executor,
  listingId: string,
): Promise<{ sellerId: string; photos: Photo[] } | null> {
  const { sellerId, photos, id } = listingTable;
  const [row] = await db.select({ sellerId, photos }).from(listingTable).where(eq(id, listingId));
  return row ?? null;
}

/** Forgets the photos that a listing no longer has, with their matches. Returns the images that are compared already. */
export async function keepPhotos(
  db: Executor,
  listingId: string,
  images: readonly string[],
): Promise<Set<string>> {
  const isGone = images.length > 0 ? notInArray(photo.imageId, [...images]) : undefined;
  await db.delete(photo).where(and(eq(photo.listingId, listingId), isGone));
  const rows = await db
    .select({ imageId: photo.imageId })
    .from(photo)
    .where(eq(photo.listingId, listingId));
  return new Set(rows.map(({ imageId }) => imageId));
}

/** Hashes of a photo, and the keys to find it by. */
export type HashedPhoto = {
  listingId: string;
  imageId: string;
  hashes: Buffer | null;
  bands: readonly number[];
};

/** Keeps a photo's hashes, unless the image is gone. */
export async function savePhoto(
  db: Executor,
  { listingId, imageId, hashes, bands }: HashedPhoto,
): Promise<void> {
  await db.execute(sql`
    insert into ${photo} (listing_id, image_id, hashes, bands)
    select ${listingId}::uuid, id, ${hashes}, ${sql.param([...bands])}::int[]
    from ${imageTable} where id = ${imageId}
    on conflict do nothing`);
}

/** When a photo was uploaded and its car listed. */
export async function readAge(db: Executor, which: { listingId: string; imageId: string }) {
  const [age] = await db
    .select({ uploadedAt: imageTable.createdAt, listedAt: listingTable.createdAt })
    .from(imageTable)
    .innerJoin(listingTable, eq(listingTable.id, which.listingId))
    .where(eq(imageTable.id, which.imageId));
  return age ?? null;
}

/** Keeps a match, unless one of its photos is gone. */
export async function saveMatch(
  db: Executor,
  pair: Omit<typeof match.$inferInsert, "id">,
): Promise<void> {
  const one = alias(photo, "one");
  const other = alias(photo, "other");
  await db.execute(sql`
    insert into ${match} (listing_id, image_id, other_listing_id, other_image_id, distance, found_at)
    select one.listing_id, one.image_id, other.listing_id, other.image_id, ${pair.distance}::smallint, ${pair.foundAt.toISOString()}::timestamptz
    from ${photo} as one, ${photo} as other
    where ${eq(one.listingId, pair.listingId)} and ${eq(one.imageId, pair.imageId)}
      and ${eq(other.listingId, pair.otherListingId)} and ${eq(other.imageId, pair.otherImageId)}
    for key share
    on conflict do nothing`);
}

const later = alias(listingTable, "later");
const earlier = alias(listingTable, "earlier");
/** What admins see of these matches, by id. */
export async function readMatches(db: Executor, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, never>();
  const seller = alias(accountTable, "seller");
  const otherSeller = alias(accountTable, "other_seller");
  const rows = await db
    .select({
      id: match.id,
      imageId: match.imageId,
      sellerName: seller.name,
      otherImageId: match.otherImageId,
      otherListingId: match.otherListingId,
      otherName: earlier.name,
      otherSellerName: otherSeller.name,
    })
    .from(match)
    .innerJoin(later, eq(later.id, match.listingId))
    .innerJoin(earlier, eq(earlier.id, match.otherListingId))
    .innerJoin(seller, eq(seller.id, later.sellerId))
    .innerJoin(otherSeller, eq(otherSeller.id, earlier.sellerId))
    .where(inArray(match.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}
