import { setTimeout as sleep } from "node:timers/promises";
import type { Config } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readLsn } from "#server/platform/replication/lsn.ts";
import { readTimeline } from "./archive/archive-files.ts";
import { BackupError } from "./backup-error.ts";
import { findLastBackupIn, readArchivedLog } from "./backup-store.ts";
import type { Manifest } from "./manifest.ts";
import type { Repository } from "./storage/repository.ts";

/** What the shop's database says that a place of backups has, so that one that was put back to an earlier state is noticed. */
export type ExpectedPlace = {
  lastBackup: string | null;
  /** Up to where the log is stored; null if it is not archived in this place. */
  log: { systemId: string; timeline: number; lsn: string; isRunning: boolean } | null;
};

/**
 * @param place as the table of backups has it
 * @param options.isArchived whether the place has the archive of the log
 */
export async function readExpectedPlace(
  { db, config }: { db: Executor; config: Pick<Config, "DATABASE_URL"> },
  place: string,
  { isArchived }: { isArchived: boolean },
): Promise<ExpectedPlace> {
  const log = isArchived && !config.DATABASE_URL ? await readArchivedLog(db) : null;
  return { lastBackup: await findLastBackupIn(db, place), log };
}

/** A new archive is stored within seconds after its database knows of it. */
const attemptsWhileRunning = 30;

/** @throws BackupError if the place has less of the log than was stored there */
export async function refuseOlderLog(
  repository: Repository,
  { log }: Manifest,
  expected: ExpectedPlace,
): Promise<void> {
  // After an upgrade of PostgreSQL, the newest backup can still be of the database before it.
  if (!expected.log || expected.log.systemId !== log?.systemId) return;
  const { systemId, timeline, lsn, isRunning } = expected.log;
  // A place that was chosen while the shop was stopped has backups but no archive.
  if (log.timeline === timeline && readLsn(log.endLsn) >= readLsn(lsn)) return;
  for (let attempt = 1; ; attempt += 1) {
    const stored = await readTimeline(repository, systemId, timeline);
    if (stored && readLsn(stored.lsn) >= readLsn(lsn)) return;
    if (!isRunning || attempt === attemptsWhileRunning) break;
    await sleep(1_000);
  }
  throw new BackupError(
    `The archived log in ${repository.shown} ends before ${lsn}, up to where the shop stored it: the newest part is missing, or an older one took its place. Make a new backup now (npm run backup), and look for what changed the place.`,
  );
}
