import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { AppError } from "#shared/errors/app-error.ts";
import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { findOwnAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import { ImportError, inspectFeed, unpackFeeds } from "#server/imports/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { loadOptions } from "./feed-options.ts";
import type { Feed } from "./feed-store.ts";
import { makePlan } from "./make-plan.ts";
import { ownFeed, readOwnPlan } from "./own-feeds.ts";
import { readCars } from "./read-cars.ts";

/** Bytes of an uploaded file. */
export const largestUpload = 50 * 1024 * 1024;

/** `body` is a stream if the request has a file. */
type Upload = { id: string; file: string; body: unknown };
type UploadDeps = Pick<Deps, "db" | "config">;

// Reading keeps a core busy, so a process reads one file at a time.
let queue: Promise<unknown> = Promise.resolve();

/**
 * Makes a plan from an uploaded file, with the feed's options. Nothing else is changed.
 * @throws AppError not_found, too_large, or invalid_input if the file cannot be read as a feed
 */
export async function uploadFeed(
  deps: UploadDeps,
  viewer: Viewer,
  { id, file, body }: Upload,
): Promise<FeedPlanAnswer> {
  const feed = await ownFeed(deps.db, viewer, id);
  if (!(body instanceof Readable)) throw notAFile("Send the file as application/octet-stream.");
  const folder = await mkdtemp(path.join(tmpdir(), "marque-upload-"));
  try {
    const stored = path.join(folder, "feed");
    await store(body, stored);
    const turn = queue.then(() => planFile(deps, viewer, { feed, file, stored }));
    queue = turn.catch(() => undefined);
    const planId = await turn;
    return await readOwnPlan(deps, viewer, { id: feed.id, planId });
  } catch (error) {
    if (error instanceof ImportError) throw unreadable(error.message, folder, file);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function store(body: Readable, file: string): Promise<void> {
  try {
    await pipeline(body, atMost(largestUpload), createWriteStream(file));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ERR_STREAM_PREMATURE_CLOSE" || code === "ECONNRESET")
      throw notAFile("The file did not arrive completely.");
    throw error;
  }
}

function notAFile(message: string): AppError {
  return new AppError("invalid_input", { message, fields: { body: message } });
}

function atMost(bytes: number): Transform {
  let read = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      read += chunk.length;
      if (read <= bytes) return done(null, chunk);
      const message = `This file is larger than ${bytes / 1024 / 1024} MB.`;
      return done(new AppError("too_large", { message, fields: { file: message } }));
    },
  });
}

/** The reader's message for the seller, who knows neither our folder nor the command's options. */
function unreadable(given: string, folder: string, file: string): AppError {
  const message = given
    .replaceAll(path.join(folder, "feed"), file)
    .replace(/ (?:Add headers, or n|N)ame (?:it|them|its paths) with --map\./, " Map the columns.")
    .replace(/--([a-z-]+)/g, (_, option: string) => `the option ${option}`);
  return new AppError("invalid_input", { message, fields: { file: message } });
}

async function planFile(
  { db, config }: UploadDeps,
  viewer: Viewer,
  { feed, file, stored }: { feed: Feed; file: string; stored: string },
): Promise<string> {
  const account = await findOwnAccount(db, viewer.accountId);
  if (!account) throw new AppError("token_invalid");
  const unpacked = await unpackFeeds([stored]);
  try {
    const [first, ...others] = unpacked.files;
    if (!first || others.length > 0)
      throw new ImportError(`${file}: the archive must have exactly one feed.`);
    const options = loadOptions(feed.options);
    const inspected = await inspectFeed(first.file, options, file);
    const reading = { options, seller: account, shopCurrency: config.CURRENCY, now: new Date() };
    const read = await readCars(inspected, reading);
    return (await makePlan(db, feed.id, read, { keepsUnchanged: true })).id!;
  } finally {
    await unpacked.remove();
  }
}
