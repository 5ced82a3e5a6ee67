import { createHash } from "node:crypto";
import type { Executor } from "#server/platform/database/database.ts";
import { readLsn, segmentName } from "#server/platform/replication/lsn.ts";
import { BackupError, nullIfDamaged } from "../backup-error.ts";
import { hasMadeOneOf, readLogEnd } from "../backup-store.ts";
import { readCurrentTimeline, readLogHash, readServerFacts } from "../server-facts-store.ts";
import type { Manifest } from "../manifest.ts";
import { readWhole, type Repository } from "../storage/repository.ts";
import { readSoundTimeline, segmentFile } from "./archive-files.ts";

/**
 * Refuses a place whose archive has a later state of this database than the database itself, as after a snapshot of the
 * machine was put back. A restore continues on a timeline of its own, so it never gets here. What this database writes would
 * replace the log that the archived state needs.
 * @param backups of the place, oldest first
 * @throws BackupError that says what to do
 */
export async function refuseReturnedDatabase(
  db: Executor,
  repository: Repository,
  backups: readonly Manifest[],
): Promise<void> {
  const { systemId, segmentBytes } = await readServerFacts(db);
  const timeline = await readCurrentTimeline(db);
  const archived = await readSoundTimeline(repository, systemId, timeline);
  // A place that only has backups by hand has no log to mix.
  if (!archived) return;
  const newest = backups.findLast(
    ({ log }) => log?.systemId === systemId && log.timeline === timeline,
  );
  if (newest && !(await hasMadeOneOf(db, [newest])))
    throw returned(repository, `the backup ${newest.name}`);
  const { lsn } = await readLogEnd(db);
  const end = readLsn(archived.lsn);
  if (end > readLsn(lsn)) throw returned(repository, "newer log");
  // It may have written more since. The slot of the archive keeps the log from there on.
  const number = (end - 1n) / BigInt(segmentBytes);
  const bytes = Number(end - number * BigInt(segmentBytes));
  const segment = { timeline, number };
  const name = segmentFile(systemId, segment, segmentBytes);
  const stored = await readWhole(repository, name).catch(nullIfDamaged);
  if (!stored || stored.length < bytes) return;
  const own = await readLogHash(db, { name: segmentName(segment, segmentBytes), bytes });
  const hash = createHash("sha256").update(stored.subarray(0, bytes)).digest("hex");
  if (own !== null && own !== hash) throw returned(repository, `other log (${name})`);
}

/**
 * Compares a part of the log with what the archive has under its name. Two histories that parted differ there, also when
 * the one that was put back has written more than the other.
 * @param part.start the position of its first byte
 * @param part.archivedUntil the end of the archived log
 * @throws BackupError that says what to do
 */
export async function refuseOtherHistory(
  repository: Repository,
  { name, bytes, start, archivedUntil }: LogPart,
): Promise<void> {
  if (start >= archivedUntil) return;
  // A damaged part of the log is written again.
  const stored = await readWhole(repository, name).catch(nullIfDamaged);
  if (!stored) return;
  const length = Math.min(stored.length, bytes.length, Number(archivedUntil - start));
  if (!stored.subarray(0, length).equals(bytes.subarray(0, length)))
    throw returned(repository, `other log (${name})`);
}

type LogPart = { name: string; bytes: Buffer; start: bigint; archivedUntil: bigint };

function returned({ shown }: Repository, what: string): BackupError {
  return new BackupError(
    `${shown} has ${what} of this database, which does not know of it: it was put back to an earlier state by other means than npm run restore. Bring back the newest state with npm run restore, or set BACKUP_URL to an empty place to go on from here.`,
  );
}
