import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { BackupError } from "./backup-error.ts";
import { readPassphrase } from "./backup-settings.ts";
import { findLastBackupIn } from "./backup-store.ts";
import { openPlace } from "./storage/open-place.ts";
import { openRepository, type Repository } from "./storage/repository.ts";

type Create = {
  encrypted: boolean;
  /** The shop's database: an empty place where it was backed up before is refused. Null: it is prepared anyway. */
  unlessKnownTo: Executor | null;
};

/**
 * Opens the backups of a place with the configured passphrase.
 * @param options.cwd what a relative folder is relative to
 * @param options.create whether an empty place is prepared; null: the place must have backups already
 * @throws BackupError if the place cannot be used
 */
export async function openBackups(
  config: Pick<Config, "BACKUP_PASSPHRASE" | "BACKUP_KEY_FILE">,
  address: string,
  { cwd, create }: { cwd: string; create: Create | null },
): Promise<Repository> {
  const place = await openPlace(address, cwd);
  const passphrase = await readPassphrase(config);
  if (!create) return openRepository(place, { passphrase, create });
  const { encrypted, unlessKnownTo: db } = create;
  const check = async () => db && (await refuseLostPlace(db, place.shown));
  return openRepository(place, { passphrase, create: { encrypted, check } });
}

/** The place of scheduled backups, which are encrypted if there is a passphrase. Null if BACKUP_URL is not set. */
export async function openScheduledBackups({
  db,
  config,
}: {
  db: Executor;
  config: Pick<Config, "BACKUP_URL" | "BACKUP_PASSPHRASE" | "BACKUP_KEY_FILE">;
}): Promise<Repository | null> {
  if (!config.BACKUP_URL) return null;
  const encrypted = Boolean(config.BACKUP_PASSPHRASE ?? config.BACKUP_KEY_FILE);
  const create = { encrypted, unlessKnownTo: db };
  return openBackups(config, config.BACKUP_URL, { cwd: process.cwd(), create });
}

/** An empty folder where backups were is rather a disk that is not mounted: backups in it would be lost with the machine. */
async function refuseLostPlace(db: Executor, place: string): Promise<void> {
  const last = await findLastBackupIn(db, place);
  if (last)
    throw new BackupError(
      `${place} has no backups, but this shop made one there (${last}). Is the disk mounted, or the bucket the right one? To start new backups there, run npm run backup with --new.`,
    );
}
