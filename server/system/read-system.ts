import { tmpdir } from "node:os";
import type { SystemState } from "#shared/system/system-contract.ts";
import {
  readBackupState,
  readTrialState,
  type BackupState,
  type TrialState,
} from "#server/backup/public.ts";
import type { Deps } from "#server/deps.ts";
import { readFetchState } from "#server/feeds/public.ts";
import {
  migrationName,
  neededSchema,
  readSchemaVersion,
} from "#server/platform/database/schema-version.ts";
import { listShortDisks } from "#server/platform/free-disk.ts";
import { areOnOneDisk } from "./are-on-one-disk.ts";
import { listCertificates } from "./certificate-store.ts";
import { listUnsafeSettings } from "./list-unsafe-settings.ts";
import { listProcesses } from "./process-store.ts";
import { readServerSafety } from "./server-safety-store.ts";
import {
  findLastImport,
  readDatabaseState,
  readQueues,
  readUnsentEmails,
} from "./shop-state-store.ts";

/** How the shop runs: versions, database, processes, queues, backups, certificates and unsafe settings. */
export async function readSystem({
  build,
  config,
  db,
}: Pick<Deps, "build" | "config" | "db">): Promise<SystemState> {
  const [schema, database, processes, queues, emails, lastImport, feeds, ...others] =
    await Promise.all([
      readSchemaVersion(db),
      readDatabaseState(db),
      listProcesses(db),
      readQueues(db),
      readUnsentEmails(db),
      findLastImport(db),
      readFetchState(db),
      listCertificates(db),
      readBackupState(db),
      readTrialState(db),
      readServerSafety(db),
      isBackupOnDisk(config),
      listShortDisks(config, uploadFolders(config)),
    ]);
  const [certificates, backup, trial, server, isBackupOnDataDisk, shortDisks] = others;
  return {
    versions: {
      shop: build.version,
      commit: build.commit,
      node: build.node,
      database: database.version,
      schema: {
        name: migrationName(schema),
        migrations: schema.migrations,
        needed: neededSchema().migrations,
      },
    },
    database: {
      isEmbedded: config.DATABASE_URL === undefined,
      role: database.isReplica ? "replica" : "primary",
      replicas: database.replicas,
    },
    processes: processes.map(({ id, startedAt, seenAt, ...process }) => ({
      _id: id,
      ...process,
      startedAt: startedAt.toISOString(),
      seenAt: seenAt.toISOString(),
    })),
    queues,
    emails,
    lastImport: lastImport && {
      endedAt: lastImport.endedAt.toISOString(),
      outcome: lastImport.outcome,
      rows: lastImport.rows,
      imported: lastImport.imported,
      duplicates: lastImport.duplicates,
      quarantined: lastImport.quarantined,
    },
    feeds: { ...feeds, lastAt: feeds.lastAt?.toISOString() ?? null },
    backups: presentBackups(backup, trial),
    certificates: certificates.map(({ expiresAt, checkedAt, ...certificate }) => ({
      ...certificate,
      expiresAt: expiresAt?.toISOString() ?? null,
      checkedAt: checkedAt.toISOString(),
    })),
    warnings: listUnsafeSettings(config, {
      lastBackupAt: backup.lastGood?.startedAt ?? null,
      isBackupOnDataDisk,
      server,
      shortDisks,
      now: new Date(),
    }),
  };
}

/** Where this process writes uploads: images, unless they go to S3, and files of feeds. */
function uploadFolders({ IMAGE_STORE_URL, DATA_DIR }: Deps["config"]): string[] {
  return IMAGE_STORE_URL === undefined ? [DATA_DIR, tmpdir()] : [tmpdir()];
}

async function isBackupOnDisk({ BACKUP_URL, DATA_DIR }: Deps["config"]): Promise<boolean> {
  if (BACKUP_URL === undefined || BACKUP_URL.startsWith("s3://")) return false;
  return areOnOneDisk(BACKUP_URL, DATA_DIR);
}

function presentBackups(
  { lastGood, lastAttempt, lastRestored, warning, archive }: BackupState,
  { last: trial }: TrialState,
): SystemState["backups"] {
  return {
    last: lastGood && {
      at: lastGood.startedAt.toISOString(),
      verifiedAt: lastGood.verifiedAt?.toISOString() ?? null,
    },
    lastRestored: lastRestored && {
      at: lastRestored.restoredAt!.toISOString(),
      backup: lastRestored.name,
    },
    problem: lastAttempt?.error ?? null,
    warning,
    trialProblem: trial?.error ?? null,
    archive: archive && { isRunning: archive.isRunning, bytesBehind: archive.bytesBehind },
  };
}
