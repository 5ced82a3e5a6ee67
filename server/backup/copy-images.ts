import type { Database } from "#server/platform/database/database.ts";
import {
  ImageStoreError,
  isImageFileName,
  listImages,
  readImageFile,
  type ImageStore,
  type ListedImage,
} from "#server/images/public.ts";
import {
  BackupError,
  DamageError,
  isChanged,
  nullIfDamaged,
  UnreadableError,
} from "./backup-error.ts";
import { packImage, readImageTar, type ImageContent, type ImageFiles } from "./image-tar.ts";
import { readAgain, readWhole, type Repository } from "./storage/repository.ts";

const folder = "images/";

function fileOfImage(id: string): string {
  return `${folder}${id}.tar`;
}

/** The images that a repository has, with their bytes: none if the disk can say nothing about a file. */
export async function listStoredImages(repository: Repository): Promise<Map<string, number>> {
  const stored = new Map<string, number>();
  for await (const { name, bytes } of repository.list(folder))
    if (name.endsWith(".tar")) stored.set(name.slice(folder.length, -".tar".length), bytes);
  return stored;
}

type Source = { db: Database; images: ImageStore; repository: Repository };

type Options = {
  /** Only images uploaded since then. */
  since?: Date;
  onCopy?: (copied: number) => void;
  /** Gets a sentence about images that are left out, or of which the shop has lost files. */
  warn: (message: string) => void;
};

/** After this many failures without a success in between, a disk or a store is down, and not some of its files. */
const mostFailures = 20;

/**
 * Copies the images that the repository lacks, and reads each one back. One that cannot be read or stored is left out, and
 * the next backup tries it again. A damaged disk of the shop must not keep the database from being backed up.
 * @param stored the images that the repository has; gets the new ones
 * @returns the ids of all images that were looked at and are stored
 * @throws BackupError if an image reads back different from what was written, or too many in a row fail
 */
export async function copyImages(
  { db, images, repository }: Source,
  stored: Map<string, number>,
  { since, onCopy, warn }: Options,
): Promise<string[]> {
  const rows = await listImages(db, since);
  const failures: string[] = [];
  const incomplete: Incomplete[] = [];
  let copied = 0;
  let failuresInARow = 0;
  for (const { id, fileNames } of rows) {
    // An image never changes, so what is there need not be written again.
    if (stored.get(id)) continue;
    try {
      if (stored.has(id) && (await isReadable(repository, id))) continue;
      const files = await readFromShop(images, id);
      const present = files.map(({ name }) => name);
      if (!hasAll(present, fileNames)) incomplete.push({ id, isAbsent: files.length === 0 });
      if (files.length === 0) continue;
      const tar = await packImage(files);
      await store(repository, id, tar);
      stored.set(id, tar.length);
    } catch (error) {
      const isOfImage = error instanceof ImageStoreError || error instanceof UnreadableError;
      failuresInARow += 1;
      if (!isOfImage || failuresInARow === mostFailures) throw error;
      failures.push(`${id}: ${error.message}`);
      continue;
    }
    failuresInARow = 0;
    copied += 1;
    onCopy?.(copied);
  }
  if (failures.length > 0)
    warn(`${failures.length} images could not be backed up, for example ${failures[0]}`);
  if (incomplete.length > 0)
    warnOfLost(await listImages(db, since), incomplete, { repository, warn });
  return rows.map(({ id }) => id).filter((id) => stored.has(id));
}

/** An image without all of its files, or without any. */
type Incomplete = { id: string; isAbsent: boolean };

