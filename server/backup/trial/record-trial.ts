import type { OpenDatabase } from "#server/platform/database/database.ts";
import { tryWithAdvisoryLock } from "#server/platform/database/with-advisory-lock.ts";
import { BackupError, explainSystemError } from "../backup-error.ts";
import { recordTrialEnd, recordTrialStart } from "./trial-store.ts";
import type { Trial } from "./try-backup.ts";

/** The shop stopped meanwhile. */
export class TrialInterrupted extends Error {
  override name = "TrialInterrupted";
}

/**
 * Runs a trial restore and records how it ended, for admins and metrics. One runs at a time.
 * @param place of the backups, as admins see it
 * @throws BackupError if another one is running, or the backup does not restore
 */
export async function recordTrial(
  database: Pick<OpenDatabase, "db" | "directUrl">,
  place: string,
  work: () => Promise<Trial>,
): Promise<Trial> {
  const done = await tryWithAdvisoryLock(database, "backup.trial", async () => {
    const { db } = database;
    const id = await recordTrialStart(db, place);
    try {
      const trial = await work();
      await recordTrialEnd(db, id, trial);
      return trial;
    } catch (error) {
      if (error instanceof TrialInterrupted) throw error;
      const explained = explainSystemError(error, "This machine");
      const text = explained instanceof BackupError ? explained.message : "See the log.";
      await recordTrialEnd(db, id, { error: text }).catch(() => undefined);
      throw explained;
    }
  });
  if (!done)
    throw new BackupError("Another trial restore is running. Wait for it, then run it again.");
  return done.result;
}
