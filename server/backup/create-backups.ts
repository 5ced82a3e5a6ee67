import type { Deps } from "#server/deps.ts";
import { tryWithAdvisoryLock } from "#server/platform/database/with-advisory-lock.ts";
import { readSoundTimeline } from "./archive/archive-files.ts";
import { keepArchiving } from "./archive/keep-archiving.ts";
import { refuseReturnedDatabase } from "./archive/refuse-returned-database.ts";
import { BackupError } from "./backup-error.ts";
import { dropSlot, recordUnopened } from "./backup-store.ts";
import { readCurrentTimeline, readServerFacts } from "./server-facts-store.ts";
import { copyImages, listStoredImages } from "./copy-images.ts";
import { readKeepRule } from "./decide-kept.ts";
import { readExpectedPlace } from "./expected-place.ts";
import { makeBackup } from "./make-backup.ts";
import { listBackups, nameFor, type Manifest } from "./manifest.ts";
import { openScheduledBackups } from "./open-backups.ts";
import { openPlace } from "./storage/open-place.ts";
import type { Place } from "./storage/place.ts";
import type { Repository } from "./storage/repository.ts";
import { recordTrial, TrialInterrupted } from "./trial/record-trial.ts";
import { runTrial } from "./trial/run-trial.ts";
import { readTrialState } from "./trial/trial-store.ts";

const queue = "backup.run";
const imageQueue = "backup.images";
const trialQueue = "backup.trial";
/** How long a trial restore may take; the job expires later. */
const trialLimitMs = 6 * 3_600_000;
/** An image's row can become visible this long after its time. */
const imageOverlapMs = 600_000;
const stopTimeoutMs = 1_500;

type BackupDeps = Pick<Deps, "db" | "directUrl" | "config" | "images" | "log" | "jobs">;

export type Backups = { start(): Promise<void>; stop(): Promise<void> };

/**
 * The scheduled backups of BACKUP_URL, in one process at a time, and the continuous archive of the embedded database's
 * log. Without BACKUP_URL it only makes sure that the database keeps no log for an archive.
 * @param options.program the built program, which trial restores run as a process of their own
 * @param options.archiveIntervalMs milliseconds after which a change is archived at the latest
 */
export function createBackups(
  deps: BackupDeps,
  { program, archiveIntervalMs = 10_000 }: { program: string; archiveIntervalMs?: number },
): Backups {
  const { config, db, jobs } = deps;
  const stopping = new AbortController();
  let archive: { stop: (timeoutMs: number) => Promise<void> } | null = null;

  async function start(): Promise<void> {
    await jobs.createQueue(queue, {
      name: queue,
      policy: "short",
      expireInHours: 23,
      retryLimit: 3,
      retryDelay: 300,
    });
    await startTrials(deps, { program, signal: stopping.signal });
    const images = { name: imageQueue, policy: "short" } as const;
    await jobs.createQueue(imageQueue, images);
    // In an existing queue, one killed job delayed all others for a quarter of an hour.
    await jobs.updateQueue(imageQueue, images);
    // Other tools archive the log of an external database; the images that its rows show are copied each minute.
    if (config.BACKUP_URL && config.DATABASE_URL) await jobs.schedule(imageQueue, "* * * * *");
    else await jobs.unschedule(imageQueue);
    if (!config.BACKUP_URL) {
      await jobs.unschedule(queue);
      if (!config.DATABASE_URL) await dropSlot(db);
      return;
    }
    await jobs.work(queue, { pollingIntervalSeconds: 5 }, () => runScheduled(deps));
    await jobs.schedule(queue, config.BACKUP_SCHEDULE, {}, { tz: "UTC" });
    // Neither waits for the place here: the shop opens at once, and they begin when the place can be used.
    const open = createOpener(deps);
    if (!config.DATABASE_URL) {
      archive = startArchive(deps, { open, intervalMs: archiveIntervalMs });
      return;
    }
    await jobs.work(imageQueue, createImageWorker(deps, open));
    await jobs.send(imageQueue, {});
  }

  return {
    start,
    stop: async () => {
      stopping.abort();
      await archive?.stop(stopTimeoutMs);
    },
  };
}

async function runScheduled(deps: BackupDeps): Promise<void> {
  const { config, log } = deps;
  try {
    const repository = await openOrRecord(deps);
    const say = (line: string) => log.debug(`backup: ${line}`);
    const keep = readKeepRule(config.BACKUP_KEEP);
    const source = { ...deps, env: process.env };
    const warn = (message: string) => log.error(`backup: ${message}`);
    const manifest = await makeBackup(source, repository, { say, warn, keep });
    log.info({ backup: manifest.name, place: repository.shown }, "backup: done and verified");
    const isTried = (await readTrialState(deps.db)).lastGood !== null;
    if (!isTried && config.BACKUP_TRIAL_SCHEDULE !== "off") await deps.jobs.send(trialQueue, {});
  } catch (error) {
    log.error({ err: error }, "backup: failed");
    throw error;
  }
}

/** Admins and alerts see a place that cannot be opened as a backup that failed. */
async function openOrRecord(deps: BackupDeps): Promise<Repository> {
  const { config, db } = deps;
  const startedAt = new Date();
  const place = openScheduledPlace(config);
  try {
    return await openScheduledBackups(deps, await place);
  } catch (error) {
    const kind = config.DATABASE_URL ? "dump" : "physical";
    await recordUnopened(db, {
      name: nameFor(startedAt),
      kind,
      startedAt,
      place: await showPlace(place),
      error: error instanceof BackupError ? error.message : "See the log.",
    });
    throw error;
  }
}

