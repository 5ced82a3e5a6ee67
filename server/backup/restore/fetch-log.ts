import { stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { readLsn, readTimelineHistory } from "#server/platform/replication/lsn.ts";
import {
  archiveFolder,
  listTimelineNumbers,
  listTimelines,
  readHistory,
  historyName,
} from "../archive/archive-files.ts";
import { DamageError } from "../backup-error.ts";
import type { Manifest } from "../manifest.ts";
import { readWhole, type Repository } from "../storage/repository.ts";
import {
  isOn,
  neededSegments,
  ofNewestDatabase,
  shownTime,
  type KnownTimeline,
  type NeededSegment,
  type RestorePlan,
} from "./plan-restore.ts";

/**
 * The archived timelines of the newest backup's database, with what they descend from. One whose history cannot be read is
 * known from its own first backup on.
 * @param backups oldest first
 * @param options.say gets what is wrong with a timeline
 * @param options.mayLeaveOut whether a timeline that cannot be read is left out
 * @throws DamageError instead
 */
export async function readTimelines(
  repository: Repository,
  backups: readonly Manifest[],
  { say, mayLeaveOut }: { say: (line: string) => void; mayLeaveOut: boolean },
): Promise<KnownTimeline[]> {
  const systemId = backups.at(-1)?.log?.systemId;
  if (!systemId) return [];
  const leaveOut = mayLeaveOut ? ({ message }: DamageError) => say(message) : undefined;
  const timelines: KnownTimeline[] = [];
  for (const state of await listTimelines(repository, systemId, leaveOut)) {
    try {
      const history = await readHistory(repository, systemId, state.timeline);
      const ancestors = history ? readTimelineHistory(history.toString()) : [];
      timelines.push({ ...state, ancestors });
    } catch (error) {
      if (!(error instanceof DamageError)) throw error;
      const first = ofNewestDatabase(backups).find(({ log }) => log!.timeline === state.timeline);
      if (!first && !mayLeaveOut) throw error;
      say(
        `${error.message}${first ? ` Meanwhile, this log is used from its first backup ${first.name} on.` : ""}`,
      );
      if (!first) continue;
      const since = first.consistentAt > state.since ? first.consistentAt : state.since;
      timelines.push({ ...state, since, ancestors: [] });
    }
  }
  return timelines;
}

/**
 * Says that the archive has a newer history than the one that is restored, if that newer one could not be read. An
 * earlier restore may have given up the end of what is restored.
 */
export async function explainLeftOut(
  repository: Repository,
  { backup, log }: RestorePlan,
  timelines: readonly KnownTimeline[],
): Promise<string | null> {
  if (!backup.log) return null;
  const { systemId } = backup.log;
  const restored = log?.timeline ?? backup.log.timeline;
  const numbers = await listTimelineNumbers(repository, systemId);
  for (const { timeline } of timelines) numbers.delete(timeline);
  const newest = [...numbers].reduce((most, number) => Math.max(most, number), 0);
  return newest > restored
    ? `Warning: ${repository.shown} has log of a later history of this database (${historyName(newest)}), which is left out. An earlier restore may have given up the newest changes that are restored now: compare them with what you know.`
    : null;
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
): Promise<DamageError | null> {
  const log = backup.log!;
  const needed = neededSegments(log, timeline).filter(({ name }) => !present.has(name));
  let gap: DamageError | null = null;
  for (const [at, segment] of needed.entries()) {
    const content = await readSegment(repository, backup, segment, readLsn(timeline.lsn)).catch(
      async (error: unknown) => {
        if (!(error instanceof DamageError)) throw error;
        // Of a disk that was pulled out or is not mounted, nothing can be read or found.
        await repository.check();
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
  const name = historyName(timeline.timeline);
  // A backup of the timeline itself has its history. An empty file only keeps the number from being used again.
  if (present.has(name) && (await stat(path.join(folder, name))).size > 0) return gap;
  // It has those of its ancestors in it.
  const history = await readHistory(repository, log.systemId, timeline.timeline);
  if (history) await writeFile(path.join(folder, name), history, { mode: 0o600 });
  return gap;
}

/**
 * The current segment is stored again and again under one name. An earlier copy of it is encrypted like the newest, and
 * only its length tells that it has less than the archive claims.
 * @throws DamageError if it is missing, damaged or too short, as opposed to a place that cannot be read
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
    throw error instanceof DamageError ? new DamageError(`${error.message} ${instead}`) : error;
  });
  if (!content)
    throw new DamageError(
      `The archived log is incomplete: ${name} is missing in ${repository.shown}. ${instead}`,
    );
  const used = end - segment.number * BigInt(segmentBytes);
  const least = used < BigInt(segmentBytes) ? Number(used) : segmentBytes;
  if (content.length < least || content.length > segmentBytes)
    throw new DamageError(
      `The archived log is damaged: ${name} in ${repository.shown} has ${content.length} bytes instead of ${least}, so an older copy may have taken its place. ${instead}`,
    );
  return content;
}
