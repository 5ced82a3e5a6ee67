import { chown, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { chooseDatabaseUser } from "#server/platform/embedded-postgres/database-user.ts";
import { EmbeddedPostgresError } from "#server/platform/embedded-postgres/embedded-postgres-error.ts";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { readLsn, readTimelineHistory } from "#server/platform/replication/lsn.ts";
import { historyName } from "../archive/archive-files.ts";
import { BackupError, explainSystemError } from "../backup-error.ts";
import { readBase } from "../read-base.ts";
import type { Repository } from "../storage/repository.ts";
import { extractEntry } from "./extract-base.ts";
import { fetchLog } from "./fetch-log.ts";
import { findNewestTimeline } from "./newest-timeline.ts";
import { shownTime, type KnownTimeline, type RestorePlan } from "./plan-restore.ts";
import { writeConfiguration } from "./write-configuration.ts";

export type BuiltCluster = {
  server: EmbeddedPostgres;
  /** When the last change in it was committed, by the log of the server; null if it applied none. */
  lastChange: string | null;
};

/**
 * Builds a database from a physical backup in `<folder>/postgres`, applies the archived log up to the plan's target, and
 * leaves its server running.
 * @param folder exists and is empty
 * @throws BackupError if anything is missing or damaged, or the target was not reached
 */
export async function buildCluster(
  repository: Repository,
  { plan, timelines }: { plan: RestorePlan; timelines: readonly KnownTimeline[] },
  { folder, say }: { folder: string; say: (line: string) => void },
): Promise<BuiltCluster> {
  const dataDir = path.join(folder, "postgres", "cluster");
  const { identity } = chooseDatabaseUser(dataDir, folder);
  let gap: BackupError | null = null;
  const own = async (file: string) => {
    if (identity) await chown(file, identity.uid, identity.gid);
  };
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await own(path.dirname(dataDir));
    await own(dataDir);
    say("copying the database back and comparing it with its hashes");
    await readBase(repository, plan.backup, (entry) => extractEntry(entry, dataDir, own));
    await writePassword(path.join(folder, "postgres", "password"), plan, own);
    gap = await prepareLog(repository, { plan, timelines, dataDir, say });
    await reserveTimelines(repository, plan, path.join(dataDir, "pg_wal"));
    await writeConfiguration(dataDir, own);
    const logFolder = path.join(dataDir, "pg_wal");
    for (const name of await readdir(logFolder)) await own(path.join(logFolder, name));
  } catch (error) {
    throw explainSystemError(error, folder);
  }
  say("starting PostgreSQL, which applies the log");
  const { server, isWholeLog } = await recover(folder, plan, gap);
  if (isWholeLog)
    await checkReached(dataDir, plan, timelines).catch(async (error: unknown) => {
      await server.stop();
      throw error;
    });
  return { server, lastChange: await readLastChange(path.join(folder, "postgres")) };
}

async function writePassword(
  file: string,
  { backup }: RestorePlan,
  own: (file: string) => Promise<void>,
): Promise<void> {
  const password = backup.shop.databasePassword ?? "";
  // It becomes a part of the address that the program connects to.
  if (!/^[\w-]+$/.test(password))
    throw new BackupError(`The backup ${backup.name} lacks the password of its database.`);
  await writeFile(file, password, { mode: 0o600, flush: true });
  await own(file);
}

/**
 * @returns what the log lacks, for which a restore to an earlier time has no need
 * @throws BackupError with the same if all of the log is to be applied
 */
async function prepareLog(
  repository: Repository,
  from: {
    plan: RestorePlan;
    timelines: readonly KnownTimeline[];
    dataDir: string;
    say: (line: string) => void;
  },
): Promise<BackupError | null> {
  const { plan, timelines, dataDir, say } = from;
  const timeline = timelines.find((one) => one.timeline === plan.log?.timeline);
  if (!plan.log || !timeline) return null;
  const folder = path.join(dataDir, "pg_wal");
  const present = new Set(await readdir(folder));
  say("fetching the archived log");
  const gap = await fetchLog(
    repository,
    { backup: plan.backup, timeline },
    { folder, present, say },
  );
  if (gap && !plan.log.time) throw gap;
  return gap;
}

