import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import PQueue from "p-queue";
import type { Deps } from "#server/deps.ts";
import { imageFolder, imagesFolder, unfinishedPrefix } from "./image-folder.ts";
import { insertImage } from "./image-store.ts";
import { prepareImage } from "./prepare-image.ts";

/** Seconds until an unclaimed upload expires, unless the sender asks for another time: an hour to finish a form. */
const defaultExpiration = 3_600;

// Encoding is heavy: one image at a time leaves the cores to requests.
const queue = new PQueue({ concurrency: 1 });

export type StoredUpload = { id: string; width: number; height: number; expiration: number };

/**
 * Stores an upload: first its files in a draft folder, then its row. An upload that fails leaves nothing visible.
 * @param expiration seconds until it expires, unless it is claimed
 * @throws AppError as `prepareImage`
 */
export async function storeUpload(
  deps: Pick<Deps, "db" | "config">,
  upload: Buffer,
  expiration = defaultExpiration,
): Promise<StoredUpload> {
  const id = randomUUID();
  const draft = path.join(imagesFolder(deps.config), `${unfinishedPrefix}${id}`);
  return queue.add(async () => {
    await mkdir(draft, { recursive: true });
    try {
      const size = await prepareImage(upload, draft);
      await rename(draft, imageFolder(deps.config, id));
      await insertImage(deps.db, { id, ...size, seconds: expiration });
      return { id, ...size, expiration };
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  });
}
