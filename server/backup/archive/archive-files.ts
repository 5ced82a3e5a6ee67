import { z } from "zod";
import {
  readLsn,
  readSegmentName,
  segmentName,
  type Segment,
} from "#server/platform/replication/lsn.ts";
import { BackupError, DamageError } from "../backup-error.ts";
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

/** @throws DamageError that says what to do */
export async function readTimeline(
  repository: Repository,
  systemId: string,
  timeline: number,
): Promise<ArchivedTimeline | null> {
  const name = timelineFile(systemId, timeline, "state");
  try {
    const text = await readWhole(repository, name);
    return text && timelineSchema.parse(JSON.parse(text.toString()));
  } catch (error) {
    if (!isDamage(error)) throw error;
    throw new DamageError(
      `${name} in ${repository.shown} is damaged, so it is not known up to where the archived log is complete. The shop begins its archive again when it runs, with a new backup if it needs one. To restore without this log, name a backup (--to), or add --allow-older.`,
    );
  }
}

/** The same as `readTimeline`, for callers that write the record again: a damaged record counts as lost. */
export async function readSoundTimeline(
  repository: Repository,
  systemId: string,
  timeline: number,
): Promise<ArchivedTimeline | null> {
  return readTimeline(repository, systemId, timeline).catch(nullIfDamaged);
}

/** Handles an error by returning null if what was read is damaged. A place that cannot be reached is not. */
export function nullIfDamaged(error: unknown): null {
  if (error instanceof DamageError) return null;
  throw error;
}

/** Of what was read, or of the JSON in it. */
function isDamage(error: unknown): boolean {
  return (
    error instanceof DamageError || error instanceof SyntaxError || error instanceof z.ZodError
  );
}

export async function writeTimeline(
  repository: Repository,
  systemId: string,
  state: ArchivedTimeline,
): Promise<void> {
  const text = Buffer.from(JSON.stringify(state));
  await repository.write(timelineFile(systemId, state.timeline, "state"), text);
}

/**
 * All archived timelines of a database, oldest first.
 * @param onDamaged gets what is wrong with each that cannot be read, which is left out then
 * @throws DamageError without `onDamaged`
 */
export async function listTimelines(
  repository: Repository,
  systemId: string,
  onDamaged?: (error: DamageError) => void,
): Promise<ArchivedTimeline[]> {
  const states: ArchivedTimeline[] = [];
  for await (const { name } of repository.list(archiveFolder(systemId))) {
    const [, hex] = /([0-9A-F]{8})\.state$/.exec(name) ?? [];
    if (!hex) continue;
    try {
      const state = await readTimeline(repository, systemId, Number.parseInt(hex, 16));
      if (state) states.push(state);
    } catch (error) {
      if (!onDamaged || !(error instanceof DamageError)) throw error;
      onDamaged(error);
    }
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