/**
 * A restored database takes the next timeline that has no history file, and stops at the first gap. If it took a number
 * that an earlier restore has used, the archive would mix two histories. So all used numbers get an empty history file.
 */
async function reserveTimelines(
  repository: Repository,
  { backup, log }: RestorePlan,
  folder: string,
): Promise<void> {
  const { systemId, timeline: first } = backup.log!;
  const restored = log?.timeline ?? first;
  const newest = await findNewestTimeline(repository, systemId);
  for (let timeline = restored + 1; timeline <= newest; timeline += 1)
    await writeFile(path.join(folder, historyName(timeline)), "", { mode: 0o600 });
}

/** @returns also whether all of the log was to be applied, not only a part up to a time */
async function recover(
  folder: string,
  plan: RestorePlan,
  gap: BackupError | null,
): Promise<{ server: EmbeddedPostgres; isWholeLog: boolean }> {
  const settings: Record<string, string> = {
    // Everything that is needed is in pg_wal already. PostgreSQL requires a command, and this one finds nothing.
    restore_command: "exit 1",
    recovery_target_timeline: plan.log ? String(plan.log.timeline) : "current",
    recovery_target_action: "promote",
    hot_standby: "off",
    // Triggers of the restored database have nothing to do while it is checked.
    event_triggers: "off",
  };
  const start = (target: Record<string, string>) =>
    startEmbeddedPostgres({
      dataDir: folder,
      log: () => undefined,
      settings: { ...settings, ...target },
    });
  const time = plan.log?.time ?? null;
  try {
    if (!plan.log)
      return { server: await start({ recovery_target: "immediate" }), isWholeLog: false };
    // PostgreSQL reads this before it knows the names of time zones, Z included.
    const text = time?.toISOString().replace("T", " ").replace("Z", "+00");
    const server = await start(text ? { recovery_target_time: text } : {});
    return { server, isWholeLog: !text };
  } catch (error) {
    // The log is complete until after this time, but nothing was changed after it: all of the log is what was asked for.
    const isWithinLog = time && /ended before configured recovery target/.test(String(error));
    if (isWithinLog && gap)
      throw new BackupError(
        `The shop cannot be restored to ${shownTime(time)} UTC. ${gap.message} ${await explainGap(folder)}`,
      );
    if (isWithinLog) return { server: await start({}), isWholeLog: true };
    if (error instanceof EmbeddedPostgresError)
      throw new BackupError(`The backup ${plan.backup.name} does not start: ${error.message}.`);
    throw error;
  }
}

/** After a recovery that ended before its target. */
async function explainGap(folder: string): Promise<string> {
  const last = await readLastChange(path.join(folder, "postgres"));
  return last
    ? `The last change before them is of ${last}.`
    : "The backup has no changes before them.";
}

/** PostgreSQL takes the first damaged record for the end of its log. */
async function checkReached(
  dataDir: string,
  plan: RestorePlan,
  timelines: readonly KnownTimeline[],
): Promise<void> {
  const timeline = timelines.find((one) => one.timeline === plan.log?.timeline);
  if (!plan.log || !timeline) return;
  const names = await readdir(path.join(dataDir, "pg_wal"));
  const newest = names
    .filter((name) => name.endsWith(".history"))
    .toSorted()
    .at(-1);
  const history = newest && (await readFile(path.join(dataDir, "pg_wal", newest), "utf8"));
  const reached = readTimelineHistory(history ?? "").at(-1)?.lsn ?? 0n;
  if (reached + BigInt(plan.backup.log!.segmentBytes) < readLsn(timeline.lsn))
    throw new BackupError(
      `The archived log is damaged: PostgreSQL could apply only a part of it. Use --to ${plan.backup.name} to restore the backup without it.`,
    );
}

async function readLastChange(folder: string): Promise<string | null> {
  const text = await readFile(path.join(folder, "server.log"), "utf8").catch(() => "");
  return /last completed transaction was at log time ([\d: .-]+)/.exec(text)?.[1]?.trim() ?? null;
}
