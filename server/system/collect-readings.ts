import { readBackupState, readTrialState, type BackupState } from "#server/backup/public.ts";
import { countUnsealed } from "#server/car-history/public.ts";
import type { Deps } from "#server/deps.ts";
import { readFetchState, type FetchState } from "#server/feeds/public.ts";
import { memoryLimit } from "#server/platform/memory-limit.ts";
import { readSchemaVersion } from "#server/platform/database/schema-version.ts";
import type { Reading } from "#server/platform/metrics/metrics.ts";
import { listCertificates } from "./certificate-store.ts";
import { poolReadings, type PoolDeps } from "./pool-readings.ts";
import { listProcesses } from "./process-store.ts";
import {
  readDatabaseState,
  readImportTotals,
  readMoneyState,
  readQueues,
  readUnsentEmails,
  type ReplicaState,
} from "./shop-state-store.ts";
import { watchArchive } from "./watch-archive.ts";

type CollectDeps = Pick<
  Deps,
  "build" | "catalogue" | "config" | "lifecycle" | "log" | "monitor" | "valuation"
> &
  PoolDeps;

/** Milliseconds for which the shop's state is kept, so that several scrapers cost one reading. */
const keptFor = 5_000;

/** Reads every gauge at a scrape. A database that does not answer leaves out what comes from it. */
export function createCollector(
  deps: CollectDeps,
  now: () => number = () => Date.now(),
): () => Promise<Reading[]> {
  let latest: { readings: Promise<Reading[]>; until: number } | null = null;
  const archiveAge = watchArchive();
  const ageOf: AgeOf = ({ position, bytesBehind: behind }) =>
    archiveAge({ position, behind }, now());
  return async () => {
    if (!latest || latest.until < now())
      latest = { readings: readShop(deps, ageOf), until: now() + keptFor };
    const [shop, lag] = await Promise.all([latest.readings, readCatalogueLag(deps)]);
    return [...readProcess(deps), ...lag, ...shop];
  };
}

function readProcess(deps: CollectDeps): Reading[] {
  const { build, catalogue, lifecycle, valuation } = deps;
  const { version, commit, node } = build;
  return [
    { gauge: "build", labels: { version, commit: commit ?? "unknown", node }, value: 1 },
    { gauge: "memoryLimit", value: memoryLimit() },
    { gauge: "draining", value: Number(lifecycle.isDraining) },
    { gauge: "catalogueListings", value: catalogue.listedCount() },
    { gauge: "valuationVersion", value: valuation.versionId() },
    ...poolReadings(deps),
    ...readReplicas(deps),
  ];
}

function readReplicas({ config, replicas }: CollectDeps): Reading[] {
  if (!config.DATABASE_REPLICA_URL) return [];
  const { used, aside } = replicas.usage();
  return [
    { gauge: "readReplicas", labels: { state: "used" }, value: used },
    { gauge: "readReplicas", labels: { state: "aside" }, value: aside },
  ];
}

// Not kept, because it belongs to the process.
async function readCatalogueLag({ catalogue, monitor }: CollectDeps): Promise<Reading[]> {
  try {
    return [{ gauge: "catalogueLag", value: await catalogue.lagSeconds(monitor.db) }];
  } catch {
    return [];
  }
}

type AgeOf = (archive: NonNullable<BackupState["archive"]>) => number;

async function readShop(deps: CollectDeps, ageOf: AgeOf): Promise<Reading[]> {
  const { db } = deps.monitor;
  try {
    // One after the other: the monitor has one connection.
    return [
      { gauge: "databaseUp", value: 1 },
      { gauge: "schema", value: (await readSchemaVersion(db)).migrations },
      ...queueReadings(await readQueues(db)),
      ...emailReadings(await readUnsentEmails(db)),
      { gauge: "unsealedEvents", value: await countUnsealed(db) },
      ...moneyReadings(await readMoneyState(db)),
      ...importReadings(await readImportTotals(db)),
      ...feedReadings(await readFetchState(db)),
      ...databaseReadings(await readDatabaseState(db)),
      ...(await readBackups(deps, ageOf)),
      ...certificateReadings(await listCertificates(db)),
      {
        gauge: "processes",
        value: (await listProcesses(db)).filter(({ isAlive }) => isAlive).length,
      },
    ];
  } catch (error) {
    deps.log.warn({ err: error }, "metrics: the database does not respond");
    return [{ gauge: "databaseUp", value: 0 }];
  }
}

function queueReadings(queues: Awaited<ReturnType<typeof readQueues>>): Reading[] {
  return queues.flatMap(({ name: queue, oldest, waiting, active, failed }): Reading[] => [
    { gauge: "queueJobs", labels: { queue, state: "waiting" }, value: waiting },
    { gauge: "queueJobs", labels: { queue, state: "active" }, value: active },
    { gauge: "queueJobs", labels: { queue, state: "failed" }, value: failed },
    { gauge: "queueOldest", labels: { queue }, value: oldest },
  ]);
}