/** The files of an image are removed after its row. If it still has one, they were lost. */
function warnOfLost(
  rows: readonly ListedImage[],
  incomplete: readonly Incomplete[],
  { repository, warn }: Pick<Source, "repository"> & Pick<Options, "warn">,
): void {
  const claimed = new Set(rows.filter(({ isClaimed }) => isClaimed).map(({ id }) => id));
  const lost = incomplete.filter(({ id }) => claimed.has(id));
  const absent = lost.filter(({ isAbsent }) => isAbsent);
  const partial = lost.filter(({ isAbsent }) => !isAbsent);
  if (absent[0])
    warn(
      `${absent.length} images have no files in the shop, for example ${absent[0].id}, and are not in the backups. Is the disk of the images mounted?`,
    );
  if (partial[0])
    warn(
      `${partial.length} images have lost some of their files in the shop, for example ${partial[0].id}, and only the others are backed up. If you find the lost ones, put them back and remove ${fileOfImage(partial[0].id)} in ${repository.shown}: the next backup stores it again.`,
    );
}

/** Whether an image with these files has all that it should have. */
export function hasAll(present: readonly string[], fileNames: readonly string[]): boolean {
  return fileNames.every((name) => present.includes(name));
}

async function store(repository: Repository, id: string, tar: Buffer): Promise<void> {
  const name = fileOfImage(id);
  await repository.write(name, tar);
  try {
    const stored = await readWhole(repository, name);
    if (stored?.equals(tar)) return;
    throw new BackupError(`${name} could not be read back from ${repository.shown} as written.`);
  } catch (error) {
    // Otherwise it would count as stored.
    await repository.remove(name).catch(() => {
      throw new BackupError(
        `${(error as Error).message} ${name} could not be removed: remove it, or the next backup takes it for right.`,
      );
    });
    throw error;
  }
}

/** Reads once more, after a look at the shop's store, what could not be read. */
async function readFromShop(images: ImageStore, id: string): Promise<ImageFiles> {
  return readFiles(images, id).catch(async (error: unknown) => {
    if (!(error instanceof ImageStoreError)) throw error;
    await images.check();
    return readFiles(images, id);
  });
}

/** The files of an image of the shop; none if it has just been removed, or they were lost. */
async function readFiles(images: ImageStore, id: string): Promise<ImageFiles> {
  const files: ImageFiles = [];
  // What a file manager left there is no file of the image.
  for (const name of (await images.listFiles(id)).filter(isImageFileName)) {
    const file = await readImageFile(images, id, name);
    if (!file) return [];
    files.push({ name, bytes: file.bytes });
  }
  return files;
}

/** Whether an image that is listed without bytes is right all the same: the disk may have failed only for a moment. */
async function isReadable(repository: Repository, id: string): Promise<boolean> {
  return (await readStoredImage(repository, id).catch(nullIfDamaged)) !== null;
}

/** The files of one image in the repository; null if it has none. @throws BackupError if they cannot be read */
export async function readStoredImage(
  repository: Repository,
  id: string,
): Promise<ImageContent | null> {
  return readAgain(repository, async () => {
    const file = await repository.read(fileOfImage(id));
    return file && readImageTar(file, fileOfImage(id));
  });
}

/**
 * Reads every one of these images.
 * @returns those that are missing or damaged, those that cannot be read at the moment, and how many of the others have no
 *   hashes
 */
export async function findBadImages(
  repository: Repository,
  ids: readonly string[],
): Promise<{ bad: string[]; unread: string[]; unhashed: number }> {
  const bad: string[] = [];
  const unread: string[] = [];
  let unhashed = 0;
  for (const id of ids) {
    try {
      const image = await readStoredImage(repository, id);
      if (!image) bad.push(id);
      else if (!image.isHashed) unhashed += 1;
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      (isChanged(error) ? bad : unread).push(id);
    }
  }
  return { bad, unread, unhashed };
}

/** Removes images that no kept backup has and that were stored before the oldest of them began. */
export async function pruneImages(
  repository: Repository,
  {
    needed,
    before,
    remove,
  }: {
    needed: ReadonlySet<string>;
    before: Date;
    remove: (name: string) => Promise<unknown>;
  },
): Promise<void> {
  for await (const { name, at } of repository.list(folder)) {
    const id = name.slice(folder.length, -".tar".length);
    if (!needed.has(id) && at < before) await remove(name);
  }
}
