import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Deps } from "#server/deps.ts";
import { imageId } from "./image-address.ts";
import { imagesFolder, removeImageFolder, unfinishedPrefix } from "./image-folder.ts";
import { deleteExpiredImages, listUnknownImages } from "./image-store.ts";

const batch = 200;
/** Milliseconds after which no upload can still be at work. */
const surelyOver = 3_600_000;

/**
 * Removes every upload that expired unclaimed, the row first, so that nothing shown ever lacks its files; and what
 * uploads left behind that a crash broke off.
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
 * Removes the files of uploads that the database no longer knows: whoever removed the row was stopped before the files.
 */
export async function removeOrphanedImages({
  db,
  config,
}: Pick<Deps, "db" | "config">): Promise<void> {
  const names = await readdir(imagesFolder(config)).catch(() => []);
  const ids = names.filter((name) => imageId.test(name));
  for (let from = 0; from < ids.length; from += batch)
    for (const id of await listUnknownImages(db, ids.slice(from, from + batch)))
      await removeWhereOld(config, id);
}

async function removeUnfinished(config: Deps["config"]): Promise<void> {
  const names = await readdir(imagesFolder(config)).catch(() => []);
  for (const name of names.filter((known) => known.startsWith(unfinishedPrefix)))
    await removeWhereOld(config, name);
}

// A young one can be an upload that is at work, in any process.
async function removeWhereOld(config: Deps["config"], name: string): Promise<void> {
  const found = await stat(path.join(imagesFolder(config), name)).catch(() => null);
  if (found && Date.now() - found.mtimeMs > surelyOver) await removeImageFolder(config, name);
}
