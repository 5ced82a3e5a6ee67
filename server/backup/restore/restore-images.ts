import { listImages, readImageFile, type ImageStore } from "#server/images/public.ts";
import type { Database } from "#server/platform/database/database.ts";
import { BackupError } from "../backup-error.ts";
import { listStoredImages, readStoredImage } from "../copy-images.ts";
import type { ImageContent } from "../image-tar.ts";
import { printMessage } from "../command/print-message.ts";
import type { Repository } from "../storage/repository.ts";

type Source = { db: Database; images: ImageStore; repository: Repository };

export type RestoredImages = {
  restored: number;
  /** Of those that were there, how many lacked files or had damaged ones. */
  repaired: number;
  present: number;
  /** Not in the backups, or damaged there. */
  missing: string[];
};

type Options = {
  /** Also reads the images that have all their files, and repairs damaged ones. */
  compare?: boolean;
  onRestore?: (restored: number, of: number) => unknown;
};

/**
 * Writes the images of the restored database that the shop lacks, and the missing files of those that it has in part,
 * as a killed restore leaves them. Damaged images of the backups are said and left out.
 * @throws BackupError if the place cannot be read, so that no image is left out for that
 */
export async function restoreImages(
  { db, images, repository }: Source,
  { compare = false, onRestore }: Options = {},
): Promise<RestoredImages> {
  const rows = await listImages(db);
  const stored = await listStoredImages(repository);
  // A disk that is not mounted anymore has no images either.
  await repository.check();
  const result: RestoredImages = { restored: 0, repaired: 0, present: 0, missing: [] };
  for (const { id, fileNames } of rows) {
    const there = await images.listFiles(id);
    const isWhole = fileNames.every((name) => there.includes(name));
    if (isWhole && !compare) {
      result.present += 1;
      continue;
    }
    const image = stored.has(id) ? await readOrExplain(repository, id) : null;
    if (there.length > 0) {
      result.present += 1;
      if (image && (await repair(images, id, image))) result.repaired += 1;
      continue;
    }
    if (!image) {
      result.missing.push(id);
      continue;
    }
    await images.write(id, image.files);
    result.restored += 1;
    onRestore?.(result.restored, rows.length);
  }
  return result;
}

/** @returns whether anything had to be written */
async function repair(
  images: ImageStore,
  id: string,
  { files, isHashed }: ImageContent,
): Promise<boolean> {
  let written = 0;
  for (const file of files) {
    const content = await readImageFile(images, id, file.name);
    if (content?.bytes.equals(file.bytes)) continue;
    // What the store has is right by its own hash, or the backup has no hash to be trusted more.
    const isKept =
      content && (content.recorded === null ? !isHashed : content.recorded === content.hash);
    if (isKept) continue;
    await images.replaceFile(id, file);
    written += 1;
  }
  return written > 0;
}

/** @returns null if this image cannot be read, as opposed to the place */
async function readOrExplain(repository: Repository, id: string): Promise<ImageContent | null> {
  let reason = `The image ${id} cannot be found in ${repository.shown}.`;
  try {
    const image = await readStoredImage(repository, id);
    if (image) return image;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    reason = error.message;
  }
  // Of a disk that was pulled out, or a store that does not answer, nothing can be read.
  await repository.check();
  printMessage(`${reason} It is not copied back.`);
  return null;
}
