import { readLsn, readSegmentName } from "#server/platform/replication/lsn.ts";
import { archiveFolder } from "./archive/archive-files.ts";
import { BackupError, DamageError, explainSystemError } from "./backup-error.ts";
import { pruneImages } from "./copy-images.ts";
import { decideKept, type KeepRule } from "./decide-kept.ts";
import { fileOfBackup, listBackups, partNames, type Manifest } from "./manifest.ts";
import { readFileOfBackup } from "./read-base.ts";
import type { Repository } from "./storage/repository.ts";

const hourMs = 3_600_000;

/** After this many, the place lets nothing be removed. */
const mostFailures = 20;

/** Removes a file of the place. @returns whether it is gone */
type Remove = (name: string) => Promise<boolean>;

/**
 * Removes backups that the rule does not keep, what interrupted ones left, and the log and the images that only these
 * needed. All complete backups were verified when they were made, and the newest one is always kept. The images stay
 * while it is not known which of them a damaged backup needs.
 * @param warn gets a message for each damaged backup, and for each file that cannot be removed and does not stop the others
 * @returns the names of the removed backups
 */
export async function pruneBackups(
  repository: Repository,
  rule: KeepRule,
  now: Date,
  warn: (message: string) => void = () => undefined,
): Promise<string[]> {
  const { backups, unfinished } = await listBackups(repository);
  const keptNames = decideKept(backups, rule, now);
  // By its number, in case the clock was set back.
  const newest = backups.at(-1);
  if (newest) keptNames.add(newest.name);
  const outdated = backups.filter(({ name }) => !keptNames.has(name)).map(({ name }) => name);
  const abandoned = unfinished.filter((name) => +now - +startOf(name) > 24 * hourMs);
  const remove = createRemover(repository, warn);
  const removed: string[] = [];
  for (const name of outdated)
    if (await removeBackup(repository, name, remove)) removed.push(name);
    else keptNames.add(name);
  for (const name of abandoned) await removeBackup(repository, name, remove);
  const left = backups.filter(({ name }) => keptNames.has(name));
  const [oldest] = left;
  if (!oldest) return removed;
  await pruneLog(repository, left, remove);
  const needed = new Set<string>();
  let isUnknown = false;
  for (const backup of left)
    try {
      const list = await readFileOfBackup(repository, backup, partNames.images);
      for (const id of JSON.parse(list.toString()) as string[]) needed.add(id);
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      warn(
        `It is not known which images the backup ${backup.name} has, so images that no other backup needs are kept. ${error.message} If this stays so and you do not need it, remove its folder in backups/.`,
      );
      isUnknown = true;
    }
  if (isUnknown) return removed;
  // An image that came and went between two backups is needed to restore to a time between them.
  await pruneImages(repository, { needed, before: new Date(+oldest.startedAt - hourMs), remove });
  return removed;
}

/** One file that cannot be removed, as of a damaged folder, must not keep all others until the place is full. */
function createRemover(repository: Repository, warn: (message: string) => void): Remove {
  let failures = 0;
  return async (name) => {
    try {
      await repository.remove(name);
      return true;
    } catch (error) {
      const explained = explainSystemError(error, repository.shown);
      failures += 1;
      if (!(explained instanceof BackupError) || failures === mostFailures) throw explained;
      await repository.check();
      warn(`${name} could not be removed. ${explained.message}`);
      return false;
    }
  };
}

/** The manifest first: without it, what is left is no backup. @returns whether it is no backup anymore */
async function removeBackup(
  repository: Repository,
  backup: string,
  remove: Remove,
): Promise<boolean> {
  if (!(await remove(fileOfBackup(backup, "manifest.json")))) return false;
  for await (const { name } of repository.list(fileOfBackup(backup, ""))) await remove(name);
  return true;
}

/** Removes the log that no kept backup of its database needs. */
async function pruneLog(
  repository: Repository,
  manifests: readonly Manifest[],
  remove: Remove,
): Promise<void> {
  const earliest = +manifests[0]!.startedAt - hourMs;
  for await (const { name, at } of repository.list("wal/")) {
    const [, systemId = "", file = ""] = name.split("/");
    const backups = manifests.filter(({ log }) => log?.systemId === systemId);
    const isNeeded =
      backups.length > 0
        ? backups.some((backup) => isLogNeeded(file, at, backup))
        : +at >= earliest;
    if (!isNeeded) await remove(`${archiveFolder(systemId)}${file}`);
  }
}

function isLogNeeded(file: string, at: Date, { log, startedAt }: Manifest): boolean {
  const segment = readSegmentName(file, log!.segmentBytes);
  // The small files about timelines say how to read the rest.
  if (!segment) return true;
  // After a restore, a new timeline can be further back in the log than a backup of the one before.
  if (segment.timeline !== log!.timeline) return +at >= +startedAt - hourMs;
  return segment.number >= readLsn(log!.startLsn) / BigInt(log!.segmentBytes);
}

function startOf(name: string): Date {
  const time = new Date(name.replace(/T(\d\d)-(\d\d)-/, "T$1:$2:"));
  // What has another name was not made by this program, and is left alone.
  return Number.isNaN(+time) ? new Date() : time;
}
