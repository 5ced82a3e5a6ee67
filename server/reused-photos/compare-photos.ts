import type { Deps } from "#server/deps.ts";
import { readImageAddress, readSmallestFile } from "#server/images/public.ts";
import { isIllustrationHash } from "./illustration-hashes.ts";
import { bandsOf, hashPhoto } from "./photo-hash.ts";
import {
  deleteDue,
  keepPhotos,
  nextDue,
  readAge,
  readPhotos,
  saveMatch,
  savePhoto,
} from "./reused-photo-store.ts";
import { listSimilar } from "./similar-photo-store.ts";

/** Well below the time after which the job expires. */
const maximumRun = 5 * 60_000;
/** Other sellers with the same photo to name. A photo of a manufacturer is at many. */
const mostSellers = 5;

type CompareDeps = Pick<Deps, "db" | "config" | "images">;

/**
 * Compares the photos that are new on listings, and their mirror images, with those of other sellers' cars and keeps those
 * that look the same.
 * Images of another host and the shop's illustrations are not compared. If the image store fails, the rest stays due.
 */
export async function comparePhotos(deps: CompareDeps, now: () => Date): Promise<void> {
  const end = Date.now() + maximumRun;
  let due = await nextDue(deps.db, 0);
  while (due && Date.now() < end) {
    await compareListing(deps, due.listingId, now());
    await deleteDue(deps.db, due);
    due = await nextDue(deps.db, due.change);
  }
}

async function compareListing(deps: CompareDeps, listingId: string, now: Date): Promise<void> {
  const listing = await readPhotos(deps.db, listingId);
  const images = (listing?.photos ?? []).flatMap(({ image }) => {
    const address = readImageAddress(deps.config, image);
    return address && "own" in address ? [address.own] : [];
  });
  const compared = await keepPhotos(deps.db, listingId, images);
  if (!listing) return;
  for (const imageId of new Set(images)) {
    if (compared.has(imageId)) continue;
    const file = await readSmallestFile(deps, imageId);
    const read = file && (await hashPhoto(file));
    const hashes = read && !isIllustrationHash(read) ? read : null;
    await savePhoto(deps.db, {
      listingId,
      imageId,
      hashes,
      bands: hashes ? bandsOf(hashes) : [],
    });
    if (hashes)
      await findMatches(deps, { listingId, imageId, hashes, sellerId: listing.sellerId }, now);
  }
}

async function findMatches(
  { db }: Pick<Deps, "db">,
  photo: { listingId: string; imageId: string; hashes: Buffer; sellerId: string },
  now: Date,
): Promise<void> {
  const age = await readAge(db, photo);
  if (!age) return;
  const { sellerId, hashes } = photo;
  for (const other of await listSimilar(db, { sellerId, hashes, limit: mostSellers })) {
    const [later, earlier] = isLater(age, other) ? [photo, other] : [other, photo];
    await saveMatch(db, {
      listingId: later.listingId,
      imageId: later.imageId,
      otherListingId: earlier.listingId,
      otherImageId: earlier.imageId,
      distance: other.distance,
      foundAt: now,
    });
  }
}

type Age = { uploadedAt: Date; listedAt: Date };

/** Of the same upload, the car that was listed later. */
function isLater(one: Age, other: Age): boolean {
  const uploads = one.uploadedAt.getTime() - other.uploadedAt.getTime();
  return (uploads || one.listedAt.getTime() - other.listedAt.getTime()) > 0;
}
