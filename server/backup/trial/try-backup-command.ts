import { constants, setPriority } from "node:os";
import path from "node:path";
import { loadConfig } from "#server/platform/config/config.ts";
import { BackupError, explainSystemError } from "../backup-error.ts";
import { openBackups } from "../open-backups.ts";
import { tryBackup, type Trial } from "./try-backup.ts";

/** What the process sends to the shop. `isExpected`: the message explains itself. */
export type TrialAnswer = { trial: Trial } | { error: string; isExpected: boolean };

/** Images that a scheduled trial reads. All are looked for; `npm run backup -- verify` reads all. */
const imageSample = 1_000;

/**
 * `try-backup [BACKUP]`: the trial restore that the shop's job runs as a process of its own, with a lower priority for itself and
 * its PostgreSQL. It ends with the shop, and leaves recording its result to it. `BACKUP` is the last one that the
 * shop made in the place.
 */
export async function runTryBackup([lastBackup]: string[]): Promise<number> {
  if (!process.send) {
    console.error("The shop starts this itself. Use: npm run backup -- verify");
    return 2;
  }
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  // As a signal, so that its PostgreSQL ends too.
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  await answer(await tryConfigured(lastBackup ?? null));
  return 0;
}

async function tryConfigured(lastBackup: string | null): Promise<TrialAnswer> {
  const config = loadConfig(process.env);
  const scratch = path.resolve(config.BACKUP_TRIAL_FOLDER ?? config.DATA_DIR);
  try {
    const repository = await openBackups(config, config.BACKUP_URL ?? "", {
      cwd: process.cwd(),
      create: null,
      lastBackupIn: async () => lastBackup,
    });
    const say = () => undefined;
    return {
      trial: await tryBackup(repository, {
        name: null,
        scratch,
        filesOnly: false,
        imageSample,
        say,
      }),
    };
  } catch (error) {
    const known = explainSystemError(error, "This machine");
    if (known instanceof BackupError) return { error: known.message, isExpected: true };
    return {
      error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      isExpected: false,
    };
  }
}

function answer(message: TrialAnswer): Promise<void> {
  return new Promise((resolve) => process.send!(message, () => resolve()));
}
