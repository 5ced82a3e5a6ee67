import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { recordCheck } from "../backup-store.ts";
import { trialRestoreTable } from "../backup-table.ts";
import type { Trial } from "./try-backup.ts";

type TrialRow = typeof trialRestoreTable.$inferSelect;

/**
 * Records the start of a trial restore, and removes those that were interrupted, which say nothing about a backup. Needs
 * the lock for trial restores. Null if the database is of an older version, which has no record of them.
 */
export async function recordTrialStart(db: Executor, place: string): Promise<string | null> {
  const { rows } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('public.trial_restore') is not null as "exists"`,
  );
  if (!rows[0]!.exists) return null;
  await db.delete(trialRestoreTable).where(isNull(trialRestoreTable.finishedAt));
  const [row] = await db
    .insert(trialRestoreTable)
    .values({ place })
    .returning({ id: trialRestoreTable.id });
  return row!.id;
}

export async function recordTrialEnd(
  db: Executor,
  id: string | null,
  result: Trial | { error: string },
): Promise<void> {
  if ("backup" in result) {
    await recordCheck(db, result.backup, "verifiedAt");
    if (result.database) await recordCheck(db, result.backup, "restoredAt");
  }
  if (id === null) return;
  const outcome =
    "error" in result
      ? { error: result.error }
      : {
          backup: result.backup,
          tables: result.database?.tables ?? null,
          rows: result.database?.rows ?? null,
        };
  await db
    .update(trialRestoreTable)
    .set({ ...outcome, finishedAt: sql`now()` })
    .where(eq(trialRestoreTable.id, id));
}

export type TrialState = {
  /** The newest trial restore that found nothing wrong. */
  lastGood: TrialRow | null;
  /** The newest one that ended. */
  last: TrialRow | null;
};

export async function readTrialState(db: Executor): Promise<TrialState> {
  const newest = (condition: ReturnType<typeof and>) =>
    db
      .select()
      .from(trialRestoreTable)
      .where(condition)
      .orderBy(desc(trialRestoreTable.startedAt))
      .limit(1);
  const hasEnded = isNotNull(trialRestoreTable.finishedAt);
  const [lastGood] = await newest(and(hasEnded, isNull(trialRestoreTable.error)));
  const [last] = await newest(hasEnded);
  return { lastGood: lastGood ?? null, last: last ?? null };
}
