import { chmod, mkdir, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import path from "node:path";
import { migrateUpTo, readNewestMigration } from "#server/platform/database/migrate.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { clusterVersion } from "#server/platform/embedded-postgres/cluster-version.ts";
import { findPackagedBinaries } from "#server/platform/embedded-postgres/postgres-binaries.ts";
import {
  isServerRunning,
  readPostmaster,
} from "#server/platform/embedded-postgres/postmaster-file.ts";
import { replaceCluster } from "#server/platform/embedded-postgres/replace-cluster.ts";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { BackupError, findBrokenReferences } from "#server/backup/public.ts";
import { readOnly, upgradePrefixes } from "./clear-killed-upgrade.ts";
import {
  connectForCopy,
  copyDatabase,
  describeDatabase,
  type CopySummary,
} from "./copy-database-store.ts";

export type Upgraded = CopySummary & { from: number; to: number; aside: string };

type Upgrade = {
  dataDir: string;
  /** The programs of the version that made the database. */
  oldPrograms: string;
  /** Creates the tables of the card provider's simulator. */
  createSimulatorTables: (connectionString: string) => Promise<void>;
  say: (line: string) => void;
};

/**
 * Moves the embedded database to the major version of the installed package: it copies every row into a new database
 * beside it, compares both, and exchanges the folders in the last step. The old one is only read.
 * @throws BackupError if the database is running, newer than the program, or cannot be copied exactly
 */
export async function upgradeDatabase(upgrade: Upgrade): Promise<Upgraded> {
  const { dataDir, say } = upgrade;
  const from = await checkOld(dataDir);
  const to = findPackagedBinaries().majorVersion;
  const draft = path.join(dataDir, `${upgradePrefixes.draft}${process.pid}`);
  await mkdir(draft);
  // The server's user, where root starts it, must be able to pass.
  await chmod(draft, 0o755);
  const { signal, ignore } = listenToSignals();
  try {
    const summary = await copyInto(draft, upgrade, signal);
    say("putting the new database in its place");
    const next = path.join(dataDir, `${upgradePrefixes.database}${process.pid}`);
    const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
    const aside = path.join(dataDir, `postgres-${from}-before-upgrade-${time}Z`);
    await rename(path.join(draft, "postgres"), next);
    await replaceCluster(dataDir, { next, aside });
    return { ...summary, from, to, aside };
  } finally {
    await rm(draft, { recursive: true, force: true });
    ignore();
  }
}

/** SIGINT and the like end the copy, and not the process, which has two servers to stop. */
function listenToSignals(): { signal: AbortSignal; ignore: () => void } {
  const interruption = new AbortController();
  const onSignal = () => interruption.abort();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return {
    signal: interruption.signal,
    ignore: () => {
      for (const signal of signals) process.off(signal, onSignal);
    },
  };
}

/** @returns the major version of the database */
async function checkOld(dataDir: string): Promise<number> {
  const cluster = path.join(dataDir, "postgres", "cluster");
  const version = clusterVersion(cluster);
  if (version === null) throw new BackupError(`There is no database in ${path.dirname(cluster)}.`);
  refuseRunning(cluster);
  const { bavail, bsize } = await statfs(dataDir);
  const needed = await sizeOf(cluster);
  if (bavail * bsize < needed)
    throw new BackupError(
      `${dataDir} needs ${Math.ceil(needed / 1024 / 1024)} MB of free space for the new database. Free some space and run it again. Nothing was changed.`,
    );
  return version;
}

export function refuseRunning(cluster: string): void {
  const postmaster = readPostmaster(cluster);
  if (postmaster && isServerRunning(postmaster)) throw running(path.dirname(cluster));
}

function running(folder: string): BackupError {
  return new BackupError(
    `The database in ${folder} is running. Stop the shop first. Nothing was changed.`,
  );
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) bytes += (await stat(path.join(entry.parentPath, entry.name))).size;
  return bytes;
}

async function copyInto(
  draft: string,
  { dataDir, oldPrograms, createSimulatorTables, say }: Upgrade,
  signal: AbortSignal,
): Promise<CopySummary> {
  const servers: EmbeddedPostgres[] = [];
  const start = async (options: Parameters<typeof startEmbeddedPostgres>[0]) => {
    const server = await startEmbeddedPostgres(options);
    servers.push(server);
    signal.addEventListener("abort", () => void server.stop().catch(() => undefined));
    signal.throwIfAborted();
    return server;
  };
  try {
    say("starting the old database");
    const settings = readOnly;
    const old = await start({ dataDir, log: say, binDirectory: oldPrograms, settings });
    if (old.adopted) throw running(dataDir);
    const source = await connectForCopy(old.connectionString);
    const { lastMigration, hasSimulator } = await describeDatabase(source);
    if (lastMigration > readNewestMigration())
      throw new BackupError(
        "The database was used by a newer version of the program. Update the program first (git pull).",
      );
    const created = await start({ dataDir: draft, log: say });
    await migrateUpTo(created.connectionString, lastMigration);
    if (hasSimulator) await createSimulatorTables(created.connectionString);
    const target = await connectForCopy(created.connectionString);
    const summary = await copyDatabase(source, target, say);
    await target.end();
    await refuseBrokenReferences(created.connectionString);
    signal.throwIfAborted();
    return summary;
  } catch (error) {
    if (!signal.aborted) throw error;
    throw new BackupError("The upgrade was interrupted. Nothing was changed: run it again.");
  } finally {
    await Promise.all(servers.map((server) => server.stop(60_000)));
  }
}

async function refuseBrokenReferences(connectionString: string): Promise<void> {
  const { db, pool } = connectDatabase(connectionString, 1);
  try {
    const problems = await findBrokenReferences(db);
    if (problems.length > 0) throw new BackupError(`${problems.join(" ")} Nothing was changed.`);
  } finally {
    await pool.end();
  }
}
