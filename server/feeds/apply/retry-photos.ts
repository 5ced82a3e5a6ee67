import type { FeedPhotoPage } from "#shared/feeds/feed-photo-contract.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { PageQuery } from "#shared/paging/paging-contract.ts";
import type { Deps } from "#server/deps.ts";
import { fetchFailedAgain, fetchPhotosSoon } from "#server/feed-photos/public.ts";
import { isEdit, isKnownByFacts, statedPart } from "../match/identify-cars.ts";
import { ownFeed, type Owner } from "../own-feeds.ts";
import {
  countFeedPhotos,
  listCarsWithFailedPhotos,
  listFailedListings,
} from "./photo-page-store.ts";

/** Cars of one statement. */
const batchSize = 1_000;

/** What became of the photos of a viewer's feed, with a page of the cars whose photos failed. @throws AppError not_found */
export async function listFeedPhotos(
  { db }: Pick<Deps, "db">,
  viewer: Owner,
  id: string,
  query: PageQuery,
): Promise<FeedPhotoPage> {
  const feed = await ownFeed(db, viewer, id);
  const { cars, ...cursors } = await listCarsWithFailedPhotos(db, feed.id, query);
  return {
    ...(await countFeedPhotos(db, feed.id)),
    ...cursors,
    cars: cars.map(({ listingId, name, identity, nextAttemptAt, photos }) => ({
      productId: listingId,
      name,
      photos,
      identity: isKnownByFacts(identity) || isEdit(identity) ? null : statedPart(identity),
      nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
    })),
  };
}

/** Has the photos of a viewer's feed that failed fetched again now. @throws AppError not_found */
export async function retryPhotos(
  { db, jobs }: Pick<Deps, "db" | "jobs">,
  viewer: Owner,
  id: string,
): Promise<ModifiedAnswer> {
  const feed = await ownFeed(db, viewer, id);
  const listings = await listFailedListings(db, feed.id);
  let photos = 0;
  for (let at = 0; at < listings.length; at += batchSize)
    photos += await fetchFailedAgain(db, listings.slice(at, at + batchSize));
  if (photos === 0) return { modifiedCount: 0, message: "No photo of this feed has failed." };
  await fetchPhotosSoon({ jobs });
  return { modifiedCount: photos };
}
