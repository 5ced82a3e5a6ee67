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
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { BackupError, findBrokenReferences } from "#server/backup/public.ts";
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
  const draft = path.join(dataDir, `upgrading-${process.pid}`);
  await mkdir(draft);
  // The server's user, where root starts it, must be able to pass.
  await chmod(draft, 0o755);
  try {
    const summary = await copyInto(draft, upgrade);
    say("putting the new database in its place");
    const next = path.join(dataDir, `upgraded-${process.pid}`);
    const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
    const aside = path.join(dataDir, `postgres-${from}-before-upgrade-${time}Z`);
    await rename(path.join(draft, "postgres"), next);
    await replaceCluster(dataDir, { next, aside });
    return { ...summary, from, to, aside };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
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
  if (postmaster && isServerRunning(postmaster))
    throw new BackupError(
      `The database in ${path.dirname(cluster)} is running. Stop the shop first. Nothing was changed.`,
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
): Promise<CopySummary> {
  say("starting the old database");
  const old = await startEmbeddedPostgres({ dataDir, log: say, binDirectory: oldPrograms });
  try {
    const source = await connectForCopy(old.connectionString);
    const { lastMigration, hasSimulator } = await describeDatabase(source);
    if (lastMigration > readNewestMigration())
      throw new BackupError(
        "The database was used by a newer version of the program. Update the program first (git pull).",
      );
    const created = await startEmbeddedPostgres({ dataDir: draft, log: say });
    try {
      await migrateUpTo(created.connectionString, lastMigration);
      if (hasSimulator) await createSimulatorTables(created.connectionString);
      const target = await connectForCopy(created.connectionString);
      const summary = await copyDatabase(source, target, say);
      await target.end();
      await refuseBrokenReferences(created.connectionString);
      return summary;
    } finally {
      await created.stop(60_000);
    }
  } finally {
    await old.stop(60_000);
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
