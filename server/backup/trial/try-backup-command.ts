import path from "node:path";
import { loadConfig } from "#server/platform/config/config.ts";
import { lowerPriority } from "#server/platform/lower-priority.ts";
import { BackupError, explainSystemError } from "../backup-error.ts";
import type { ExpectedPlace } from "../expected-place.ts";
import { openBackups } from "../open-backups.ts";
import { tryBackup, type Trial } from "./try-backup.ts";

/** What the process sends to the shop. `isExpected`: the message explains itself. */
export type TrialAnswer = { trial: Trial } | { error: string; isExpected: boolean };

/** Images that a scheduled trial reads. All are looked for; `npm run backup -- verify` reads all. */
const imageSample = 1_000;

/**
 * `try-backup EXPECTED`: the trial restore that the shop's job runs as a process of its own, with a lower priority for itself and
 * its PostgreSQL. It ends with the shop, and leaves recording its result to it. `EXPECTED` is what the shop's
 * database says that the place has, as JSON.
 */
export async function runTryBackup([expected]: string[]): Promise<number> {
  if (!process.send) {
    console.error("The shop starts this itself. Use: npm run backup -- verify");
    return 2;
  }
  lowerPriority();
  // As a signal, so that its PostgreSQL ends too.
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  await answer(await tryConfigured(JSON.parse(expected ?? "") as ExpectedPlace));
  return 0;
}

/** @returns what the trial restore of BACKUP_URL found */
export async function tryConfigured(expected: ExpectedPlace): Promise<TrialAnswer> {
  const config = loadConfig(process.env);
  const scratch = path.resolve(config.BACKUP_TRIAL_FOLDER ?? config.DATA_DIR);
  try {
    const repository = await openBackups(config, config.BACKUP_URL ?? "", {
      cwd: process.cwd(),
      create: null,
      lastBackupIn: async () => expected.lastBackup,
    });
    const say = () => undefined;
    return {
      trial: await tryBackup(repository, {
        name: null,
        scratch,
        filesOnly: false,
        imageSample,
        expected,
        allowOlder: false,
        say,
      }),
    };
  } catch (error) {
    const explained = explainSystemError(error, "This machine");
    if (explained instanceof BackupError) return { error: explained.message, isExpected: true };
    return {
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      isExpected: false,
    };
  }
}

function answer(message: TrialAnswer): Promise<void> {
  return new Promise((resolve) => process.send!(message, () => resolve()));
}