function emailReadings({
  unsent,
  oldest,
}: Awaited<ReturnType<typeof readUnsentEmails>>): Reading[] {
  return [
    { gauge: "emailsUnsent", value: unsent },
    { gauge: "emailsOldest", value: oldest },
  ];
}

function moneyReadings(state: Awaited<ReturnType<typeof readMoneyState>>): Reading[] {
  return [
    { gauge: "holds", value: state.holds },
    { gauge: "quarantined", value: state.quarantined },
    { gauge: "refundsFailed", value: state.refundsFailed },
  ];
}

function importReadings(totals: Awaited<ReturnType<typeof readImportTotals>>): Reading[] {
  const sum = (of: "imported" | "duplicates" | "quarantined") =>
    totals.reduce((total, one) => total + one[of], 0);
  const runs = (outcome: string) => totals.find((one) => one.outcome === outcome)?.runs ?? 0;
  const readings: Reading[] = [
    ...["done", "stopped", "failed"].map((outcome): Reading => ({
      gauge: "imports",
      labels: { outcome },
      value: runs(outcome),
    })),
    { gauge: "importRows", labels: { result: "imported" }, value: sum("imported") },
    { gauge: "importRows", labels: { result: "duplicate" }, value: sum("duplicates") },
    { gauge: "importRows", labels: { result: "quarantined" }, value: sum("quarantined") },
  ];
  if (totals.length > 0)
    readings.push({
      gauge: "lastImport",
      value: Math.max(...totals.map(({ lastAt }) => lastAt)),
    });
  return readings;
}

function feedReadings({ fetched, failing, overdue }: FetchState): Reading[] {
  return [
    { gauge: "feeds", labels: { state: "ok" }, value: fetched - failing },
    { gauge: "feeds", labels: { state: "failing" }, value: failing - overdue },
    { gauge: "feeds", labels: { state: "overdue" }, value: overdue },
  ];
}

function databaseReadings({
  isReplica,
  replicas,
}: Awaited<ReturnType<typeof readDatabaseState>>): Reading[] {
  return [
    { gauge: "isReplica", value: Number(isReplica) },
    ...(isReplica ? [] : countReplicas(replicas)),
    ...replicas.flatMap(({ name: replica, lagBytes }): Reading[] =>
      lagBytes === null ? [] : [{ gauge: "replicaLag", labels: { replica }, value: lagBytes }],
    ),
  ];
}

function countReplicas(replicas: readonly ReplicaState[]): Reading[] {
  const readings: Reading[] = [{ gauge: "replicasConnected", value: replicas.length }];
  if (replicas.every(({ isSynchronous }) => isSynchronous !== null))
    readings.push({
      gauge: "replicasSynchronous",
      value: replicas.filter(({ isSynchronous }) => isSynchronous).length,
    });
  return readings;
}

async function readBackups({ config, monitor }: CollectDeps, ageOf: AgeOf): Promise<Reading[]> {
  const { lastGood, lastAttempt, lastRestored, archive } = await readBackupState(monitor.db);
  const { last: trial } = await readTrialState(monitor.db);
  const isScheduled = config.BACKUP_URL !== undefined;
  const isTried = isScheduled && config.BACKUP_TRIAL_SCHEDULE !== "off";
  const readings: Reading[] = [
    { gauge: "backupScheduled", value: Number(isScheduled) },
    { gauge: "trialScheduled", value: Number(isTried) },
    { gauge: "backupFailed", value: Number(Boolean(lastAttempt?.error)) },
    { gauge: "trialFailed", value: Number(Boolean(trial?.error)) },
  ];
  if (lastGood) readings.push({ gauge: "lastBackup", value: +lastGood.startedAt / 1_000 });
  if (lastRestored?.restoredAt)
    readings.push({ gauge: "lastRestored", value: +lastRestored.restoredAt / 1_000 });
  if (archive)
    readings.push(
      { gauge: "archiveRunning", value: Number(archive.isRunning) },
      { gauge: "archiveBehind", value: archive.bytesBehind },
      { gauge: "archiveAge", value: ageOf(archive) },
    );
  return readings;
}

function certificateReadings(
  certificates: Awaited<ReturnType<typeof listCertificates>>,
): Reading[] {
  return certificates.flatMap(({ service, expiresAt }): Reading[] =>
    expiresAt === null
      ? []
      : [{ gauge: "certificates", labels: { service }, value: expiresAt.getTime() / 1_000 }],
  );
}
