import { parseArgs } from "node:util";
import { openImageStore, type ImageStore } from "#server/images/public.ts";
import { loadConfig, type Config } from "#server/platform/config/config.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { BackupError, refuseOrWarn } from "../backup-error.ts";
import { refuseForeign } from "../check-files.ts";
import { CommandError, refuseOptions } from "../command/command-error.ts";
import { findLastBackupIn } from "../backup-store.ts";
import { isBackupName, listBackups, type Manifest } from "../manifest.ts";
import { refuseLostState } from "../archive/archive-files.ts";
import { refuseOlderPlace } from "../newest-backup.ts";
import { openBackups } from "../open-backups.ts";
import { printMessage, printResult } from "../command/print-message.ts";
import { readPlace } from "../read-place.ts";
import { runToExitCode } from "../command/run-to-exit-code.ts";
import type { Repository } from "../storage/repository.ts";
import { explainGaps, explainLeftOut, readTimelines } from "./fetch-log.ts";
import {
  explainNewest,
  explainTimes,
  momentOf,
  planRestore,
  readTime,
  shownTime,
  type KnownTimeline,
  type RestoreTarget,
} from "./plan-restore.ts";
import { restoreEmbedded, type Restored, type RestoreInto } from "./restore-embedded.ts";
import { restoreExternal, restoreMissingImages } from "./restore-external.ts";
import type { RestoredImages } from "./restore-images.ts";

const usage = `Usage: npm run restore -- [PLACE] [--to TIME|BACKUP] [--replace] [--allow-unencrypted] [--allow-older]
       npm run restore -- [PLACE] --list | --images-only [--allow-unencrypted]
  PLACE          the folder (/…, ./… or ../…) or s3://bucket/folder of the backups (default: BACKUP_URL)
  --to TIME      the state at a time, e.g. "2026-11-22 14:30" (UTC) or "2026-11-22 15:30+01:00"
  --to BACKUP    the state at the end of one backup, e.g. 2026-11-22T14-30-05Z
                 (default: the latest state that is stored)
  --list         show the backups and the times that can be restored
  --images-only  check the database that is there and copy back the images it shows, also single files that are missing
                 or damaged; works while the shop runs
  --replace      move an existing database aside; it is not deleted
  --allow-unencrypted  although there is a key: restore backups that you made without one
  --allow-older  although it may not be the latest state: use a place whose newest backup is missing or of the other kind
                 of database, or whose archived log is damaged or lost; the command says which`;

/** `restore`: restores the database and the images. Returns the exit code: 0 done, 1 not possible, 2 wrong command. */
export async function runRestore(argv: string[]): Promise<number> {
  return runToExitCode(argv, usage, async () => {
    const config = loadConfig(process.env);
    const command = readCommand(argv, config);
    const repository = await openBackups(config, command.place, {
      cwd: process.cwd(),
      create: null,
      lastBackupIn: null,
      allowUnencrypted: command.allowUnencrypted,
    });
    const { list: isList, imagesOnly, allowOlder } = command;
    if (imagesOnly)
      return withImageStore(config, (images) => checkAndShow({ config, images, repository }));
    const { backups } = await listBackups(repository, isList ? sayError : undefined);
    const fitting = backups.filter(({ kind }) => kind === kindOf(config));
    const log = fitting.at(-1)?.log;
    // Any other target names a backup, or is a time that is refused if no log that can be read has it.
    const isLatest = command.target.kind === "latest";
    const mayLeaveOut = isList || allowOlder || !isLatest;
    const timelines = await readTimelines(repository, fitting, { say, mayLeaveOut });
    if (isList) return list(repository, backups, { fitting, timelines });
    await refuseForeign(repository);
    const warn = allowOlder ? say : null;
    const last = await lastInDatabase(config, repository);
    await refuseOrWarn(refuseOlderPlace(repository, backups, last), warn);
    refuseNoneOfKind(repository, backups, config);
    if (isLatest) {
      const lost = log && refuseLostState(repository, log);
      if (lost) await refuseOrWarn(lost, warn);
      await refuseOrWarn(refuseOtherKind(repository, backups, config), warn);
    }
    say(explainNewest(repository, fitting, timelines));
    await withImageStore(config, (images) =>
      restore({ config, images, repository }, { fitting, timelines }, command),
    );
  });
}

