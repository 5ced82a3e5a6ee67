import { mkdir, rm } from "node:fs/promises";
import { connectDatabase } from "#server/platform/database/database.ts";
import { findPackagedBinaries } from "#server/platform/embedded-postgres/postgres-binaries.ts";
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { BackupError } from "../backup-error.ts";
import { checkDatabase, type DatabaseCheck } from "../check-database-store.ts";
import { fileOfBackup, partNames, type Manifest } from "../manifest.ts";
import { restoreDump } from "../programs/dump-database.ts";
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
    const { server, lastChange } =
      backup.kind === "physical"
        ? await buildCluster(repository, restore, { folder, say })
        : await fillScratch(repository, backup, { folder, say });
    const { db, pool } = connectDatabase(server.connectionString, 2);
    try {
      say("checking every table and index");
      return { ...(await checkDatabase(db, backup.counts)), lastChange };
    } finally {
      await pool.end();
      await server.stop(60_000);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
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

async function fillScratch(
  repository: Repository,
  backup: Manifest,
  { folder, say }: { folder: string; say: (line: string) => void },
): Promise<{ server: EmbeddedPostgres; lastChange: null }> {
  const dump = await repository.read(fileOfBackup(backup.name, partNames.dump));
  if (!dump) throw new BackupError(`The backup ${backup.name} has lost its dump.`);
  const server = await startEmbeddedPostgres({
    dataDir: folder,
    log: () => undefined,
    throwAway: true,
  });
  try {
    say("copying the database into a scratch server with pg_restore");
    await restoreDump(server.connectionString, { dump, major: backup.major });
    return { server, lastChange: null };
  } catch (error) {
    await server.stop(60_000);
    throw error;
  }
}
