import { readLsn, readSegmentName } from "#server/platform/replication/lsn.ts";
import { archiveFolder } from "./archive/archive-files.ts";
import { DamageError } from "./backup-error.ts";
import { pruneImages } from "./copy-images.ts";
import { decideKept, type KeepRule } from "./decide-kept.ts";
import { fileOfBackup, listBackups, partNames, type Manifest } from "./manifest.ts";
import { readFileOfBackup } from "./read-base.ts";
import type { Repository } from "./storage/repository.ts";

const hourMs = 3_600_000;

/**
 * Removes backups that the rule does not keep, what interrupted ones left, and the log and the images that only these
 * needed. All complete backups were verified when they were made, and the newest one is always kept. The images stay
 * while it is not known which of them a damaged backup needs.
 * @param warn gets a message for each damaged backup
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
  const removed = backups.filter(({ name }) => !keptNames.has(name)).map(({ name }) => name);
  const abandoned = unfinished.filter((name) => +now - +startOf(name) > 24 * hourMs);
  for (const name of [...removed, ...abandoned]) await removeBackup(repository, name);
  const left = backups.filter(({ name }) => keptNames.has(name));
  const [oldest] = left;
  if (!oldest) return removed;
  await pruneLog(repository, left);
  const needed = new Set<string>();
  let isUnknown = false;
  for (const backup of left)
    try {
      const list = await readFileOfBackup(repository, backup, partNames.images);
      for (const id of JSON.parse(list.toString()) as string[]) needed.add(id);
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      warn(
        `The backup ${backup.name} is damaged, so images that no other backup needs are kept. ${error.message} If you do not need it, remove its folder in backups/.`,
      );
      isUnknown = true;
    }
  if (isUnknown) return removed;
  // An image that came and went between two backups is needed to restore to a time between them.
  await pruneImages(repository, { needed, before: new Date(+oldest.startedAt - hourMs) });
  return removed;
}

/** The manifest first: without it, what is left is no backup. */
async function removeBackup(repository: Repository, backup: string): Promise<void> {
  await repository.remove(fileOfBackup(backup, "manifest.json"));
  for await (const { name } of repository.list(fileOfBackup(backup, "")))
    await repository.remove(name);
}

/** Removes the log that no kept backup of its database needs. */
async function pruneLog(repository: Repository, manifests: readonly Manifest[]): Promise<void> {
  const earliest = +manifests[0]!.startedAt - hourMs;
  for await (const { name, at } of repository.list("wal/")) {
    const [, systemId = "", file = ""] = name.split("/");
    const backups = manifests.filter(({ log }) => log?.systemId === systemId);
    const isNeeded =
      backups.length > 0
        ? backups.some((backup) => isLogNeeded(file, at, backup))
        : +at >= earliest;
    if (!isNeeded) await repository.remove(`${archiveFolder(systemId)}${file}`);
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
