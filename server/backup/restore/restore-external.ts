import { connectDatabase } from "#server/platform/database/database.ts";
import { BackupError } from "../backup-error.ts";
import { recordRestore } from "../backup-store.ts";
import { checkDatabase } from "../check-database-store.ts";
import { checkFiles } from "../check-files.ts";
import { fileOfBackup, partNames, type Manifest } from "../manifest.ts";
import { restoreDump } from "../programs/dump-database.ts";
import { findProgram } from "../programs/find-programs.ts";
import { withOrdinaryUser } from "../programs/with-ordinary-user-store.ts";
import { withDatabase } from "../with-database.ts";
import { refuseNewerMigrations } from "./refuse-restore.ts";
import type { Restored, RestoreInto } from "./restore-embedded.ts";
import { replaceDatabase } from "./restore-external-store.ts";
import { restoreImages } from "./restore-images.ts";

/**
 * Restores a dump as the database of DATABASE_URL. It is built and checked beside an existing one, which is renamed in the
 * last step with `replace`.
 * @throws BackupError if the backup is damaged or does not fit
 */
export async function restoreExternal(
  { config, images: store, repository }: RestoreInto,
  backup: Manifest,
  { replace, say }: { replace: boolean; say: (line: string) => void },
): Promise<Restored> {
  if (backup.kind !== "dump")
    throw new BackupError(
      `The backup ${backup.name} is of the embedded database. Restore it without DATABASE_URL.`,
    );
  refuseNewerMigrations(backup);
  findProgram("pg_restore", backup.major);
  say("reading the backup and comparing it with its hashes");
  await checkFiles(repository, backup);
  const { result, aside } = await replaceDatabase(
    config.DATABASE_DIRECT_URL ?? config.DATABASE_URL!,
    { replace, major: backup.major },
    (empty) =>
      withOrdinaryUser(empty, (asUser) =>
        fill(asUser, { images: store, repository }, { backup, say }),
      ),
  );
  const movedTo = aside ? [`the database ${aside} on the same server`] : [];
  return { ...result, lastChange: null, movedTo };
}

async function fill(
  connectionString: string,
  { images: store, repository }: Pick<RestoreInto, "images" | "repository">,
  { backup, say }: { backup: Manifest; say: (line: string) => void },
): Promise<Pick<Restored, "check" | "images">> {
  const { db, pool } = connectDatabase(connectionString, 2);
  try {
    say("copying the database back with pg_restore");
    const dump = await repository.read(fileOfBackup(backup.name, partNames.dump));
    if (!dump) throw new BackupError(`The backup ${backup.name} has lost its dump.`);
    await restoreDump(connectionString, { dump, major: backup.major });
    say("checking every table and index");
    const check = await checkDatabase(db, backup.counts);
    if (check.problems.length > 0)
      throw new BackupError(
        `The restored database is not sound, so it is not used. ${check.problems.join(" ")}`,
      );
    say("copying the images back");
    const images = await restoreImages({ db, images: store, repository });
    const bytes = backup.files.reduce((sum, file) => sum + file.bytes, 0);
    await recordRestore(db, backup.name, {
      bytes,
      images: backup.images,
      finishedAt: backup.finishedAt,
    });
    return { check, images };
  } finally {
    await pool.end();
  }
}

/**
 * Checks the shop's database, which pgBackRest or another tool may have restored, and copies back the images that its
 * rows show and that the shop lacks or has in part or damaged.
 */
export async function restoreMissingImages(
  { config, images: store, repository }: RestoreInto,
  say: (line: string) => void,
): Promise<Pick<Restored, "check" | "images">> {
  return withDatabase(config, say, async ({ db }) => {
    say("checking every table and index");
    const check = await checkDatabase(db, {});
    say("comparing the images and copying them back");
    const images = await restoreImages({ db, images: store, repository }, { compare: true });
    return { check, images };
  });
}
