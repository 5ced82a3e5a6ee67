import { writeFile } from "node:fs/promises";
import path from "node:path";
import { readLsn, readTimelineHistory } from "#server/platform/replication/lsn.ts";
import {
  archiveFolder,
  listTimelines,
  readHistory,
  historyName,
} from "../archive/archive-files.ts";
import { BackupError, DamageError } from "../backup-error.ts";
import type { Manifest } from "../manifest.ts";
import { readWhole, type Repository } from "../storage/repository.ts";
import {
  isOn,
  neededSegments,
  ofNewestDatabase,
  shownTime,
  type KnownTimeline,
  type NeededSegment,
} from "./plan-restore.ts";

/**
 * The archived timelines of a database, with what they descend from.
 * @param onDamaged gets what is wrong with each that cannot be read, which is left out then
 * @throws DamageError without `onDamaged`
 */
export async function readTimelines(
  repository: Repository,
  systemId: string,
  onDamaged?: (error: DamageError) => void,
): Promise<KnownTimeline[]> {
  const timelines: KnownTimeline[] = [];
  for (const state of await listTimelines(repository, systemId, onDamaged)) {
    try {
      const history = await readHistory(repository, systemId, state.timeline);
      timelines.push({
        ...state,
        ancestors: history ? readTimelineHistory(history.toString()) : [],
      });
    } catch (error) {
      if (!onDamaged || !(error instanceof DamageError)) throw error;
      onDamaged(error);
    }
  }
  return timelines;
}

/**
 * What the archive lacks of the log after the first backup, in sentences.
 * @param backups oldest first
 * @param timelines of the newest backup's database
 */
export async function explainGaps(
  repository: Repository,
  backups: readonly Manifest[],
  timelines: readonly KnownTimeline[],
): Promise<string[]> {
  const positions = ofNewestDatabase(backups).flatMap(({ name, log }) =>
    log ? [{ name, ...log }] : [],
  );
  const [oldest] = positions;
  if (!oldest) return [];
  const stored = new Set<string>();
  for await (const { name } of repository.list(archiveFolder(oldest.systemId)))
    stored.add(name.slice(name.lastIndexOf("/") + 1));
  return timelines.flatMap((timeline) => {
    const leading = positions.filter((one) => isOn(timeline, one));
    const [first] = leading;
    if (!first) return [];
    // A backup has the log from its start to its end itself.
    const lastOf = (one: typeof first) => readLsn(one.endLsn) / BigInt(one.segmentBytes);
    const lost = neededSegments(first, timeline).filter(
      ({ name, number }) => number > lastOf(first) && !stored.has(name),
    );
    if (lost.length === 0) return [];
    const next = leading.find((one) => lastOf(one) >= lost.at(-1)!.number);
    const names = lost.slice(0, 3).map(({ name }) => name);
    const others = lost.length > names.length ? ` and ${lost.length - names.length} others` : "";
    return [
      `The archived log lacks ${names.join(", ")}${others}. Of these times, only those before it can be restored${next ? `, and those after the backup ${next.name}` : ": make a new backup now (npm run backup)"}.`,
    ];
  });
}

/**
 * Puts the archived log into `folder`, PostgreSQL's pg_wal, which already has what the backup itself contains, up to the
 * first segment that is missing, damaged or too short.
 * @returns an error that names this segment, and what can be restored without it; null if the log is whole
 */
export async function fetchLog(
  repository: Repository,
  { backup, timeline }: { backup: Manifest; timeline: KnownTimeline },
  {
    folder,
    present,
    say,
  }: { folder: string; present: ReadonlySet<string>; say: (line: string) => void },
): Promise<BackupError | null> {
  const log = backup.log!;
  const needed = neededSegments(log, timeline).filter(({ name }) => !present.has(name));
  let gap: BackupError | null = null;
  for (const [at, segment] of needed.entries()) {
    const content = await readSegment(repository, backup, segment, readLsn(timeline.lsn)).catch(
      (error: unknown) => {
        if (!(error instanceof BackupError)) throw error;
        gap = error;
        return null;
      },
    );
    if (!content) break;
    const padded = Buffer.alloc(log.segmentBytes);
    content.copy(padded);
    await writeFile(path.join(folder, segment.name), padded, { mode: 0o600 });
    if ((at + 1) % 100 === 0) say(`fetched ${at + 1} of ${needed.length} parts of the log`);
  }
  // It has those of its ancestors in it.
  const history = await readHistory(repository, log.systemId, timeline.timeline);
  if (history)
    await writeFile(path.join(folder, historyName(timeline.timeline)), history, { mode: 0o600 });
  return gap;
}

/**
 * The current segment is stored again and again under one name. An earlier copy of it is encrypted like the newest, and
 * only its length tells that it has less than the archive claims.
 */
async function readSegment(
  repository: Repository,
  backup: Manifest,
  segment: NeededSegment,
  end: bigint,
): Promise<Buffer> {
  const { systemId, segmentBytes } = backup.log!;
  const name = `${archiveFolder(systemId)}${segment.name}`;
  const instead = `Without it the shop can be restored to the backup ${backup.name} (${shownTime(backup.consistentAt)} UTC): use --to ${backup.name}, or a time before the lost changes.`;
  const content = await readWhole(repository, name).catch((error: unknown) => {
    throw error instanceof BackupError ? new BackupError(`${error.message} ${instead}`) : error;
  });
  if (!content)
    throw new BackupError(
      `The archived log is incomplete: ${name} is missing in ${repository.shown}. ${instead}`,
    );
  const used = end - segment.number * BigInt(segmentBytes);
  const least = used < BigInt(segmentBytes) ? Number(used) : segmentBytes;
  if (content.length < least || content.length > segmentBytes)
    throw new BackupError(
      `The archived log is damaged: ${name} in ${repository.shown} has ${content.length} bytes instead of ${least}, so an older copy may have taken its place. ${instead}`,
    );
  return content;
}
