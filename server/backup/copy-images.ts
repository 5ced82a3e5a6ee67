import type { Database } from "#server/platform/database/database.ts";
import { listImageIds, type ImageStore } from "#server/images/public.ts";
import { BackupError } from "./backup-error.ts";
import { buffer } from "node:stream/consumers";
import { Readable } from "node:stream";
import type { Repository } from "./storage/repository.ts";
import { packTar, readTar } from "./storage/tar.ts";

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
type ImageFiles = { name: string; bytes: Buffer }[];

/**
 * Copies the images that the repository lacks. An image whose files are gone has just been removed from the shop.
 * @param stored the images that the repository has; gets the new ones
 * @param since only images uploaded since then
 * @returns the ids of all images that were looked at and are stored
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
    await repository.write(fileOfImage(id), packTar(files));
    stored.add(id);
    copied += 1;
    onCopy?.(copied);
  }
  return ids.filter((id) => stored.has(id));
}

/** The files of an image of the shop; null if it has just been removed. */
async function readFromShop(images: ImageStore, id: string): Promise<ImageFiles | null> {
  const files: ImageFiles = [];
  for (const name of await images.listFiles(id)) {
    const file = await images.open(id, name);
    if (!file) return null;
    files.push({ name, bytes: await buffer(file.body) });
  }
  return files.length > 0 ? files : null;
}

/** The files of one image in the repository. @throws BackupError if they are damaged; null if the repository does not have them */
async function readImage(repository: Repository, id: string) {
  const file = await repository.read(fileOfImage(id));
  if (!file) return null;
  const files: ImageFiles = [];
  for await (const entry of readTar(file as AsyncIterable<Buffer>))
    files.push({ name: entry.path, bytes: await buffer(Readable.from(entry.content)) });
  return files;
}

/** Reads every one of these images. @returns those that are missing or damaged */
export async function findBadImages(
  repository: Repository,
  ids: readonly string[],
): Promise<string[]> {
  const bad: string[] = [];
  for (const id of ids) {
    const files = await readImage(repository, id).catch(() => null);
    if (!files || files.length === 0) bad.push(id);
  }
  return bad;
}

export type RestoredImages = { restored: number; present: number; missing: string[] };

/** Writes the images of the restored database that the shop lacks. Existing ones stay as they are. */
export async function restoreImages(
  { db, images, repository }: Source,
  onRestore?: (restored: number, of: number) => void,
): Promise<RestoredImages> {
  const ids = await listImageIds(db);
  const stored = await listStoredImages(repository);
  const result: RestoredImages = { restored: 0, present: 0, missing: [] };
  for (const id of ids) {
    if ((await images.listFiles(id)).length > 0) {
      result.present += 1;
      continue;
    }
    const files = stored.has(id) ? await readImageOrExplain(repository, id) : null;
    if (!files) {
      result.missing.push(id);
      continue;
    }
    await images.write(id, files);
    result.restored += 1;
    onRestore?.(result.restored, ids.length);
  }
  return result;
}

async function readImageOrExplain(repository: Repository, id: string) {
  try {
    return await readImage(repository, id);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    console.error(`${error.message} The shop will show no picture in its place.`);
    return null;
  }
}

/** Removes images that no kept backup has and that were stored before the oldest of them began. */
export async function pruneImages(
  repository: Repository,
  { needed, before }: { needed: ReadonlySet<string>; before: Date },
): Promise<number> {
  let removed = 0;
  for await (const { name, at } of repository.list(folder)) {
    const id = name.slice(folder.length, -".tar".length);
    if (needed.has(id) || at >= before) continue;
    await repository.remove(name);
    removed += 1;
  }
  return removed;
}
