import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readPassphrase } from "./backup-settings.ts";
import { findLastBackupIn } from "./backup-store.ts";
import { openPlace } from "./storage/open-place.ts";
import type { Place } from "./storage/place.ts";
import { openRepository, type OpenOptions, type Repository } from "./storage/repository.ts";

type Settings = Pick<Config, "BACKUP_PASSPHRASE" | "BACKUP_KEY_FILE">;
type Options = Omit<OpenOptions, "passphrase" | "lastBackupIn"> &
  Required<Pick<OpenOptions, "lastBackupIn">>;

/**
 * Opens the backups of a place with the configured passphrase.
 * @param options.cwd what a relative folder is relative to
 * @throws BackupError if the place cannot be used
 */
export async function openBackups(
  config: Settings,
  address: string,
  { cwd, ...options }: Options & { cwd: string },
): Promise<Repository> {
  const place = await openPlace(address, cwd);
  return openRepository(place, { passphrase: await readPassphrase(config), ...options });
}

/** Opens the place of scheduled backups, which are encrypted if there is a passphrase. */
export async function openScheduledBackups(
  { db, config }: { db: Executor; config: Settings },
  place: Place,
): Promise<Repository> {
  return openRepository(place, {
    passphrase: await readPassphrase(config),
    create: { encrypted: Boolean(config.BACKUP_PASSPHRASE ?? config.BACKUP_KEY_FILE) },
    lastBackupIn: (shown) => findLastBackupIn(db, shown),
  });
}
