import type { Database } from "#server/platform/database/database.ts";
import { isImageFileName, listImageIds, type ImageStore } from "#server/images/public.ts";
import { BackupError, nullIfDamaged } from "./backup-error.ts";
import { buffer } from "node:stream/consumers";
import { packImage, readImageTar, type ImageContent, type ImageFiles } from "./image-tar.ts";
import { readWhole, type Repository } from "./storage/repository.ts";

const folder = "images/";

function fileOfImage(id: string): string {
  return `${folder}${id}.tar`;
}

/** The images that a repository has. An image never changes, so what is there need not be written again. */
export async function listStoredImages(repository: Repository): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { name } of repository.list(folder))
    if (name.endsWith(".tar")) ids.add(name.slice(folder.length, -".tar".length));
  return ids;
}

type Source = { db: Database; images: ImageStore; repository: Repository };

/**
 * Copies the images that the repository lacks, and reads each one back. An image whose files are gone has just been
 * removed from the shop.
 * @param stored the images that the repository has; gets the new ones
 * @param since only images uploaded since then
 * @returns the ids of all images that were looked at and are stored
 * @throws BackupError if an image reads back different from what was written
 */
export async function copyImages(
  { db, images, repository }: Source,
  stored: Set<string>,
  { since, onCopy }: { since?: Date; onCopy?: (copied: number) => void } = {},
): Promise<string[]> {
  const ids = await listImageIds(db, since);
  let copied = 0;
  for (const id of ids) {
    if (stored.has(id)) continue;
    const files = await readFromShop(images, id);
    if (!files) continue;
    await store(repository, id, await packImage(files));
    stored.add(id);
    copied += 1;
    onCopy?.(copied);
  }
  return ids.filter((id) => stored.has(id));
}

async function store(repository: Repository, id: string, tar: Buffer): Promise<void> {
  const name = fileOfImage(id);
  await repository.write(name, tar);
  const stored = await readWhole(repository, name).catch(nullIfDamaged);
  if (stored?.equals(tar)) return;
  // Otherwise it would count as stored.
  await repository.remove(name);
  throw new BackupError(`${name} could not be read back from ${repository.shown} as written.`);
}

/** The files of an image of the shop; null if it has just been removed. */
async function readFromShop(images: ImageStore, id: string): Promise<ImageFiles | null> {
  const files: ImageFiles = [];
  // What a file manager left there is no file of the image.
  for (const name of (await images.listFiles(id)).filter(isImageFileName)) {
    const file = await images.open(id, name);
    if (!file) return null;
    files.push({ name, bytes: await buffer(file.body) });
  }
  return files.length > 0 ? files : null;
}

/** The files of one image in the repository; null if it has none. @throws DamageError if they are damaged */
export async function readStoredImage(
  repository: Repository,
  id: string,
): Promise<ImageContent | null> {
  const file = await repository.read(fileOfImage(id));
  return file && readImageTar(file, fileOfImage(id));
}

/**
 * Reads every one of these images.
 * @returns those that are missing or damaged, and how many of the others have no hashes
 */
export async function findBadImages(
  repository: Repository,
  ids: readonly string[],
): Promise<{ bad: string[]; unhashed: number }> {
  const bad: string[] = [];
  let unhashed = 0;
  for (const id of ids) {
    const image = await readStoredImage(repository, id).catch(nullIfDamaged);
    if (!image) bad.push(id);
    else if (!image.isHashed) unhashed += 1;
  }
  return { bad, unhashed };
}

/** Removes images that no kept backup has and that were stored before the oldest of them began. */
export async function pruneImages(
  repository: Repository,
  { needed, before }: { needed: ReadonlySet<string>; before: Date },
): Promise<void> {
  for await (const { name, at } of repository.list(folder)) {
    const id = name.slice(folder.length, -".tar".length);
    if (!needed.has(id) && at < before) await repository.remove(name);
  }
}
