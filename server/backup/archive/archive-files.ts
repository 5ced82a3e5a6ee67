import { z } from "zod";
import {
  readLsn,
  readSegmentName,
  readTimelineHistory,
  segmentName,
  type Segment,
} from "#server/platform/replication/lsn.ts";
import { BackupError, DamageError, nullIfDamaged } from "../backup-error.ts";
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

const withoutLog =
  "To restore without this log, name a backup or a time with --to. npm run restore -- --list shows them. To verify without it, name a backup with --backup.";

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
      `${name} in ${repository.shown} is damaged, so it is not known up to where the archived log is complete. The shop begins its archive again when it runs, with a new backup if it needs one. ${withoutLog}`,
    );
  }
}

/** The same as `readTimeline`, for callers that write the record again: a damaged one counts as lost. */
export async function readSoundTimeline(
  repository: Repository,
  systemId: string,
  timeline: number,
): Promise<ArchivedTimeline | null> {
  return readTimeline(repository, systemId, timeline).catch(nullIfDamaged);
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

/** The numbers of the timelines that files of a database's archive are named for, also of damaged ones: none is read. */
export async function listTimelineNumbers(
  repository: Repository,
  systemId: string,
): Promise<Set<number>> {
  const numbers = new Set<number>();
  for await (const { name } of repository.list(archiveFolder(systemId))) {
    const [, hex] = /\/([0-9A-F]{8})(?:[0-9A-F]{16}|[.]state|[.]history)$/.exec(name) ?? [];
    if (hex) numbers.add(Number.parseInt(hex, 16));
  }
  return numbers;
}

/**
 * Refuses an archive that has log after a backup, but not the record up to where it is complete: without that, a restore
 * would leave the log out. A record that cannot be read counts as lost; `readTimelines` says what is wrong with it.
 * @throws BackupError that names the timeline
 */
export async function refuseLostState(
  repository: Repository,
  { systemId, endLsn, segmentBytes }: NonNullable<Manifest["log"]>,
): Promise<void> {
  const archived = await listTimelines(repository, systemId, () => undefined);
  const recorded = new Set(archived.map(({ timeline }) => timeline));
  const last = readLsn(endLsn) / BigInt(segmentBytes);
  for await (const { name } of repository.list(archiveFolder(systemId))) {
    const segment = readSegmentName(name.slice(name.lastIndexOf("/") + 1), segmentBytes);
    if (segment && segment.number > last && !recorded.has(segment.timeline))
      throw new BackupError(
        `${repository.shown} has archived changes after the newest backup, but has lost the record of them (${timelineFile(systemId, segment.timeline, "state")}). Look for what removed it. ${withoutLog}`,
      );
  }
}

/**
 * The history file of a timeline, which says which others it descends from. The first timeline has none: what has its name
 * is not of the shop.
 * @throws DamageError that says what to do
 */
export async function readHistory(
  repository: Repository,
  systemId: string,
  timeline: number,
): Promise<Buffer | null> {
  if (timeline === 1) return null;
  const name = timelineFile(systemId, timeline, "history");
  const text = await readWhole(repository, name).catch(nullIfDamaged);
  if (text && readTimelineHistory(text.toString()).length > 0) return text;
  throw new DamageError(
    `${name} in ${repository.shown} is missing or damaged, so it is not known which backups this archived log continues. The shop writes it again at its next start if it still uses this log. ${withoutLog}`,
  );
}

export async function writeHistory(
  repository: Repository,
  systemId: string,
  { timeline, text }: { timeline: number; text: Buffer },
): Promise<void> {
  await repository.write(timelineFile(systemId, timeline, "history"), text);
}
