import { createHash, randomUUID } from "node:crypto";
import PQueue from "p-queue";
import { AppError } from "#shared/errors/app-error.ts";
import type { Deps } from "#server/deps.ts";
import { refuseUploadIfDiskFull } from "#server/platform/free-disk.ts";
import { insertImage } from "./image-row-store.ts";
import { prepareImage } from "./prepare-image.ts";
import { ImageStoreError } from "./storage/image-storage.ts";

/** Seconds until an unclaimed upload expires, unless the sender asks for another time: an hour to finish a form. */
export const defaultExpiration = 3_600;

// Encoding is heavy: one image at a time leaves the cores to requests. People go before the photos of feeds.
const queue = new PQueue({ concurrency: 1 });

export type StoredUpload = { id: string; width: number; height: number; expiration: number };

type Storing = {
  /** Seconds until it expires, unless it is claimed. */
  expiration?: number;
  /** Whether no one waits for it, so that uploads of people are prepared first. */
  isBackground?: boolean;
};

/**
 * Stores an upload: first its files, then its row. An upload that fails leaves nothing visible.
 * @throws AppError as `prepareImage` and `refuseIfStoreFull`; unavailable if the image store fails
 */
export async function storeUpload(
  deps: Pick<Deps, "db" | "config" | "images" | "log">,
  upload: Buffer,
  { expiration = defaultExpiration, isBackground = false }: Storing = {},
): Promise<StoredUpload> {
  await refuseIfStoreFull(deps.config);
  const priority = isBackground ? 0 : 1;
  const { files, ...size } = await queue.add(() => prepareImage(upload), { priority });
  const id = randomUUID();
  const fileHash = createHash("sha256").update(upload).digest("base64url");
  try {
    await deps.images.write(id, files);
    await insertImage(deps.db, { id, ...size, fileHash, seconds: expiration });
  } catch (error) {
    // What cannot be removed now is removed later, because it has no row.
    deps.images.remove(id).catch(() => undefined);
    throw error instanceof ImageStoreError ? notStored(deps, error) : error;
  }
  return { id, ...size, expiration };
}

/** Refuses uploads while the image store's disk is nearly full. @throws AppError disk_full */
export async function refuseIfStoreFull(config: Deps["config"]): Promise<void> {
  if (config.IMAGE_STORE_URL === undefined) await refuseUploadIfDiskFull(config, config.DATA_DIR);
}

function notStored({ log }: Pick<Deps, "log">, err: ImageStoreError): AppError {
  log.error({ err }, "an upload could not be stored");
  const message = "We could not save this image. Please try again in a moment.";
  return new AppError("unavailable", { message, fields: { image: message }, retryAfter: 5 });
}
