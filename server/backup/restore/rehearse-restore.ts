import { mkdir, rm } from "node:fs/promises";
import { connectDatabase } from "#server/platform/database/database.ts";
import { findPackagedBinaries } from "#server/platform/embedded-postgres/postgres-binaries.ts";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { BackupError } from "../backup-error.ts";
import { checkDatabase, type DatabaseCheck } from "../check-database-store.ts";
import { fileOfBackup, partNames, type Manifest } from "../manifest.ts";
import { restoreDump } from "../programs/dump-database.ts";
import { withOrdinaryUser } from "../programs/with-ordinary-user-store.ts";
import type { Repository } from "../storage/repository.ts";
import { buildCluster } from "./build-cluster.ts";
import { makeDraft } from "./draft-folder.ts";
import { bytesOf, type KnownTimeline, type RestorePlan } from "./plan-restore.ts";
import { refuseFullDisk, refuseMisfit, refuseNewerMigrations } from "./refuse-restore.ts";

/** The shop may share the disk, and must be able to go on writing. */
const reserveBytes = 512 * 1024 * 1024;

type Rehearsal = DatabaseCheck & { lastChange: string | null };

/**
 * Builds a backup in a scratch folder, checks it and removes it again. A dump goes into a server of the embedded
 * packages, so that the operator's own server is not touched.
 * @throws BackupError if the backup does not restore, or there is too little space
 */
export async function rehearseRestore(
  { repository, parent }: { repository: Repository; parent: string },
  restore: { plan: RestorePlan; timelines: readonly KnownTimeline[] },
  say: (line: string) => void,
): Promise<Rehearsal> {
  const { backup } = restore.plan;
  if (backup.kind === "physical") refuseMisfit(backup);
  else refuseMisfitDump(backup);
  await mkdir(parent, { recursive: true });
  await refuseFullDisk(parent, bytesOf(restore.plan, restore.timelines), {
    reserve: reserveBytes,
    advice: "choose a larger disk with --scratch or BACKUP_TRIAL_FOLDER",
  });
  const folder = await makeDraft(parent);
  try {
    return backup.kind === "physical"
      ? await rehearseCluster(repository, restore, { folder, say })
      : await rehearseDump(repository, backup, { folder, say });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Into = { folder: string; say: (line: string) => void };

async function rehearseCluster(
  repository: Repository,
  restore: { plan: RestorePlan; timelines: readonly KnownTimeline[] },
  into: Into,
): Promise<Rehearsal> {
  const { server, lastChange } = await buildCluster(repository, restore, into);
  try {
    return { ...(await check(server.connectionString, restore.plan.backup, into)), lastChange };
  } finally {
    await server.stop(60_000);
  }
}

async function check(connectionString: string, backup: Manifest, { say }: Into) {
  const { db, pool } = connectDatabase(connectionString, 2);
  try {
    say("checking every table and index");
    return await checkDatabase(db, backup.counts);
  } finally {
    await pool.end();
  }
}

function refuseMisfitDump(backup: Manifest): void {
  const { majorVersion } = findPackagedBinaries();
  if (backup.major > majorVersion)
    throw new BackupError(
      `The backup ${backup.name} is of PostgreSQL ${backup.major}, and this version of the program can try dumps up to PostgreSQL ${majorVersion}. Restore it into an empty database of your own server.`,
    );
  refuseNewerMigrations(backup);
}

async function rehearseDump(
  repository: Repository,
  backup: Manifest,
  into: Into,
): Promise<Rehearsal> {
  const dump = await repository.read(fileOfBackup(backup.name, partNames.dump));
  if (!dump) throw new BackupError(`The backup ${backup.name} has lost its dump.`);
  const server = await startEmbeddedPostgres({
    dataDir: into.folder,
    log: () => undefined,
    throwAway: true,
  });
  try {
    return await withOrdinaryUser(server.connectionString, async (connectionString) => {
      into.say("copying the database into a scratch server with pg_restore");
      await restoreDump(connectionString, { dump, major: backup.major });
      return { ...(await check(connectionString, backup, into)), lastChange: null };
    });
  } finally {
    await server.stop(60_000);
  }
}
