import { tmpdir } from "node:os";
import { AppError } from "#shared/errors/app-error.ts";
import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { findOwnAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import { inspectFile, type Seller } from "#server/imports/public.ts";
import { refuseUploadIfDiskFull } from "#server/platform/free-disk.ts";
import { refuseSuspended } from "../refuse-suspended.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { loadOptions } from "../feed-options.ts";
import { restartFetch } from "../fetch/feed-fetch-store.ts";
import type { Feed } from "../feed-store.ts";
import { makePlan, type MadePlan } from "../plan/make-plan.ts";
import { ownFeed, readOwnPlan } from "../own-feeds.ts";
import { readCorrections } from "./correct-cells.ts";
import { readCarsOf } from "./ask-reader.ts";
import { readUploaded } from "./uploaded-file.ts";

/** `body` is a stream if the request has a file. */
type Upload = {
  id: string;
  file: string;
  corrections?: string | undefined;
  /** How many bytes of the body are corrections, before the file. */
  correctionsBytes?: number | undefined;
  body: unknown;
  /** Aborts when the caller disconnects. */
  signal?: AbortSignal | undefined;
};
type UploadDeps = Pick<Deps, "db" | "config" | "secrets">;

/**
 * Makes a plan from an uploaded file, with the feed's options. Nothing else is changed.
 * @throws AppError not_found, too_large, or invalid_input if the file cannot be read as a feed
 */
export async function uploadFeed(
  deps: UploadDeps,
  viewer: Viewer,
  { id, ...upload }: Upload,
): Promise<FeedPlanAnswer> {
  const feed = await ownFeed(deps.db, viewer, id);
  const seller = await findOwnAccount(deps.db, viewer.accountId);
  if (!seller) throw new AppError("token_invalid");
  await refuseUploadIfDiskFull(deps.config, tmpdir());
  const made = await planFile(deps, seller, { feed, ...upload });
  return readOwnPlan(deps, viewer, { id: feed.id, planId: made.id! });
}

/** A plan. `isFruitless` if no row was read as a car, and some can be corrected. */
export type PlannedFile = MadePlan & { isFruitless: boolean };

/**
 * Makes a plan from a file that arrives as a stream. The plan of an uploaded file is always stored; that of a fetched
 * file only if it has changes or new refused rows.
 * @throws AppError too_large, or invalid_input if the file cannot be read as a feed
 */
export async function planFile(
  { db, config, secrets }: UploadDeps,
  seller: Seller,
  {
    feed,
    file,
    corrections: given = "{}",
    correctionsBytes = 0,
    body,
    signal,
    isFetched = false,
  }: Omit<Upload, "id"> & { feed: Feed; isFetched?: boolean },
): Promise<PlannedFile> {
  const stated = readCorrections(given);
  const uploader = isFetched ? null : seller.id;
  const upload = { body, name: file, leadingBytes: correctionsBytes, uploader };
  const check = () => refuseSuspended(db, seller.id);
  return readUploaded({ config, signal, check }, upload, async ({ reader, unpacked, leading }) => {
    const corrections = correctionsBytes > 0 ? readCorrections(leading) : stated;
    const named = { ...unpacked, name: file };
    const inspected = await inspectFile(reader, named, loadOptions(feed.options));
    const reading = { seller, shopCurrency: config.CURRENCY, now: new Date(), corrections };
    const read = await readCarsOf(reader, inspected, { ...reading, digest: secrets.digest });
    const keeps = { keepsUnchanged: !isFetched, keepsRefused: isFetched };
    const made = await makePlan(db, feed.id, read, keeps);
    if (!isFetched) await restartFetch(db, feed.id);
    const isFruitless = read.cars.length === 0 && read.refusedRows.some(({ isFaulty }) => isFaulty);
    return { ...made, isFruitless };
  });
}
