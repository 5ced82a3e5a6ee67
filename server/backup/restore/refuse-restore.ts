import { statfs } from "node:fs/promises";
import { readNewestMigration } from "#server/platform/database/migrate.ts";
import { findPackagedBinaries } from "#server/platform/embedded-postgres/postgres-binaries.ts";
import { BackupError } from "../backup-error.ts";
import type { Manifest } from "../manifest.ts";

/** @throws BackupError if this version of the program cannot open the backup's files */
export function refuseMisfit(backup: Manifest): void {
  const { majorVersion } = findPackagedBinaries();
  if (backup.major !== majorVersion)
    throw new BackupError(
      `The backup ${backup.name} is of PostgreSQL ${backup.major}, and this version of the program has PostgreSQL ${majorVersion}. Restore it with the version of the program that made it, then run npm run upgrade-database with this one.`,
    );
  refuseNewerMigrations(backup);
}

export function refuseNewerMigrations(backup: Manifest): void {
  if (backup.migrations.last > readNewestMigration())
    throw new BackupError(
      `The backup ${backup.name} was made by a newer version of the program. Update the program first (git pull), then restore.`,
    );
}

/**
 * @param options.reserve bytes that must stay free
 * @param options.advice how to get more space
 * @throws BackupError if the database does not fit into the folder's disk
 */
export async function refuseFullDisk(
  folder: string,
  needed: number,
  { reserve = 0, advice = "set DATA_DIR to a larger disk" } = {},
): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < needed + reserve)
    throw new BackupError(
      `${folder} has ${inMegabytes(free)} free, and the database alone needs ${inMegabytes(needed)}${reserve > 0 ? ` (${inMegabytes(reserve)} must stay free)` : ""}. Free some space, or ${advice}.`,
    );
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024 / 1024)} MB`;
}