async function withImageStore(
  config: Config,
  work: (images: ImageStore) => Promise<void>,
): Promise<void> {
  const images = await openImageStore(config);
  try {
    await work(images);
  } finally {
    images.close();
  }
}

type RestoreCommand = {
  place: string;
  target: RestoreTarget;
  list: boolean;
  imagesOnly: boolean;
  replace: boolean;
  allowUnencrypted: boolean;
  allowOlder: boolean;
};

function readCommand(argv: string[], config: Config): RestoreCommand {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: {
      to: { type: "string" },
      list: { type: "boolean" },
      "images-only": { type: "boolean" },
      replace: { type: "boolean" },
      "allow-unencrypted": { type: "boolean" },
      "allow-older": { type: "boolean" },
    },
  });
  if (values.list) refuseOptions("--list", values, ["list", "allow-unencrypted"]);
  if (values["images-only"])
    refuseOptions("--images-only", values, ["images-only", "allow-unencrypted"]);
  return {
    place: readPlace(positionals, config, []),
    target: readTarget(values.to),
    list: values.list ?? false,
    imagesOnly: values["images-only"] ?? false,
    replace: values.replace ?? false,
    allowUnencrypted: values["allow-unencrypted"] ?? false,
    allowOlder: values["allow-older"] ?? false,
  };
}

function readTarget(text: string | undefined): RestoreTarget {
  if (text === undefined || text === "latest") return { kind: "latest" };
  const time = readTime(text);
  if (time) return { kind: "time", time };
  if (isBackupName(text)) return { kind: "backup", name: text };
  throw new CommandError(
    `--to takes a time such as "2026-11-22 14:30", or the name of a backup such as 2026-11-22T14-30-05Z, and “${text}” is neither`,
  );
}

function refuseNoneOfKind(
  repository: Repository,
  backups: readonly Manifest[],
  config: Config,
): void {
  if (backups.length === 0)
    throw new BackupError(`There is no complete backup in ${repository.shown}.`);
  if (backups.some(({ kind }) => kind === kindOf(config))) return;
  throw new BackupError(`Every backup in ${repository.shown} ${explainKind(config)}`);
}

/** A shop that went from one kind of database to the other leaves older backups behind, which are not its latest state. */
async function refuseOtherKind(
  repository: Repository,
  backups: readonly Manifest[],
  config: Config,
): Promise<void> {
  if (backups.at(-1)?.kind === kindOf(config)) return;
  throw new BackupError(
    `The newest backup in ${repository.shown} ${explainKind(config)} To restore an older state all the same, name an older backup or a time with --to.`,
  );
}

function explainKind({ DATABASE_URL }: Config): string {
  return DATABASE_URL
    ? "is of the embedded database. Restore it without DATABASE_URL."
    : "is of an external database. Set DATABASE_URL to restore it.";
}

function kindOf({ DATABASE_URL }: Pick<Config, "DATABASE_URL">): Manifest["kind"] {
  return DATABASE_URL ? "dump" : "physical";
}

async function list(
  repository: Repository,
  backups: readonly Manifest[],
  { fitting, timelines }: { fitting: readonly Manifest[]; timelines: readonly KnownTimeline[] },
): Promise<void> {
  printResult(`Backups in ${repository.shown} (times in UTC):`);
  for (const { name, consistentAt, files, images, version, kind } of backups) {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    printResult(
      `  ${name}  state of ${shownTime(consistentAt)}  ${(bytes / 1024 / 1024).toFixed(1)} MB  ${images} images  PostgreSQL ${version}  ${kind}`,
    );
  }
  printResult(explainTimes(backups, timelines));
  for (const gap of await explainGaps(repository, fitting, timelines)) printResult(gap);
}

/** The newest backup that a database of DATABASE_URL knows, if it is still there. The embedded one does not run. */
async function lastInDatabase(config: Config, { shown }: Repository): Promise<string | null> {
  const address = config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
  if (!address) return null;
  const { db, pool } = connectDatabase(address, 1);
  try {
    return await findLastBackupIn(db, shown);
  } catch {
    return null;
  } finally {
    await pool.end();
  }
}

