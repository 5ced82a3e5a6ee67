import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import type { Deps } from "#server/deps.ts";
import { oneAtATime } from "#server/platform/one-at-a-time.ts";
import { imageFolder, imagesFolder, unfinishedPrefix } from "./image-folder.ts";
import { insertImage } from "./image-store.ts";
import { prepareImage } from "./prepare-image.ts";

/** Seconds an upload lives unclaimed where the sender asks for no other: an hour to finish a form. */
const defaultExpiration = 3_600;

const inTurn = oneAtATime();

export type StoredUpload = { id: string; width: number; height: number; expiration: number };

/**
 * Keeps an upload: its files first, under a name that nobody reads, then its row. One that breaks off leaves nothing
 * that is shown.
 * @param expiration seconds it lives unless it is claimed
 * @throws AppError as `prepareImage`
 */
export async function storeUpload(
  deps: Pick<Deps, "db" | "config">,
  upload: Buffer,
  expiration = defaultExpiration,
): Promise<StoredUpload> {
  const id = randomUUID();
  const draft = path.join(imagesFolder(deps.config), `${unfinishedPrefix}${id}`);
  return inTurn(async () => {
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
