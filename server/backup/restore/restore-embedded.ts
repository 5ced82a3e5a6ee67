import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ImageStore } from "#server/images/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import {
  isServerRunning,
  readPostmaster,
} from "#server/platform/embedded-postgres/postmaster-file.ts";
import {
  finishReplacement,
  replaceCluster,
  type FileReplacement,
} from "#server/platform/embedded-postgres/replace-cluster.ts";
import { BackupError } from "../backup-error.ts";
import { recordRestore } from "../backup-store.ts";
import { checkDatabase, type DatabaseCheck } from "../check-database-store.ts";
import { refuseAdded } from "../check-files.ts";
import { nameFor, type Manifest } from "../manifest.ts";
import type { Repository } from "../storage/repository.ts";
import { buildCluster } from "./build-cluster.ts";
import { makeDraft, removeLeftBehind } from "./draft-folder.ts";
import { bytesOf, type KnownTimeline, type RestorePlan } from "./plan-restore.ts";
import { refuseFullDisk, refuseMisfit } from "./refuse-restore.ts";
import { restoreImages, type RestoredImages } from "./restore-images.ts";

export type Restored = {
  check: DatabaseCheck;
  images: RestoredImages;
  lastChange: string | null;
  /** What was there before, if anything. */
  movedTo: string[];
};

export type RestoreInto = { config: Config; images: ImageStore; repository: Repository };

/** What is about to be put in place, beside what is there, is named so and by its process. */
const restoredPrefixes = { database: "restored-", secret: "auth-secret-restored-" };

type Restore = { plan: RestorePlan; timelines: readonly KnownTimeline[] };

/**
 * Restores a backup of the embedded database into DATA_DIR. It is built and checked beside an existing database, and put
 * in its place in the last step, so an interrupted restore changes nothing.
 * @throws BackupError if a database is there and `replace` is not set, or is running, or the backup does not fit
 */
export async function restoreEmbedded(
  { config, images, repository }: RestoreInto,
  restore: Restore,
  { replace, say }: { replace: boolean; say: (line: string) => void },
): Promise<Restored> {
  const dataDir = path.resolve(config.DATA_DIR);
  await mkdir(dataDir, { recursive: true });
  await finishReplacement(dataDir);
  await removeLeftBehind(dataDir, Object.values(restoredPrefixes));
  refuseExisting(dataDir, replace);
  refuseMisfit(restore.plan.backup);
  await refuseAdded(repository, restore.plan.backup);
  await refuseFullDisk(dataDir, bytesOf(restore.plan, restore.timelines));
  const draft = await makeDraft(dataDir);
  try {
    const { server, lastChange } = await buildCluster(repository, restore, { folder: draft, say });
    let result: { check: DatabaseCheck; images: RestoredImages };
    try {
      result = await checkAndRestoreImages(server.connectionString, {
        store: images,
        repository,
        manifest: restore.plan.backup,
        say,
      });
    } finally {
      await server.stop(60_000);
    }
    // Building takes long, and something may have started or made a database meanwhile.
    refuseExisting(dataDir, replace);
    const movedTo = await swap(dataDir, draft, restore.plan.backup);
    return { ...result, lastChange, movedTo };
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function checkAndRestoreImages(
  connectionString: string,
  from: {
    store: ImageStore;
    repository: Repository;
    manifest: Manifest;
    say: (line: string) => void;
  },
): Promise<{ check: DatabaseCheck; images: RestoredImages }> {
  const { store, repository, manifest, say } = from;
  const { db, pool } = connectDatabase(connectionString, 2);
  try {
    say("checking every table and index");
    const check = await checkDatabase(db, manifest.counts);
    if (check.problems.length > 0)
      throw new BackupError(
        `The restored database is not sound, so nothing was changed. ${check.problems.join(" ")}`,
      );
    say("copying the images back");
    const images = await restoreImages(
      { db, images: store, repository },
      {
        onRestore: (restored, of) =>
          restored % 1000 === 0 && say(`copied ${restored} of ${of} images back`),
      },
    );
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    await recordRestore(db, manifest.name, {
      bytes,
      images: manifest.images,
      finishedAt: manifest.finishedAt,
    });
    return { check, images };
  } finally {
    await pool.end();
  }
}

function refuseExisting(dataDir: string, replace: boolean): void {
  const present = path.join(dataDir, "postgres");
  const cluster = path.join(present, "cluster");
  const postmaster = readPostmaster(cluster);
  if (postmaster && isServerRunning(postmaster))
    throw new BackupError(
      `The database in ${present} is running. Stop the shop first: nothing was changed.`,
    );
  if (existsSync(cluster) && !replace)
    throw new BackupError(
      `There is a database in ${present}. With --replace, it is moved aside, not deleted. Nothing was changed.`,
    );
}

/** Puts the database and its secret in place together. @returns what was there before */
async function swap(
  dataDir: string,
  draft: string,
  { shop: { authSecret } }: Manifest,
): Promise<string[]> {
  const suffix = `before-restore-${nameFor(new Date())}`;
  const secret = {
    name: "auth-secret",
    next: path.join(dataDir, `${restoredPrefixes.secret}${process.pid}`),
    aside: path.join(dataDir, `auth-secret-${suffix}`),
  };
  const moved: string[] = [];
  const files: FileReplacement[] = [];
  const present = await readFile(path.join(dataDir, secret.name), "utf8").catch(() => null);
  if (authSecret && present !== authSecret) {
    await writeFile(secret.next, authSecret, { mode: 0o600, flush: true });
    files.push(secret);
    if (present !== null) moved.push(secret.aside);
  }
  const next = path.join(dataDir, `${restoredPrefixes.database}${process.pid}`);
  const aside = path.join(dataDir, `postgres-${suffix}`);
  await rename(path.join(draft, "postgres"), next);
  if (existsSync(path.join(dataDir, "postgres"))) moved.push(aside);
  await replaceCluster(dataDir, { next, aside }, files);
  return moved;
}
