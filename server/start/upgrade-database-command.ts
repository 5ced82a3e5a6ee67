import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { BackupError, refuseOptions, runToExitCode } from "#server/backup/public.ts";
import { clearKilledUpgrade } from "#server/database-upgrade/clear-killed-upgrade.ts";
import { findOldPrograms, listOldDatabases } from "#server/database-upgrade/find-old-programs.ts";
import { refuseRunning, upgradeDatabase } from "#server/database-upgrade/upgrade-database.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { clusterVersion } from "#server/platform/embedded-postgres/cluster-version.ts";
import { findPackagedBinaries } from "#server/platform/embedded-postgres/postgres-binaries.ts";
import {
  finishReplacement,
  replaceCluster,
} from "#server/platform/embedded-postgres/replace-cluster.ts";
import { openSimulatorDatabase } from "#simulators/payment-provider/state/database-store.ts";

const usage = `Usage: npm run upgrade-database -- [--old-bin DIR | --install-old] [--undo | --remove-old]
  moves the embedded database to the PostgreSQL version of this program; the old database is kept
  --old-bin DIR   the programs of the PostgreSQL version that made the database
  --install-old   install these programs with npm into DATA_DIR
  --undo          go back to the database as it was before the upgrade
  --remove-old    delete the databases that upgrades have kept`;

/** `upgrade-database`. Returns the exit code: 0 done, 1 not possible, 2 wrong command. */
export async function runUpgradeDatabase(argv: string[]): Promise<number> {
  return runToExitCode(argv, usage, async () => {
    const { values } = parseArgs({
      args: argv,
      options: {
        "old-bin": { type: "string" },
        "install-old": { type: "boolean" },
        undo: { type: "boolean" },
        "remove-old": { type: "boolean" },
      },
    });
    if (values.undo) refuseOptions("--undo", values, ["undo"]);
    if (values["remove-old"]) refuseOptions("--remove-old", values, ["remove-old"]);
    if (values["install-old"]) refuseOptions("--install-old", values, ["install-old"]);
    const config = loadConfig(process.env);
    if (config.DATABASE_URL)
      throw new BackupError(
        "DATABASE_URL is set, so the shop uses your own PostgreSQL. Upgrade that with its own tools (pg_upgrade).",
      );
    const dataDir = path.resolve(config.DATA_DIR);
    if (!existsSync(dataDir)) throw noDatabase(dataDir);
    await finishReplacement(dataDir);
    await clearKilledUpgrade(dataDir);
    if (values.undo) return undo(dataDir);
    if (values["remove-old"]) return removeOld(dataDir);
    const given = values["old-bin"];
    const cwd = process.env.INIT_CWD ?? process.cwd();
    await upgrade(dataDir, {
      given: given === undefined ? null : path.resolve(cwd, given),
      install: values["install-old"] ?? false,
    });
  });
}

function noDatabase(dataDir: string): BackupError {
  return new BackupError(
    `There is no database in ${dataDir}. Check DATA_DIR. In a new clone there is nothing to upgrade: npm start creates a database.`,
  );
}

async function upgrade(
  dataDir: string,
  options: Parameters<typeof findOldPrograms>[2],
): Promise<void> {
  const version = clusterVersion(path.join(dataDir, "postgres", "cluster"));
  const { majorVersion } = findPackagedBinaries();
  if (version === null) throw noDatabase(dataDir);
  if (version === majorVersion) {
    console.log(`The database is of PostgreSQL ${version} already.`);
    return;
  }
  if (version > majorVersion)
    throw new BackupError(
      `The database is of PostgreSQL ${version}, and this program has ${majorVersion}. Update the program.`,
    );
  const oldPrograms = findOldPrograms(dataDir, version, options);
  const done = await upgradeDatabase({ dataDir, oldPrograms, createSimulatorTables, say });
  console.log(
    `The database is of PostgreSQL ${done.to} now: ${done.rows} rows in ${done.tables} tables, compared with the original.`,
  );
  console.log(`The old one is kept in ${done.aside}.
Start the shop and look at it. Then make a backup, and delete the old one: npm run upgrade-database -- --remove-old
To go back instead: npm run upgrade-database -- --undo, and start the previous version of the program.`);
}

async function createSimulatorTables(connectionString: string): Promise<void> {
  const pool = await openSimulatorDatabase(connectionString, console);
  await pool.end();
}

async function undo(dataDir: string): Promise<void> {
  const newest = listOldDatabases(dataDir).at(-1);
  if (!newest) throw new BackupError(`There is no database of an earlier version in ${dataDir}.`);
  const present = path.join(dataDir, "postgres");
  refuseRunning(path.join(present, "cluster"));
  const time = new Date().toISOString().slice(0, 19).replaceAll(":", "-");
  const aside = path.join(dataDir, `postgres-undone-upgrade-${time}Z`);
  await replaceCluster(dataDir, { next: newest, aside });
  console.log(
    `The database is as it was before the upgrade. Changes made since are in ${aside} only. Start the previous version of the program.`,
  );
}

function removeOld(dataDir: string): void {
  const cluster = path.join(dataDir, "postgres", "cluster");
  if (clusterVersion(cluster) !== findPackagedBinaries().majorVersion)
    throw new BackupError("The database has not been upgraded, so nothing was deleted.");
  const oldDatabases = listOldDatabases(dataDir);
  for (const folder of oldDatabases) rmSync(folder, { recursive: true, force: true });
  console.log(
    oldDatabases.length === 0
      ? "There is nothing to delete."
      : `Deleted ${oldDatabases.join(", ")}.`,
  );
  const programs = oldDatabases.map((folder) =>
    folder.replace(/(postgres-\d+)-before.*/, "$1-programs"),
  );
  for (const folder of programs.filter(existsSync)) rmSync(folder, { recursive: true });
}

function say(line: string): void {
  console.error(line);
}
