import path from "node:path";
import { parseArgs } from "node:util";
import { openImageStore } from "#server/images/public.ts";
import { loadConfig, type Config } from "#server/platform/config/config.ts";
import type { OpenDatabase } from "#server/platform/database/database.ts";
import { BackupError } from "./backup-error.ts";
import { findLastBackupIn, recordCheck } from "./backup-store.ts";
import { readKeepRule, type KeepRule } from "./decide-kept.ts";
import { makeBackup } from "./make-backup.ts";
import type { Manifest } from "./manifest.ts";
import { openBackups } from "./open-backups.ts";
import { shownTime } from "./restore/plan-restore.ts";
import { runToExitCode } from "./run-to-exit-code.ts";
import type { Repository } from "./storage/repository.ts";
import { recordTrial } from "./trial/record-trial.ts";
import { tryBackup } from "./trial/try-backup.ts";
import { withDatabase } from "./with-database.ts";

const usage = `Usage:
  npm run backup -- [PLACE] [--encrypt] [--keep RULE] [--new]
      back up the database and the images to a folder or s3://bucket/folder (default: BACKUP_URL)
  npm run backup -- verify [PLACE] [--backup NAME] [--scratch DIR] [--files-only]
      read a backup back, start a database from it in a scratch folder, and check it (default: the newest)

  --encrypt      encrypt with BACKUP_PASSPHRASE or BACKUP_KEY_FILE (decided by the first backup of a place)
  --keep RULE    then remove older backups, e.g. "7 daily 4 weekly", "30 days" or "10" (default for BACKUP_URL: BACKUP_KEEP)
  --new          also in a place that lost the backups which this shop made there
  --scratch DIR  where verify builds the database (default: BACKUP_TRIAL_FOLDER or DATA_DIR); needs as much space as the database
  --files-only   only compare the files with their hashes`;

/** `backup`: makes or verifies a backup. Returns the exit code: 0 done, 1 not possible, 2 wrong command. */
export async function runBackup(argv: string[]): Promise<number> {
  return runToExitCode(argv, usage, async () => {
    const config = loadConfig(process.env);
    const command = readCommand(argv, config);
    await withDatabase(config, say, async (database) => {
      const lastBackupIn = (place: string) => findLastBackupIn(database.db, place);
      const repository = await openBackups(config, command.place, {
        cwd: process.env.INIT_CWD ?? process.cwd(),
        create: command.verify ? null : { encrypted: command.encrypt },
        lastBackupIn: command.isNew ? null : lastBackupIn,
      });
      if (command.verify) await verify(repository, command.verify, database);
      else {
        const images = await openImageStore(config);
        const source = { ...database, config, images, env: process.env };
        try {
          report(await makeBackup(source, repository, { say, keep: command.keep }), repository, {
            isDefault: command.place === config.BACKUP_URL,
          });
        } finally {
          images.close();
        }
      }
    });
  });
}

type BackupCommand = {
  place: string;
  encrypt: boolean;
  isNew: boolean;
  keep: KeepRule | null;
  verify: { name: string | null; scratch: string; filesOnly: boolean } | null;
};

function readCommand(argv: string[], config: Config): BackupCommand {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      encrypt: { type: "boolean" },
      keep: { type: "string" },
      new: { type: "boolean" },
      backup: { type: "string" },
      scratch: { type: "string" },
      "files-only": { type: "boolean" },
    },
  });
  const isVerify = positionals[0] === "verify";
  const [place = config.BACKUP_URL, ...rest] = isVerify ? positionals.slice(1) : positionals;
  if (!place || rest.length > 0) throw new BackupError(`Name one place for backups.\n${usage}`);
  const rule = values.keep ?? (place === config.BACKUP_URL ? config.BACKUP_KEEP : null);
  const keep = rule === null ? null : readKeepRule(rule);
  if (rule !== null && !keep)
    throw new BackupError(`--keep must be for example "7 daily 4 weekly", "30 days" or "10".`);
  const hasPassphrase = Boolean(config.BACKUP_PASSPHRASE ?? config.BACKUP_KEY_FILE);
  const scratch = values.scratch
    ? path.resolve(process.env.INIT_CWD ?? process.cwd(), values.scratch)
    : path.resolve(config.BACKUP_TRIAL_FOLDER ?? config.DATA_DIR);
  return {
    place,
    encrypt: values.encrypt ?? (place === config.BACKUP_URL && hasPassphrase),
    isNew: values.new ?? false,
    keep,
    verify: isVerify
      ? { name: values.backup ?? null, scratch, filesOnly: values["files-only"] ?? false }
      : null,
  };
}

async function verify(
  repository: Repository,
  asked: NonNullable<BackupCommand["verify"]>,
  database: OpenDatabase,
): Promise<void> {
  const work = () => tryBackup(repository, { ...asked, imageSample: null, say });
  const trial = asked.filesOnly
    ? await work()
    : await recordTrial(database, repository.shown, work);
  if (asked.filesOnly) await recordCheck(database.db, trial.backup, "verifiedAt");
  const { backup, images, imagesUnhashed, database: built } = trial;
  const files = `${backup}: all files and ${images} ${images === 1 ? "image" : "images"} are what was written.`;
  console.log(
    built
      ? `${files} A database started from it${built.hasLog ? " and the archived log" : ""} has ${built.rows} rows in ${built.tables} tables, all readable.${built.lastChange ? ` Its last change is of ${built.lastChange}.` : ""}`
      : files,
  );
  if (imagesUnhashed > 0)
    console.log(
      `${imagesUnhashed} of the images were stored by an older version, without hashes: only the structure of their files was checked.`,
    );
}

function report(
  manifest: Manifest,
  repository: Repository,
  { isDefault }: { isDefault: boolean },
): void {
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const seconds = Math.round((+manifest.finishedAt - +manifest.startedAt) / 1000);
  console.log(
    `Backup ${manifest.name} is complete and was read back: ${(bytes / 1024 / 1024).toFixed(1)} MB${repository.isEncrypted ? ", encrypted" : ", not encrypted"}, ${manifest.images} ${manifest.images === 1 ? "image" : "images"}, ${seconds} s, in ${repository.shown}.`,
  );
  console.log(
    `The database in it is of ${shownTime(manifest.consistentAt)} UTC. To try it: npm run backup -- verify${isDefault ? "" : ` ${repository.shown}`}`,
  );
}

function say(line: string): void {
  console.error(line);
}
