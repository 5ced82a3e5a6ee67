import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeFolder } from "#testing/backup/database-in-folder.ts";
import { aManifest } from "#testing/backup/manifest.ts";
import { BackupError } from "./backup-error.ts";
import { findBadImages } from "./copy-images.ts";
import { listBackups, writeManifest } from "./manifest.ts";
import { openFolderPlace } from "./storage/folder-place.ts";
import { openRepository, type Repository } from "./storage/repository.ts";

/** A place with a backup and an image, of which no further file can be read. */
async function openUnreachable(): Promise<Repository> {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  const place = openFolderPlace(join(folder.path, "place"));
  let isReachable = true;
  const read: typeof place.read = async (name) => {
    if (isReachable) return place.read(name);
    throw new BackupError("The server cannot be reached.");
  };
  const options = { passphrase: null, create: { encrypted: false } };
  const repository = await openRepository({ ...place, read }, options);
  await writeManifest(repository, aManifest());
  await repository.write("images/1.tar", Buffer.from("any"));
  isReachable = false;
  return repository;
}

test("backups and images of a place that cannot be reached do not count as damaged", async () => {
  const repository = await openUnreachable();
  const listing = listBackups(repository, () => undefined);
  await expect(listing).rejects.toThrow(/^The server cannot be reached[.]$/);
  await expect(findBadImages(repository, ["1"])).rejects.toThrow("cannot be reached");
});
