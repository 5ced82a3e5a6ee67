import {
  readLsn,
  segmentName,
  type Segment,
  type TimelineSwitch,
} from "#server/platform/replication/lsn.ts";
import { historyName, type ArchivedTimeline } from "../archive/archive-files.ts";
import { BackupError } from "../backup-error.ts";
import type { Manifest } from "../manifest.ts";

export type RestoreTarget =
  { kind: "latest" } | { kind: "time"; time: Date } | { kind: "backup"; name: string };

/** An archived timeline with its ancestors. */
export type KnownTimeline = ArchivedTimeline & { ancestors: TimelineSwitch[] };

export type RestorePlan = {
  backup: Manifest;
  /** The log to apply on top of the backup; null: only what the backup itself has. */
  log: { timeline: number; history: string | null; until: Date; time: Date | null } | null;
};

/**
 * Chooses the backup and the log for a target. Of several histories (each restore starts a new one), it takes the one
 * that the shop was in at that time. That need not be the newest: a restore can be undone, or tried on another machine.
 * @param timelines the archived timelines of the newest backup's database
 * @throws BackupError that names the times and backups that can be chosen
 */
export function planRestore(
  backups: readonly Manifest[],
  timelines: readonly KnownTimeline[],
  target: RestoreTarget,
): RestorePlan {
  const newest = backups.at(-1);
  if (!newest) throw new BackupError("There is no complete backup in this place.");
  if (target.kind === "backup") return { backup: findBackup(backups, target.name), log: null };
  const time = target.kind === "time" ? target.time : null;
  const timeline = time
    ? timelines.findLast(({ since, until }) => since <= time && until >= time)
    : timelines.toSorted((one, other) => +endOf(one) - +endOf(other)).at(-1);
  const base = timeline && findBase(ofNewestDatabase(backups), timeline, time);
  if (target.kind === "latest") {
    // A backup of another kind, or made while nothing was archived, can be newer than the log.
    const isNewer = timeline && base && isLogNewer(timeline, base, newest);
    return isNewer ? planFor(base, timeline, null) : { backup: newest, log: null };
  }
  if (!timeline || !base || !time)
    throw new BackupError(
      `The shop cannot be restored to ${shownTime(target.time)}. ${explainTimes(backups, timelines)}`,
    );
  return planFor(base, timeline, time);
}

/** Leaves out those from before an upgrade of PostgreSQL, after which another database begins its log. */
export function ofNewestDatabase(backups: readonly Manifest[]): readonly Manifest[] {
  const systemId = backups.at(-1)?.log?.systemId;
  return backups.filter(({ log }) => log?.systemId === systemId);
}

/** When this history was last in use. A history that has just begun is not complete up to any time yet. */
function endOf({ since, until }: KnownTimeline): Date {
  return since > until ? since : until;
}

/** By the position in the log if both have one, because the clock may have been set back between them. */
function isLogNewer(timeline: KnownTimeline, base: Manifest, newest: Manifest): boolean {
  const { log } = newest;
  if (!log || base.name !== newest.name) return timeline.until >= newest.consistentAt;
  return timeline.timeline !== log.timeline || readLsn(timeline.lsn) >= readLsn(log.endLsn);
}

function planFor(backup: Manifest, timeline: KnownTimeline, time: Date | null): RestorePlan {
  const history = timeline.timeline === 1 ? null : historyName(timeline.timeline);
  return {
    backup,
    log: { timeline: timeline.timeline, history, until: timeline.until, time },
  };
}

function findBackup(backups: readonly Manifest[], name: string): Manifest {
  const namedBackup = backups.find((backup) => backup.name === name);
  if (namedBackup) return namedBackup;
  const names = backups.map((backup) => backup.name).join(", ");
  throw new BackupError(`There is no backup named ${name}. There are: ${names}.`);
}

/** The newest backup from which this timeline's log leads to the time. */
function findBase(
  backups: readonly Manifest[],
  timeline: KnownTimeline,
  time: Date | null,
): Manifest | undefined {
  return backups.findLast(
    ({ log, consistentAt }) => log && isOn(timeline, log) && (!time || consistentAt <= time),
  );
}

/** Whether the log of a timeline leads on from a backup at this position. */
export function isOn(timeline: KnownTimeline, log: NonNullable<Manifest["log"]>): boolean {
  if (log.timeline === timeline.timeline) return true;
  const ancestor = timeline.ancestors.find((one) => one.timeline === log.timeline);
  return ancestor !== undefined && readLsn(log.endLsn) <= ancestor.lsn;
}

