import type { Deps } from "#server/deps.ts";
import { removeImageFolder } from "./image-folder.ts";
import { deleteExpiredImages } from "./image-store.ts";

const batch = 200;

/** Removes every upload that expired unclaimed: the row first, so that nothing shown ever lacks its files. */
export async function removeExpiredImages(deps: Pick<Deps, "db" | "config">): Promise<void> {
  for (let removed = batch; removed === batch; ) {
    const ids = await deleteExpiredImages(deps.db, batch);
    for (const id of ids) await removeImageFolder(deps.config, id);
    removed = ids.length;
  }
}
