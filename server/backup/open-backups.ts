import type { Config } from "#server/platform/config/config.ts";
import { readPassphrase } from "./backup-settings.ts";
import { openPlace } from "./storage/open-place.ts";
import { openRepository, type Repository } from "./storage/repository.ts";

/**
 * Opens the backups of a place with the configured passphrase.
 * @param options.cwd what a relative folder is relative to
 * @param options.create null: the place must have backups already
 */
export async function openBackups(
  config: Pick<Config, "BACKUP_PASSPHRASE" | "BACKUP_KEY_FILE">,
  address: string,
  { cwd, create }: { cwd: string; create: { encrypted: boolean } | null },
): Promise<Repository> {
  const place = await openPlace(address, cwd);
  return openRepository(place, { passphrase: await readPassphrase(config), create });
}

/** The place of scheduled backups, which are encrypted if there is a passphrase. Null if BACKUP_URL is not set. */
export async function openScheduledBackups(
  config: Pick<Config, "BACKUP_URL" | "BACKUP_PASSPHRASE" | "BACKUP_KEY_FILE">,
): Promise<Repository | null> {
  if (!config.BACKUP_URL) return null;
  const encrypted = Boolean(config.BACKUP_PASSPHRASE ?? config.BACKUP_KEY_FILE);
  return openBackups(config, config.BACKUP_URL, { cwd: process.cwd(), create: { encrypted } });
}
