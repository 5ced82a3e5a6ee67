import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Deps } from "#server/deps.ts";
import { imageId } from "./image-address.ts";
import { imagesFolder, removeImageFolder, unfinishedPrefix } from "./image-folder.ts";
import { deleteExpiredImages, listUnknownImages } from "./image-store.ts";

const batch = 200;
/** Milliseconds after which an upload cannot still be running. */
const longestUpload = 3_600_000;

/**
 * Removes expired uploads, the row first, so that an image that is shown always has its files. Also removes what crashed
 * uploads left behind.
 */
export async function removeExpiredImages(deps: Pick<Deps, "db" | "config">): Promise<void> {
  for (let removed = batch; removed === batch;) {
    const ids = await deleteExpiredImages(deps.db, batch);
    for (const id of ids) await removeImageFolder(deps.config, id);
    removed = ids.length;
  }
  await removeUnfinished(deps.config);
}

/**
 * Removes files without a row: the process stopped after it had removed the row.
 */
export async function removeOrphanedImages({
  db,
  config,
}: Pick<Deps, "db" | "config">): Promise<void> {
  const names = await readdir(imagesFolder(config)).catch(() => []);
  const ids = names.filter((name) => imageId.test(name));
  for (let from = 0; from < ids.length; from += batch)
    for (const id of await listUnknownImages(db, ids.slice(from, from + batch)))
      await removeIfOld(config, id);
}

async function removeUnfinished(config: Deps["config"]): Promise<void> {
  const names = await readdir(imagesFolder(config)).catch(() => []);
  for (const name of names.filter((known) => known.startsWith(unfinishedPrefix)))
    await removeIfOld(config, name);
}

// A young folder may belong to an upload that is still running, in any process.
async function removeIfOld(config: Deps["config"], name: string): Promise<void> {
  const found = await stat(path.join(imagesFolder(config), name)).catch(() => null);
  if (found && Date.now() - found.mtimeMs > longestUpload) await removeImageFolder(config, name);
}
