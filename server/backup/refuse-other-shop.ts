import type { Config } from "#server/platform/config/config.ts";
import type { Database } from "#server/platform/database/database.ts";
import { BackupError } from "./backup-error.ts";
import { findLastBackupIn, hasMadeOneOf } from "./backup-store.ts";
import { readServerFacts } from "./server-facts-store.ts";
import type { Manifest } from "./manifest.ts";
import type { Repository } from "./storage/repository.ts";

/**
 * Backups of two shops in one place would remove each other's files. A database that was restored knows the backups up to
 * the one that it came from, and not the newer ones.
 * @throws BackupError that says what to do
 */
export async function refuseOtherShop(
  { db, config }: { db: Database; config: Pick<Config, "DATABASE_URL"> },
  repository: Repository,
  { backups, damages }: { backups: readonly Manifest[]; damages: readonly BackupError[] },
): Promise<void> {
  const [damage] = damages;
  if (backups.length === 0 && damage) {
    // Which shop made it cannot be read anymore.
    if ((await findLastBackupIn(db, repository.shown)) === null) throw damage;
    return;
  }
  if (backups.length === 0 || (await hasMadeOneOf(db, backups))) return;
  const { systemId } = await readServerFacts(db);
  if (!config.DATABASE_URL && backups.some(({ log }) => log?.systemId === systemId)) return;
  throw new BackupError(
    `${repository.shown} has backups of another shop: this database knows none of them. If they are of this shop and its database is lost, bring it back first: npm run restore -- --replace. Otherwise give each shop a place of its own. Only if you restored this database by other means, make a backup with npm run backup -- --same-shop, once.`,
  );
}

/**
 * Warns if another database made the newest backup of a place, such as a copy that runs with the settings of the shop. It
 * knows the earlier backups as well. After a restore, the backups that the restored state does not know are warned of once.
 */
export async function warnOfOtherDatabase(
  db: Database,
  repository: Repository,
  { backups, warn }: { backups: readonly Manifest[]; warn: (message: string) => void },
): Promise<void> {
  const newest = backups.at(-1);
  const last = await findLastBackupIn(db, repository.shown);
  if (!newest || last === null || (await hasMadeOneOf(db, [newest]))) return;
  const own = backups.find(({ name }) => name === last);
  if (own && newest.startedAt <= own.startedAt) return;
  warn(
    `${newest.name} in ${repository.shown} was made by another database than this one. After a restore to an earlier state, that is normal, once. Otherwise a copy of the shop uses the same place: give it another BACKUP_URL, or none.`,
  );
}
