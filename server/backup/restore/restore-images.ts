import {
  ImageStoreError,
  listImages,
  readImageFile,
  type ImageStore,
} from "#server/images/public.ts";
import type { Database } from "#server/platform/database/database.ts";
import { BackupError, isChanged } from "../backup-error.ts";
import { hasAll, listStoredImages, readStoredImage } from "../copy-images.ts";
import type { ImageContent } from "../image-tar.ts";
import { printMessage } from "../command/print-message.ts";
import type { Repository } from "../storage/repository.ts";

type Source = { db: Database; images: ImageStore; repository: Repository };

export type RestoredImages = {
  restored: number;
  /** Of those that were there, how many lacked files or had damaged ones. */
  repaired: number;
  present: number;
  /** Still without all of their files: the backups do not have them either, or have them damaged. */
  missing: string[];
  /** Not compared with the backups, where another attempt may be able to read them. */
  unread: string[];
};

type Options = {
  /** Also reads the images that have all their files, and repairs damaged ones. */
  compare?: boolean;
  onRestore?: (restored: number, of: number) => unknown;
};

/**
 * Writes the images of the restored database that the shop lacks, and the missing files of those that it has in part,
 * as a killed restore leaves them. Images that the backups lack, or that cannot be read there, are said and left out.
 * @throws BackupError if the place is away, ImageStoreError if the shop's store is
 */
export async function restoreImages(
  { db, images, repository }: Source,
  { compare = false, onRestore }: Options = {},
): Promise<RestoredImages> {
  const rows = await listImages(db);
  const stored = await listStoredImages(repository);
  // A disk that is not mounted anymore has no images either.
  await repository.check();
  const result: RestoredImages = { restored: 0, repaired: 0, present: 0, missing: [], unread: [] };
  for (const { id, fileNames } of rows) {
    const there = await images.listFiles(id);
    const isWhole = hasAll(there, fileNames);
    if (isWhole && !compare) {
      result.present += 1;
      continue;
    }
    const image = stored.has(id) ? await readOrExplain(repository, id) : null;
    if (image === "unread") {
      result.unread.push(id);
      continue;
    }
    const files = image?.files ?? [];
    if (there.length === 0 && image) await images.write(id, files);
    else if (image && (await repair(images, id, image))) result.repaired += 1;
    if (!hasAll([...there, ...files.map(({ name }) => name)], fileNames)) result.missing.push(id);
    else if (there.length > 0) result.present += 1;
    else {
      result.restored += 1;
      onRestore?.(result.restored, rows.length);
    }
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
    const content = await readFromShop(images, id, file.name);
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

/** A file of the shop; null if it is missing, or cannot be read, also not at a second attempt. */
async function readFromShop(images: ImageStore, id: string, name: string) {
  const read = () => readImageFile(images, id, name);
  const nullIfUnreadable = (error: unknown) => {
    if (error instanceof ImageStoreError) return null;
    throw error;
  };
  return read().catch(async (error: unknown) => {
    nullIfUnreadable(error);
    await images.check();
    return read().catch(nullIfUnreadable);
  });
}

/** @returns null if this image is missing or damaged, "unread" if only reading it failed, as opposed to the place */
async function readOrExplain(
  repository: Repository,
  id: string,
): Promise<ImageContent | "unread" | null> {
  let reason = `The image ${id} cannot be found in ${repository.shown}.`;
  let isLost = true;
  try {
    const image = await readStoredImage(repository, id);
    if (image) return image;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    reason = error.message;
    isLost = isChanged(error);
  }
  // Of a disk that was pulled out, or a store that does not answer, nothing can be read.
  await repository.check();
  printMessage(`${reason} It is not copied back.`);
  return isLost ? null : "unread";
}