/** `--images-only`, and whether the shop can open with the database that is there. */
async function checkAndShow(open: RestoreInto): Promise<void> {
  const { check, images } = await restoreMissingImages(open, say);
  if (check.problems.length > 0) throw new BackupError(check.problems.join("\n"));
  printResult(
    `The database has ${check.rows} rows in ${check.tables} tables, all readable, and no broken reference.`,
  );
  reportImages(images);
  refuseUnread(images);
}

async function restore(
  open: RestoreInto,
  { fitting, timelines }: { fitting: readonly Manifest[]; timelines: readonly KnownTimeline[] },
  { target, replace }: RestoreCommand,
): Promise<void> {
  const plan = planRestore(fitting, timelines, target);
  say(
    `restoring ${plan.backup.name}${plan.log ? ` and the log up to ${shownTime(plan.log.time ?? plan.log.until)} UTC` : ""}`,
  );
  const leftOut =
    target.kind === "backup" ? null : await explainLeftOut(open.repository, plan, timelines);
  if (leftOut) say(leftOut);
  const shop = explainShop(open, plan.backup);
  if (shop) say(shop);
  const options = { replace, say };
  const done = open.config.DATABASE_URL
    ? await restoreExternal(open, plan.backup, options)
    : await restoreEmbedded(open, { plan, timelines }, options);
  report(done, plan.backup, momentOf(plan, done.lastChange));
}

/** Which shop made a backup. Only an encrypted backup tells; another shop with the same key may have made it. */
function explainShop(
  { config, repository }: Pick<RestoreInto, "config" | "repository">,
  { shop }: Manifest,
): string | null {
  const address = repository.isEncrypted ? shop.settings.PUBLIC_URL : null;
  if (!address) return null;
  const isOther = config.PUBLIC_URL !== undefined && config.PUBLIC_URL !== address;
  return `the backup is of the shop at ${address}${isOther ? `, but PUBLIC_URL is ${config.PUBLIC_URL}: if these are two shops, check the place and the key` : ""}`;
}

function report({ check, images, lastChange, movedTo }: Restored, backup: Manifest, until: Date) {
  printResult(
    `Restored: ${check.rows} rows in ${check.tables} tables, all readable, as of ${shownTime(until)} UTC.${lastChange ? ` The last change is of ${lastChange}.` : ""}`,
  );
  reportImages(images);
  for (const place of movedTo) printResult(`What was there before is now ${place}.`);
  const names = Object.keys(backup.shop.settings);
  printResult(`
Before you open the shop:
  1. Settings: the shop was backed up with ${names.length > 0 ? names.join(", ") : "no settings"}. Compare your .env file.${names.includes("AUTH_SECRET") ? " AUTH_SECRET must be the same, or all users must sign in again." : ""}
  2. Money: bookings and payments made after ${shownTime(until)} UTC are not in this database, but cards were charged. Compare the payments in Stripe's dashboard.
  3. Privacy: repeat the account deletions made after that time (docs/privacy.md).
Then: npm start`);
  refuseUnread(images);
}

function reportImages(images: RestoredImages): void {
  printResult(`Images: ${images.restored} copied back, ${images.present} were still there.`);
  if (images.repaired > 0)
    printResult(`${images.repaired} of these lacked files or had damaged ones, and were repaired.`);
  if (images.missing.length > 0)
    printResult(
      `${images.missing.length} images lack files, for example ${images.missing[0]}: these are missing or damaged in the backups. Most were uploads that expired; the others show no picture. Should the backups have them later, copy them back with npm run restore -- --images-only.`,
    );
}

/** The last line of a restore that has to be completed. @throws BackupError for the exit code */
function refuseUnread({ unread }: RestoredImages): void {
  if (unread.length > 0)
    throw new BackupError(
      `${unread.length} images could not be read in the backups, for example ${unread[0]}; all else is done. Copy them back with npm run restore -- --images-only, also while the shop runs. If this stays so, check the place: the reasons are above.`,
    );
}

function say(line: string): void {
  printMessage(line);
}

function sayError({ message }: BackupError): void {
  say(message);
}
