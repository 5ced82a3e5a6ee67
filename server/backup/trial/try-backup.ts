import { BackupError, refuseOrWarn } from "../backup-error.ts";
import { checkFiles, checkImages, refuseForeign } from "../check-files.ts";
import { refuseLostState } from "../archive/archive-files.ts";
import { refuseOlderLog, type ExpectedPlace } from "../expected-place.ts";
import { listBackups, type Manifest } from "../manifest.ts";
import { refuseOlderPlace } from "../newest-backup.ts";
import { readTimelines } from "../restore/fetch-log.ts";
import { planRestore } from "../restore/plan-restore.ts";
import { rehearseRestore } from "../restore/rehearse-restore.ts";
import type { Repository } from "../storage/repository.ts";

/** What a trial restore found to be right. */
export type Trial = {
  backup: string;
  kind: Manifest["kind"];
  images: number;
  /** How many of the images were read; all were looked for. */
  imagesRead: number;
  /** Of those that were read: only their structure could be checked, because an older version stored them. */
  imagesUnhashed: number;
  /** Null if only the files were compared. */
  database: { tables: number; rows: number; hasLog: boolean; lastChange: string | null } | null;
};

type Asked = {
  /** Of the backup; null: the newest. */
  name: string | null;
  /** The folder in which the database is built, and removed again. */
  scratch: string;
  filesOnly: boolean;
  /** How many images are read, chosen at random; null: all. */
  imageSample: number | null;
  /** What the shop's database says that the place has. */
  expected: ExpectedPlace;
  /** Whether the place is used although its newest backup is missing, or its log is damaged or lost. */
  allowOlder: boolean;
  say: (line: string) => void;
};

/**
 * Reads a backup back, compares it with its hashes, builds a database from it in a scratch folder, and checks that. The
 * newest backup gets all of the archived log, as a real restore would.
 * @throws BackupError that says what is wrong with the backup
 */
export async function tryBackup(repository: Repository, asked: Asked): Promise<Trial> {
  const { say } = asked;
  await refuseForeign(repository);
  const { backups } = await listBackups(repository);
  const warn = asked.allowOlder ? say : null;
  await refuseOrWarn(refuseOlderPlace(repository, backups, asked.expected.lastBackup), warn);
  const newest = backups.at(-1);
  if (!newest) throw new BackupError(`There is no complete backup in ${repository.shown}.`);
  const target = { kind: "backup", name: asked.name ?? newest.name } as const;
  const { backup } = planRestore(backups, [], target);
  say(`reading ${backup.name} and comparing it with its hashes`);
  await checkFiles(repository, backup);
  const { read, unhashed, ...wrong } = await checkImages(repository, backup, asked.imageSample);
  refuseWrongImages(repository, backup, wrong);
  const { name, kind, images } = backup;
  const facts = { backup: name, kind, images, imagesRead: read, imagesUnhashed: unhashed };
  if (asked.filesOnly) return { ...facts, database: null };
  // A backup that is named can be tried without the log after it.
  const warnOfLog = asked.name === null ? warn : say;
  await refuseOrWarn(refuseOlderLog(repository, backup, asked.expected), warnOfLog);
  const timelines = await readTimelines(repository, backups, {
    say,
    mayLeaveOut: warnOfLog !== null,
  });
  const lost = newest.log && refuseLostState(repository, newest.log);
  if (lost) await refuseOrWarn(lost, warnOfLog);
  const latest = planRestore(backups, timelines, { kind: "latest" });
  const plan = latest.backup.name === name ? latest : { backup, log: null };
  const into = { repository, parent: asked.scratch };
  const { problems, ...database } = await rehearseRestore(into, { plan, timelines }, say);
  if (problems.length > 0)
    throw new BackupError(`The backup does not restore well. ${problems.join(" ")}`);
  const { tables, rows, lastChange } = database;
  return { ...facts, database: { tables, rows, lastChange, hasLog: plan.log !== null } };
}

/** @throws BackupError that says which files to remove: at once only those that no other attempt can read */
function refuseWrongImages(
  { shown }: Repository,
  { images }: Manifest,
  { bad, unread }: { bad: readonly string[]; unread: readonly string[] },
): void {
  const sentences: string[] = [];
  if (bad.length > 0)
    sentences.push(
      `${bad.length} of ${images} images are missing or damaged in ${shown}, for example ${bad[0]}. Remove their files there: the next backup stores them again.`,
    );
  if (unread.length > 0)
    sentences.push(
      `${unread.length} of ${images} images cannot be read in ${shown} at the moment, for example ${unread[0]}. Verify again later. If this stays so, check the disk, and remove their files there: the next backup stores them again.`,
    );
  if (sentences.length > 0) throw new BackupError(sentences.join(" "));
}
