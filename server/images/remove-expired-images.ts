import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Deps } from "#server/deps.ts";
import { imagesFolder, removeImageFolder, unfinishedPrefix } from "./image-folder.ts";
import { deleteExpiredImages } from "./image-store.ts";

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

async function removeUnfinished(config: Deps["config"]): Promise<void> {
  const folder = imagesFolder(config);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((known) => known.startsWith(unfinishedPrefix))) {
    const found = await stat(path.join(folder, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > surelyOver) await removeImageFolder(config, name);
  }
}