/**
 * The moment of a restored state: the time that was asked for, or up to which everything is stored. The log can have some
 * changes after the latter, which are restored too.
 * @param lastChange of the restored database, in UTC without a time zone
 */
export function momentOf({ backup, log }: RestorePlan, lastChange: string | null): Date {
  if (log?.time) return log.time;
  const until = log?.until ?? backup.consistentAt;
  if (!lastChange) return until;
  // A date has milliseconds, and PostgreSQL microseconds: the moment after the change, not the one before it.
  const isBetween = /[.]\d{3}\d*[1-9]/.test(lastChange);
  const last = new Date(+new Date(`${lastChange.replace(" ", "T")}Z`) + (isBetween ? 1 : 0));
  return last > until ? last : until;
}

/**
 * The newest state that a place has, so that a person who knows of a newer one notices that the place was put back to an
 * earlier state.
 */
export function explainNewest(
  { shown }: { shown: string },
  backups: readonly Manifest[],
  timelines: readonly KnownTimeline[],
): string {
  const newest = backups.at(-1)!;
  // Not of an abandoned history, or of a log that no backup leads to.
  const { log, backup } = planRestore(backups, timelines, { kind: "latest" });
  const state = log?.until ?? backup.consistentAt;
  const number = newest.number > 0 ? ` (number ${newest.number} of this place)` : "";
  return `the newest state in ${shown} is of ${shownTime(state)} UTC, the newest backup is ${newest.name}${number}`;
}

/** The times that a shop can be restored to, for messages and `--list`. */
export function explainTimes(
  backups: readonly Manifest[],
  timelines: readonly KnownTimeline[],
): string {
  if (backups.length === 0) return "There is no complete backup.";
  const ranges = timelines.flatMap((timeline) => {
    const first = ofNewestDatabase(backups).find(({ log }) => log && isOn(timeline, log));
    if (!first) return [];
    const from = first.consistentAt > timeline.since ? first.consistentAt : timeline.since;
    const { until } = timeline;
    return from <= until ? [`from ${shownTime(from)} to ${shownTime(until)}`] : [];
  });
  const names = backups.map(({ name }) => name).join(", ");
  const byName = `Backups that can be restored by name: ${names}.`;
  if (ranges.length === 0 && timelines.length > 0)
    return `The archive has nothing after these backups yet. ${byName}`;
  return ranges.length === 0
    ? `There is no continuous archive, so only backups can be restored. ${byName}`
    : `Times that can be restored: ${ranges.join("; ")} (UTC). ${byName}`;
}

export function shownTime(time: Date): string {
  return time
    .toISOString()
    .replace("T", " ")
    .replace(/([.]000)?Z$/, "");
}

/** The space that a restore needs for the database and the log that is applied to it. */
export function bytesOf({ backup, log }: RestorePlan, timelines: readonly KnownTimeline[]): number {
  const timeline = timelines.find((one) => one.timeline === log?.timeline);
  const segments = timeline && backup.log ? neededSegments(backup.log, timeline).length : 0;
  return backup.unpackedBytes + segments * (backup.log?.segmentBytes ?? 0);
}

export type NeededSegment = Segment & { name: string };

/**
 * The segments of the log between a backup and the end of a timeline, in order. Where a timeline ends within a segment,
 * the next one has its own copy of that segment.
 */
export function neededSegments(
  log: NonNullable<Manifest["log"]>,
  timeline: KnownTimeline,
): NeededSegment[] {
  const size = BigInt(log.segmentBytes);
  const ancestors = timeline.ancestors.filter((one) => one.timeline >= log.timeline);
  const path: TimelineSwitch[] = [
    ...ancestors,
    { timeline: timeline.timeline, lsn: readLsn(timeline.lsn) },
  ];
  const segments: NeededSegment[] = [];
  let number = readLsn(log.startLsn) / size;
  path.forEach(({ timeline: current, lsn }, at) => {
    const isLast = at === path.length - 1;
    // A position at the very start of a segment has nothing in it yet.
    const end = isLast ? (lsn - 1n) / size + 1n : lsn / size;
    for (; number < end; number += 1n) {
      const segment = { timeline: current, number };
      segments.push({ ...segment, name: segmentName(segment, log.segmentBytes) });
    }
  });
  return segments;
}

/** Reads "2026-11-22 14:30", with seconds and a time zone if given; UTC otherwise. Null if it is not a time. */
export function readTime(text: string): Date | null {
  const [, day, clock, zone] =
    /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:[.]\d+)?)?)\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(
      text.trim(),
    ) ?? [];
  if (!day || !clock) return null;
  const time = new Date(`${day}T${clock}${zone ?? "Z"}`);
  return Number.isNaN(+time) ? null : time;
}
