import type { Deps } from "#server/deps.ts";
import { deleteExpiredImages, listUnknownImages } from "./image-row-store.ts";

const batch = 200;
/** Milliseconds after which an upload cannot still be running. */
const longestUpload = 3_600_000;
/** More images without a row than this, and than images with one, are a mistake rather than remains of crashes. */
const mostOrphans = 100;

/**
 * Removes expired uploads, the row first, so that an image that is shown always has its files. Also removes what crashed
 * uploads left behind.
 */
export async function removeExpiredImages(deps: Pick<Deps, "db" | "images">): Promise<void> {
  for (let removed = batch; removed === batch;) {
    const ids = await deleteExpiredImages(deps.db, batch);
    for (const id of ids) await deps.images.remove(id);
    removed = ids.length;
  }
  await deps.images.removeUnfinished(new Date(Date.now() - longestUpload));
}

/**
 * Removes files without a row: the process or the image store stopped between the two. Removes nothing if most images
 * have no row, because then this database does not belong to this store.
 */
export async function removeOrphanedImages({
  db,
  images,
  log,
}: Pick<Deps, "db" | "images" | "log">): Promise<void> {
  const orphans: string[] = [];
  let knownImages = 0;
  for await (const ids of images.listImages()) {
    const unknown = await listUnknownImages(db, ids);
    orphans.push(...unknown);
    knownImages += ids.length - unknown.length;
  }
  if (orphans.length > mostOrphans && orphans.length > knownImages) {
    log.error(
      { store: images.name, orphans: orphans.length, known: knownImages },
      "most images have no record, so none is removed: check that this database belongs to this image store",
    );
    return;
  }
  for (const id of orphans) {
    // A young image may belong to an upload that is still running, in any process.
    const changedAt = await images.changedAt(id);
    if (changedAt && Date.now() - changedAt.getTime() > longestUpload) await images.remove(id);
  }
}
