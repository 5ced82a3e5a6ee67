import { maximumPhotos, type Photo } from "#shared/listings/listing.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { Deps } from "#server/deps.ts";
import { claimImage } from "#server/images/public.ts";
import { releaseDropped } from "#server/image-release/public.ts";
import { lockListingForChange, setPhotos } from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import {
  chosenBySeller,
  deleteUnwanted,
  fetchAgain,
  listPhotosOf,
  markChosen,
  markShown,
  type FeedPhoto,
} from "./feed-photo-store.ts";

/**
 * Shows the photos of a car that its feed names and the shop has, in the feed's order. A car whose photos its seller has
 * chosen keeps those.
 */
export async function showPhotos(
  { db, config }: Pick<Deps, "db" | "config">,
  listingId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const listing = await lockListingForChange(tx, listingId);
    // Off sale. It is looked at again once the car is back.
    if (!listing) return;
    const feedPhotos = await listPhotosOf(tx, listingId);
    if (isUntouched(listing.photos, feedPhotos)) {
      const wanted = await claim(tx, config, feedPhotos);
      const alts = new Map(listing.photos.map(({ image, alt }) => [image, alt]));
      const photos = wanted.map(({ image, shownImage }) => ({
        image: image!,
        // A new file under the same URL keeps the seller's text.
        alt: alts.get(image!) ?? alts.get(shownImage ?? "") ?? "",
      }));
      const isNew = JSON.stringify(photos) !== JSON.stringify(listing.photos);
      if (isNew) await setPhotos(tx, listingId, photos);
      for (const photo of feedPhotos) await markShown(tx, photo.id, shownOf(photo, wanted));
      await releaseDropped(tx, config, listing.photos, photos);
    } else await markChosen(tx, listingId);
    await deleteUnwanted(tx, listingId);
  });
}

/** Whether a listing shows just what feeds made it show. */
function isUntouched(photos: readonly Photo[], feedPhotos: readonly FeedPhoto[]): boolean {
  const shown = feedPhotos
    .filter(({ shownImage }) => shownImage !== null)
    .toSorted((a, b) => a.shownPosition! - b.shownPosition!);
  return (
    !shown.some(({ shownImage }) => shownImage === chosenBySeller) &&
    photos.length === shown.length &&
    photos.every(({ image }, at) => image === shown[at]!.shownImage)
  );
}

const shownOf = (photo: FeedPhoto, wanted: readonly FeedPhoto[]) =>
  wanted.includes(photo)
    ? { shownImage: photo.image, shownPosition: photo.position }
    : { shownImage: null, shownPosition: null };

/** The wanted photos whose images are here, claimed. One that has expired is fetched again. */
async function claim(
  tx: Executor,
  config: Deps["config"],
  feedPhotos: readonly FeedPhoto[],
): Promise<FeedPhoto[]> {
  const claimed: FeedPhoto[] = [];
  for (const photo of feedPhotos) {
    if (photo.position === null || photo.image === null || claimed.length === maximumPhotos)
      continue;
    try {
      await claimImage(tx, config, photo.image);
      claimed.push(photo);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== "invalid_input") throw error;
      await fetchAgain(tx, photo.id);
    }
  }
  return claimed;
}
