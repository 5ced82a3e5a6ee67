import path from "node:path";
import { parseArgs } from "node:util";
import { openImageStore } from "#server/images/public.ts";
import { loadConfig, type Config } from "#server/platform/config/config.ts";
import { BackupError } from "../backup-error.ts";
import { findLastBackupIn } from "../backup-store.ts";
import { refuseOptions } from "./command-error.ts";
import { readKeepRule, type KeepRule } from "../decide-kept.ts";
import { makeBackup } from "../make-backup.ts";
import type { Manifest } from "../manifest.ts";
import { openBackups } from "../open-backups.ts";
import { printMessage, printResult } from "./print-message.ts";
import { readPlace } from "../read-place.ts";
import { shownTime } from "../restore/plan-restore.ts";
import { runToExitCode } from "./run-to-exit-code.ts";
import { showSettings, type SettingsCommand } from "./show-settings.ts";
import type { Repository } from "../storage/repository.ts";
import { verifyBackup, type VerifyCommand } from "../trial/verify-backup.ts";
import { withDatabase } from "../with-database.ts";

const usage = `Usage:
  npm run backup -- [PLACE] [--encrypt] [--keep RULE] [--new] [--same-shop]
      back up the database and the images to a place
  npm run backup -- verify [PLACE] [--backup NAME] [--scratch DIR] [--files-only] [--allow-unencrypted] [--allow-older]
      read a backup back, start a database from it in a scratch folder, and check it (default: the newest)
  npm run backup -- settings [PLACE] [--backup NAME] [--allow-unencrypted] [--allow-older]
      show the settings that a backup has, as lines of an .env file with their secrets (default: the newest)

  PLACE          a folder (/…, ./… or ../…) or s3://bucket/folder (default: BACKUP_URL)
  --encrypt      insist on a key: with BACKUP_PASSPHRASE or BACKUP_KEY_FILE, everything is encrypted anyway
  --keep RULE    then remove older backups, e.g. "7 daily 4 weekly", "30 days" or "10" (default for BACKUP_URL: BACKUP_KEEP)
  --new          also in a place that lost the backups which this shop made there
  --same-shop    also in a place of whose backups this database knows none: you restored it by other means;
                 removes no older backups
  --scratch DIR  where verify builds the database (default: BACKUP_TRIAL_FOLDER or DATA_DIR); needs as much space as the database
  --files-only   only compare the files with their hashes
  --allow-unencrypted  although there is a key: read backups that you made without one
  --allow-older  read a place whose newest backup is missing; verify: also one whose archived log is damaged or lost`;

/** `backup`: makes or verifies a backup. Returns the exit code: 0 done, 1 not possible, 2 wrong command. */
export async function runBackup(argv: string[]): Promise<number> {
  return runToExitCode(argv, usage, async () => {
    const config = loadConfig(process.env);
    const command = readCommand(argv, config);
    switch (command.kind) {
      case "make":
        return make(config, command);
      case "verify":
        return verifyBackup(config, command, say);
      case "settings":
        return showSettings(config, command);
      default:
        throw new Error(`unexpected command ${String(command satisfies never)}`);
    }
  });
}

type MakeCommand = {
  kind: "make";
  place: string;
  encrypt: boolean;
  isNew: boolean;
  isSameShop: boolean;
  keep: KeepRule | null;
};

function readCommand(
  argv: string[],
  config: Config,
): MakeCommand | VerifyCommand | SettingsCommand {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      encrypt: { type: "boolean" },
      keep: { type: "string" },
      new: { type: "boolean" },
      "same-shop": { type: "boolean" },
      backup: { type: "string" },
      scratch: { type: "string" },
      "files-only": { type: "boolean" },
      "allow-unencrypted": { type: "boolean" },
      "allow-older": { type: "boolean" },
    },
  });
  const [first, ...rest] = positionals;
  const reading = {
    backup: values.backup ?? null,
    allowUnencrypted: values["allow-unencrypted"] ?? false,
    allowOlder: values["allow-older"] ?? false,
  };
  const ofReading = ["backup", "allow-unencrypted", "allow-older"];
  if (first === "verify") {
    refuseOptions("verify", values, [...ofReading, "scratch", "files-only"]);
    const place = readPlace(rest, config, []);
    const scratch = values.scratch
      ? path.resolve(process.env.INIT_CWD ?? process.cwd(), values.scratch)
      : path.resolve(config.BACKUP_TRIAL_FOLDER ?? config.DATA_DIR);
    const filesOnly = values["files-only"] ?? false;
    return { kind: "verify", place, ...reading, scratch, filesOnly };
  }
  if (first === "settings") {
    refuseOptions("settings", values, ofReading);
    return { kind: "settings", place: readPlace(rest, config, []), ...reading };
  }
  refuseOptions("a new backup", values, ["encrypt", "keep", "new", "same-shop"]);
  // They are the only way back, should they be of the real shop and this database a new one.
  if (values["same-shop"]) refuseOptions("--same-shop", values, ["encrypt", "new", "same-shop"]);
  const place = readPlace(positionals, config, ["verify", "settings"]);
  const rule = values.keep ?? (place === config.BACKUP_URL ? config.BACKUP_KEEP : null);
  const keep = rule === null ? null : readKeepRule(rule);
  if (rule !== null && !keep)
    throw new BackupError(`--keep must be for example "7 daily 4 weekly", "30 days" or "10".`);
  // Whatever the place: a backup has password hashes and the shop's secret.
  const hasKey = Boolean(config.BACKUP_PASSPHRASE ?? config.BACKUP_KEY_FILE);
  const encrypt = values.encrypt ?? hasKey;
  const isSameShop = values["same-shop"] ?? false;
  return { kind: "make", place, encrypt, isNew: values.new ?? false, isSameShop, keep };
}

async function make(config: Config, command: MakeCommand): Promise<void> {
  const { place, encrypt, isNew, isSameShop, keep } = command;
  await withDatabase(config, say, async (database) => {
    const lastBackupIn = (shown: string) => findLastBackupIn(database.db, shown);
    const repository = await openBackups(config, place, {
      cwd: process.cwd(),
      create: { encrypted: encrypt },
      lastBackupIn: isNew ? null : lastBackupIn,
    });
    const images = await openImageStore(config);
    const source = { ...database, config, images, env: process.env };
    try {
      const manifest = await makeBackup(source, repository, { say, keep, isSameShop });
      report(manifest, repository, { isDefault: place === config.BACKUP_URL });
    } finally {
      images.close();
    }
  });
}

function report(
  manifest: Manifest,
  repository: Repository,
  { isDefault }: { isDefault: boolean },
): void {
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  const seconds = Math.round((+manifest.finishedAt - +manifest.startedAt) / 1000);
  printResult(
    `Backup ${manifest.name} is complete and was read back: ${(bytes / 1024 / 1024).toFixed(1)} MB${repository.isEncrypted ? ", encrypted" : ", not encrypted"}, ${manifest.images} ${manifest.images === 1 ? "image" : "images"}, ${seconds} s, in ${repository.shown}.`,
  );
  printResult(
    `The database in it is of ${shownTime(manifest.consistentAt)} UTC. To try it: npm run backup -- verify${isDefault ? "" : ` ${repository.shown}`}`,
  );
}

function say(line: string): void {
  printMessage(line);
}
