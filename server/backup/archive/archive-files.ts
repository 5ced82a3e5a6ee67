import { z } from "zod";
import {
  readLsn,
  readSegmentName,
  segmentName,
  type Segment,
} from "#server/platform/replication/lsn.ts";
import { BackupError } from "../backup-error.ts";
import type { Manifest } from "../manifest.ts";
import { readWhole, type Repository } from "../storage/repository.ts";

const root = "wal/";

const timelineSchema = z.object({
  timeline: z.number(),
  /** When this timeline's log began to be archived. */
  since: z.coerce.date(),
  /** All changes up to this time of the server's clock are archived. */
  until: z.coerce.date(),
  /** The end of the archived log. */
  lsn: z.string(),
});

/** A timeline is one unbroken history of a database. A restore starts a new one. */
export type ArchivedTimeline = z.output<typeof timelineSchema>;

export function archiveFolder(systemId: string): string {
  return `${root}${systemId}/`;
}

export function segmentFile(systemId: string, segment: Segment, segmentBytes: number): string {
  return `${archiveFolder(systemId)}${segmentName(segment, segmentBytes)}`;
}

function timelineFile(systemId: string, timeline: number, ending: string): string {
  return `${archiveFolder(systemId)}${hexOf(timeline)}.${ending}`;
}

export function historyName(timeline: number): string {
  return `${hexOf(timeline)}.history`;
}

function hexOf(timeline: number): string {
  return timeline.toString(16).toUpperCase().padStart(8, "0");
}

export async function readTimeline(
  repository: Repository,
  systemId: string,
  timeline: number,
): Promise<ArchivedTimeline | null> {
  const text = await readWhole(repository, timelineFile(systemId, timeline, "state"));
  if (!text) return null;
  try {
    return timelineSchema.parse(JSON.parse(text.toString()));
  } catch {
    throw new BackupError(
      `${timelineFile(systemId, timeline, "state")} in ${repository.shown} is damaged.`,
    );
  }
}

export async function writeTimeline(
  repository: Repository,
  systemId: string,
  state: ArchivedTimeline,
): Promise<void> {
  const text = Buffer.from(JSON.stringify(state));
  await repository.write(timelineFile(systemId, state.timeline, "state"), text);
}

/** All archived timelines of a database, oldest first. */
export async function listTimelines(
  repository: Repository,
  systemId: string,
): Promise<ArchivedTimeline[]> {
  const states: ArchivedTimeline[] = [];
  for await (const { name } of repository.list(archiveFolder(systemId))) {
    const [, hex] = /([0-9A-F]{8})\.state$/.exec(name) ?? [];
    if (!hex) continue;
    const state = await readTimeline(repository, systemId, Number.parseInt(hex, 16));
    if (state) states.push(state);
  }
  return states.sort((one, other) => one.timeline - other.timeline);
}

/**
 * Refuses an archive that has log after a backup, but not the record up to where it is complete: without that, a restore
 * would leave the log out.
 * @throws BackupError that names the timeline
 */
export async function refuseLostState(
  repository: Repository,
  { systemId, endLsn, segmentBytes }: NonNullable<Manifest["log"]>,
): Promise<void> {
  const archived = await listTimelines(repository, systemId);
  const recorded = new Set(archived.map(({ timeline }) => timeline));
  const last = readLsn(endLsn) / BigInt(segmentBytes);
  for await (const { name } of repository.list(archiveFolder(systemId))) {
    const segment = readSegmentName(name.slice(name.lastIndexOf("/") + 1), segmentBytes);
    if (segment && segment.number > last && !recorded.has(segment.timeline))
      throw new BackupError(
        `${repository.shown} has archived changes after the newest backup, but has lost the record of them (${timelineFile(systemId, segment.timeline, "state")}). Look for what removed it. To restore without these changes, add --allow-older.`,
      );
  }
}

/** The history file of a timeline, which says which others it descends from. The first timeline has none. */
export async function readHistory(
  repository: Repository,
  systemId: string,
  timeline: number,
): Promise<Buffer | null> {
  return readWhole(repository, timelineFile(systemId, timeline, "history"));
}

export async function writeHistory(
  repository: Repository,
  systemId: string,
  { timeline, text }: { timeline: number; text: Buffer },
): Promise<void> {
  await repository.write(timelineFile(systemId, timeline, "history"), text);
}
