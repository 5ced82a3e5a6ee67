import { createHash, randomInt } from "node:crypto";
import { BackupError } from "./backup-error.ts";
import { findBadImages, listStoredImages } from "./copy-images.ts";
import { fileOfBackup, partNames, type Manifest } from "./manifest.ts";
import { compareHash, missing, readBase, readFileOfBackup } from "./read-base.ts";
import type { Repository } from "./storage/repository.ts";

/**
 * Reads every file of a backup back and compares it with its hash.
 * @throws BackupError that names the first damaged, missing or added file
 */
export async function checkFiles(repository: Repository, manifest: Manifest): Promise<void> {
  await refuseAdded(repository, manifest);
  if (manifest.kind === "physical") return readBase(repository, manifest);
  for (const { name: part } of manifest.files) {
    const name = fileOfBackup(manifest.name, part);
    const hash = createHash("sha256");
    const file = await repository.read(name, (bytes) => hash.update(bytes));
    if (!file) throw missing(repository, name);
    for await (const _chunk of file);
    compareHash(manifest, part, hash.digest("hex"));
  }
}

/** @throws BackupError if the folder of a backup has a file that its manifest does not list */
export async function refuseAdded(
  repository: Repository,
  { name: backup, files }: Manifest,
): Promise<void> {
  const listed = ["manifest.json", ...files.map(({ name }) => name)];
  const expected = new Set(listed.map((name) => fileOfBackup(backup, name)));
  for await (const { name } of repository.list(fileOfBackup(backup, "")))
    if (!expected.has(name)) throw added(repository, name, `the backup ${backup} does not list`);
}

/**
 * Refuses backups, parts of the log and lists that are not encrypted with the place's key, as all others are. Someone
 * else put them there, so they are never read.
 * @throws BackupError that names the first one
 */
export async function refuseForeign(repository: Repository): Promise<void> {
  const what = repository.isEncrypted ? "is not encrypted with the key" : "is not of this place";
  for (const prefix of ["backups/", "wal/"])
    for await (const name of repository.listForeign(prefix))
      throw added(repository, name, `${what}: this shop did not write it`);
}

function added(repository: Repository, name: string, what: string): BackupError {
  // An intruder may have chosen the name.
  return new BackupError(
    `${repository.shown} has the file ${JSON.stringify(name)}, which ${what}. Find out where it came from, and remove it.`,
  );
}

/**
 * Looks for every image of a backup, and reads as many as `sample` says, chosen at random (null: all).
 * @returns how many were read, how many of these have no hashes, and the ids of those that are missing or damaged, and of
 *   those that cannot be read at the moment
 */
export async function checkImages(
  repository: Repository,
  manifest: Manifest,
  sample: number | null,
): Promise<{ read: number; unhashed: number; bad: string[]; unread: string[] }> {
  const list = await readFileOfBackup(repository, manifest, partNames.images);
  const ids = JSON.parse(list.toString()) as string[];
  const stored = await listStoredImages(repository);
  const absent = ids.filter((id) => !stored.has(id));
  const present = ids.filter((id) => stored.has(id));
  const chosen = sample === null ? present : chooseSome(present, sample);
  const { bad, ...others } = await findBadImages(repository, chosen);
  return { read: chosen.length, ...others, bad: [...absent, ...bad] };
}

function chooseSome(ids: readonly string[], count: number): string[] {
  const left = [...ids];
  return Array.from({ length: Math.min(count, ids.length) }, () => {
    const at = randomInt(left.length);
    const chosen = left[at]!;
    left[at] = left.at(-1)!;
    left.pop();
    return chosen;
  });
}
