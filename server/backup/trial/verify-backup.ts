import type { Config } from "#server/platform/config/config.ts";
import { recordCheck } from "../backup-store.ts";
import { readExpectedPlace } from "../expected-place.ts";
import { openBackups } from "../open-backups.ts";
import { printResult } from "../command/print-message.ts";
import { withDatabase } from "../with-database.ts";
import { recordTrial } from "./record-trial.ts";
import { tryBackup } from "./try-backup.ts";

export type VerifyCommand = {
  kind: "verify";
  place: string;
  backup: string | null;
  scratch: string;
  filesOnly: boolean;
  allowUnencrypted: boolean;
  allowOlder: boolean;
};

/**
 * `backup verify`: tries a backup and prints what was found.
 * @throws BackupError that says what is wrong with the backup or its place
 */
export async function verifyBackup(
  config: Config,
  command: VerifyCommand,
  say: (line: string) => void,
): Promise<void> {
  await withDatabase(config, say, async (database) => {
    const { db } = database;
    const repository = await openBackups(config, command.place, {
      cwd: process.cwd(),
      create: null,
      lastBackupIn: null,
      allowUnencrypted: command.allowUnencrypted,
    });
    const isArchived = command.place === config.BACKUP_URL;
    const expected = await readExpectedPlace({ db, config }, repository.shown, { isArchived });
    const { backup: name, scratch, filesOnly, allowOlder } = command;
    const work = () =>
      tryBackup(repository, {
        name,
        scratch,
        filesOnly,
        allowOlder,
        imageSample: null,
        expected,
        say,
      });
    const trial = filesOnly ? await work() : await recordTrial(database, repository.shown, work);
    if (filesOnly) await recordCheck(db, trial.backup, "verifiedAt");
    const { backup, images, imagesUnhashed, database: built } = trial;
    const files = `${backup}: all files and ${images} ${images === 1 ? "image" : "images"} are what was written.`;
    printResult(
      built
        ? `${files} A database started from it${built.hasLog ? " and the archived log" : ""} has ${built.rows} rows in ${built.tables} tables, all readable.${built.lastChange ? ` Its last change is of ${built.lastChange}.` : ""}`
        : files,
    );
    if (imagesUnhashed > 0)
      printResult(
        `${imagesUnhashed} of the images were stored by an older version, without hashes: only the structure of their files was checked.`,
      );
  });
}
