import { createHash } from "node:crypto";
import { AppError } from "#shared/errors/app-error.ts";
import type { Deps } from "#server/deps.ts";
import { findOwnImage, imagePath, readImageSize, storeUpload } from "#server/images/public.ts";
import { countAgainst } from "#server/limits/public.ts";
import type { Database } from "#server/platform/database/database.ts";
import { DownloadError } from "#server/platform/http/outgoing/download-error.ts";
import type { Reach } from "#server/platform/http/outgoing/connect-public.ts";
import { downloadPhoto } from "./download-photo.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import {
  hasUntried,
  listToShow,
  markFailed,
  markFetched,
  parkPhotos,
  revivePhotos,
  type FeedPhoto,
} from "./feed-photo-store.ts";
import { showPhotos } from "./show-photos.ts";
import { takeTurns } from "./take-turns.ts";

const hour = 3_600;
/** After a success, the file is checked again, because dealers replace photos under the same URL. */
const recheck = 7 * 24 * hour;
/**
 * Seconds from each attempt to the next, and from the last one on. A process that stops in the middle of one is an attempt,
 * too. A photo that is missing for days may still come, at the latest when its car is back.
 * @internal
 */
export const waits = [600, hour, 6 * hour, 24 * hour, 72 * hour, recheck] as const;
/** An image that is not shown by then is fetched again. */
const secondsToShow = 2 * 24 * hour;

const mostAtOnce = 8;
/** Well below the time after which the job expires. */
const maximumRun = 5 * 60_000;
const mostToShow = 200;
const mostToPark = 20_000;
/** Parked photos are looked at in batches, because a shop can have millions. */
const batchOfParked = 20_000;
const mostBatches = 10;
const firstListing = "00000000-0000-0000-0000-000000000000";
/** The listing whose parked photos the next run of this process looks at first. */
const nextParked = new WeakMap<Database, string>();

type FetchDeps = Pick<Deps, "db" | "config" | "images" | "log">;

/**
 * Fetches the photos that are due, a few at a time and the sellers in turn, until none is left, and shows them. Several
 * processes may do so at once. One that fails is tried again later and keeps neither the car nor the other photos waiting.
 */
export async function fetchPhotos(
  deps: FetchDeps,
  reach: Reach = { allowPrivate: deps.config.demo },
): Promise<void> {
  const logFailure = (of: object) => (error: unknown) =>
    deps.log.error({ err: error, ...of }, "photo of a feed not shown");
  // First, so that no car shows only some of its photos. Without it, those of other cars are fetched as well.
  for (const moveParked of [parkDue, reviveParked])
    await moveParked(deps.db).catch((error: unknown) =>
      deps.log.error({ err: error }, "photos of cars off sale not parked, or not due again"),
    );
  for (const listing of await listToShow(deps.db, mostToShow))
    await showPhotos(deps, listing).catch(logFailure({ listing }));
  const end = Date.now() + maximumRun;
  const turns = takeTurns(deps.db, waits);
  const running = new Set<Promise<void>>();
  const start = (photo: Claimed) => {
    const fetching = fetchAndShow(deps, photo, reach)
      // Caught at once: it may come while no one waits for it, and must not keep other cars from their photos.
      .catch(logFailure({ photo: photo.id }))
      .finally(() => {
        turns.release(photo);
        running.delete(fetching);
      });
    running.add(fetching);
  };
  try {
    while (Date.now() < end) {
      const photo = running.size < mostAtOnce ? await turns.claim() : null;
      if (photo) start(photo);
      else if (running.size > 0) await Promise.race(running);
      else break;
    }
  } finally {
    await Promise.allSettled(running);
  }
}

const parkDue = (db: Database) => parkPhotos(db, mostToPark);

/** Goes on where the last run stopped, and from the first on after the last one. */
async function reviveParked(db: Database): Promise<void> {
  let from: string | null = nextParked.get(db) ?? firstListing;
  for (let batch = 0; from !== null && batch < mostBatches; batch += 1)
    from = await revivePhotos(db, { from, limit: batchOfParked });
  nextParked.set(db, from ?? firstListing);
}

type Claimed = FeedPhoto & { sellerId: string };

async function fetchAndShow(deps: FetchDeps, photo: Claimed, reach: Reach): Promise<void> {
  await fetchOne(deps, photo, reach);
  if (!(await hasUntried(deps.db, photo.listingId))) await showPhotos(deps, photo.listingId);
}

async function fetchOne(deps: FetchDeps, photo: Claimed, reach: Reach): Promise<void> {
  try {
    // An export of stock names the shop's own images, which are shown again and not copied.
    const image = await findOwnImage(deps, photo.url);
    if (image)
      return await markFetched(deps.db, photo.id, { fresh: { image, etag: null }, recheck });
    await copyOne(deps, photo, reach);
  } catch (error) {
    const isExpected = error instanceof DownloadError || error instanceof AppError;
    if (isExpected)
      deps.log.info({ photo: photo.id, reason: error.message }, "photo of a feed not fetched");
    else deps.log.error({ err: error, photo: photo.id }, "photo of a feed not fetched");
    const reason = isExpected ? error.message : "the photo could not be read";
    await markFailed(deps.db, photo.id, reason);
  }
}

async function copyOne(deps: FetchDeps, photo: Claimed, reach: Reach): Promise<void> {
  const version = photo.image === null ? null : readVersion(photo.etag);
  const download = await downloadPhoto(photo.url, version?.etag ?? null, reach);
  if (!download) return markFetched(deps.db, photo.id, { recheck });
  const hash = createHash("sha256").update(download.bytes).digest("hex");
  const etag = writeVersion({ hash, etag: download.etag });
  // Many servers have no ETags, or another one for each of their machines.
  const isSame = version?.hash === hash;
  const image = isSame ? photo.image : imagePath(await store(deps, photo, download.bytes));
  await markFetched(deps.db, photo.id, { fresh: { image, etag }, recheck });
}

/** Stores a copy, within what a seller's feeds may store and have decoded in a day. */
async function store(deps: FetchDeps, { sellerId }: Claimed, bytes: Buffer): Promise<string> {
  const megabytes = Math.ceil(bytes.length / 1024 / 1024);
  const caller = { account: sellerId, ip: null };
  await countAgainst(deps, limits.feedPhotoMegabyte, caller, megabytes);
  // Before it is decoded: a broken picture takes as long as a whole one.
  const { width, height } = await readImageSize(bytes);
  const megapixels = Math.ceil((width * height) / 1_000_000);
  await countAgainst(deps, limits.feedPhotoMegapixel, caller, megapixels);
  return (await storeUpload(deps, bytes, { expiration: secondsToShow, isBackground: true })).id;
}

type Version = { hash: string | null; etag: string | null };
const ofHash = "sha256:";

/**
 * What identifies a file's version, as it is stored: its hash and the server's ETag. An earlier release stored the
 * latter alone.
 */
function readVersion(stored: string | null): Version {
  if (!stored?.startsWith(ofHash)) return { hash: null, etag: stored };
  const [hash = "", ...etag] = stored.slice(ofHash.length).split(" ");
  return { hash, etag: etag.join(" ") || null };
}

const writeVersion = ({ hash, etag }: Version) => [`${ofHash}${hash}`, etag ?? []].flat().join(" ");