const openScheduledPlace = ({ BACKUP_URL }: BackupDeps["config"]) =>
  openPlace(BACKUP_URL!, process.cwd());

/** The place of BACKUP_URL as admins see it. The address itself may have a password, because of which it was refused. */
function showPlace(place: Promise<Place>): Promise<string> {
  return place.then(
    ({ shown }) => shown,
    () => "BACKUP_URL",
  );
}

/** The scheduled trial restores, and one after the first backup. */
async function startTrials(
  deps: BackupDeps,
  options: { program: string; signal: AbortSignal },
): Promise<void> {
  const { config, jobs } = deps;
  await jobs.createQueue(trialQueue, {
    name: trialQueue,
    policy: "short",
    expireInHours: 7,
    retryLimit: 1,
    retryDelay: 900,
  });
  if (!config.BACKUP_URL || config.BACKUP_TRIAL_SCHEDULE === "off") {
    await jobs.unschedule(trialQueue);
    return;
  }
  await jobs.work(trialQueue, { pollingIntervalSeconds: 5 }, () => tryScheduled(deps, options));
  await jobs.schedule(trialQueue, config.BACKUP_TRIAL_SCHEDULE, {}, { tz: "UTC" });
}

async function tryScheduled(
  deps: BackupDeps,
  { program, signal }: { program: string; signal: AbortSignal },
): Promise<void> {
  const { config, db, log } = deps;
  try {
    const place = await showPlace(openScheduledPlace(config));
    const { backup, database } = await recordTrial(deps, place, async () => {
      // The process opens the place, but does not know the shop's earlier backups.
      const expected = await readExpectedPlace({ db, config }, place, { isArchived: true });
      return runTrial(program, { expected, limitMs: trialLimitMs, signal });
    });
    log.info({ backup, rows: database?.rows }, "backup: restored on trial and checked");
  } catch (error) {
    if (error instanceof TrialInterrupted) log.info("backup: the trial restore was interrupted");
    else log.error({ err: error }, "backup: the trial restore failed");
    throw error;
  }
}

type OpenPlace = () => Promise<Repository>;

/** Opens the place of the backups, which may be possible only later. Asks for a backup, once, if it has none to continue. */
function createOpener(deps: BackupDeps): OpenPlace {
  let hasAsked = false;
  return async () => {
    const repository = await openScheduledBackups(deps, await openScheduledPlace(deps.config));
    // A damaged one must not stop the archive; the next backup warns of it.
    const { backups } = await listBackups(repository, () => undefined);
    if (!deps.config.DATABASE_URL) await refuseReturnedDatabase(deps.db, repository, backups);
    if (!hasAsked && !(await hasBackup(deps, backups))) {
      await deps.jobs.send(queue, {});
      hasAsked = true;
    }
    return repository;
  };
}

/**
 * Whether there is a backup that the archive of this database's log can continue. It has to be the newest one: after a
 * newer backup of another history, a restore of the latest state could miss this archive.
 */
async function hasBackup(
  { db, config }: BackupDeps,
  backups: readonly Manifest[],
): Promise<boolean> {
  if (config.DATABASE_URL) return backups.length > 0;
  const { systemId } = await readServerFacts(db);
  const log = backups.at(-1)?.log;
  return log?.systemId === systemId && log.timeline === (await readCurrentTimeline(db));
}

function startArchive(
  deps: BackupDeps,
  { open, intervalMs }: { open: OpenPlace; intervalMs: number },
) {
  const { db, directUrl, jobs, log } = deps;
  const onGap = async () => void (await jobs.send(queue, {}));
  const openSource = async () => {
    const repository = await open();
    const { systemId } = await readServerFacts(db);
    // Older images were stored before the part of the log that has their rows.
    const archived = await readSoundTimeline(repository, systemId, await readCurrentTimeline(db));
    const from = archived?.until ?? null;
    const copyNew = createImageCopier(deps, { repository, from });
    return { db, directUrl, repository, intervalMs, onGap, copyImages: copyNew };
  };
  return keepArchiving(openSource, log);
}

/** Copies new images at each call, and opens the place again after a failure. One process does so at a time. */
function createImageWorker(deps: BackupDeps, open: OpenPlace): () => Promise<void> {
  let copyNew: (() => Promise<void>) | null = null;
  const copy = async (): Promise<void> => {
    try {
      copyNew ??= createImageCopier(deps, { repository: await open(), from: null });
      await copyNew();
    } catch (error) {
      copyNew = null;
      throw error;
    }
  };
  return async () => void (await tryWithAdvisoryLock(deps, "backup.images", copy));
}

/** Copies the images that were uploaded since it was last called; the first time since `from`, or all that are missing. */
function createImageCopier(
  { db, images, log }: BackupDeps,
  { repository, from }: { repository: Repository; from: Date | null },
) {
  let stored: Map<string, number> | null = null;
  let since = from;
  const warnings = new Set<string>();
  /** The next backup tries these images again, and records them. */
  const warn = (message: string): void => {
    if (!warnings.has(message)) log.error(`backup: ${message}`);
    warnings.add(message);
  };
  return async (): Promise<void> => {
    await repository.check();
    stored ??= await listStoredImages(repository);
    const now = new Date();
    const recent = since && { since: new Date(+since - imageOverlapMs) };
    await copyImages({ db, images, repository }, stored, { ...recent, warn });
    since = now;
  };
}
