import { writeFile } from "node:fs/promises";
import path from "node:path";
import { readTimelineHistory } from "#server/platform/replication/lsn.ts";
import {
  archiveFolder,
  listTimelines,
  readHistory,
  historyName,
} from "../archive/archive-files.ts";
import { BackupError } from "../backup-error.ts";
import type { Manifest } from "../manifest.ts";
import { readWhole, type Repository } from "../storage/repository.ts";
import { neededSegments, shownTime, type KnownTimeline } from "./plan-restore.ts";

/** The archived timelines of a database, with what they descend from. */
export async function readTimelines(
  repository: Repository,
  systemId: string,
): Promise<KnownTimeline[]> {
  const known: KnownTimeline[] = [];
  for (const state of await listTimelines(repository, systemId)) {
    const history = await readHistory(repository, systemId, state.timeline);
    known.push({ ...state, ancestors: history ? readTimelineHistory(history.toString()) : [] });
  }
  return known;
}

/**
 * Puts the archived log into `folder`, PostgreSQL's pg_wal, which already has what the backup itself contains.
 * @throws BackupError that names the first segment that is missing or damaged, and what can be restored without it
 */
export async function fetchLog(
  repository: Repository,
  { backup, timeline }: { backup: Manifest; timeline: KnownTimeline },
  {
    folder,
    present,
    say,
  }: { folder: string; present: ReadonlySet<string>; say: (line: string) => void },
): Promise<void> {
  const log = backup.log!;
  const needed = neededSegments(log, timeline).filter(({ name }) => !present.has(name));
  for (const [at, { name }] of needed.entries()) {
    const content = await readSegment(repository, `${archiveFolder(log.systemId)}${name}`, backup);
    const segment = Buffer.alloc(log.segmentBytes);
    content.copy(segment);
    await writeFile(path.join(folder, name), segment, { mode: 0o600 });
    if ((at + 1) % 100 === 0) say(`fetched ${at + 1} of ${needed.length} parts of the log`);
  }
  for (const { timeline: number } of [timeline, ...timeline.ancestors]) {
    const history = await readHistory(repository, log.systemId, number);
    if (history) await writeFile(path.join(folder, historyName(number)), history, { mode: 0o600 });
  }
}

async function readSegment(
  repository: Repository,
  name: string,
  backup: Manifest,
): Promise<Buffer> {
  const instead = `Without it the shop can be restored to the backup ${backup.name} (${shownTime(backup.consistentAt)} UTC): use --to ${backup.name}.`;
  const content = await readWhole(repository, name).catch((error: unknown) => {
    throw error instanceof BackupError ? new BackupError(`${error.message} ${instead}`) : error;
  });
  if (!content)
    throw new BackupError(
      `The archived log is incomplete: ${name} is missing in ${repository.shown}. ${instead}`,
    );
  return content;
}
