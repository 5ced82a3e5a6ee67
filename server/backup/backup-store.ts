import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import type { Database, Executor } from "#server/platform/database/database.ts";
import { backupTable } from "./backup-table.ts";

export type BackupRow = typeof backupTable.$inferSelect;
type NewBackup = Pick<BackupRow, "name" | "kind" | "place" | "startedAt">;

/** Complete, and read back. */
const isGood = and(isNotNull(backupTable.verifiedAt), isNull(backupTable.error));

const nextOrdinal = sql<number>`(select coalesce(max(ordinal), 0) + 1 from backup)`;
/** Null also in the database of an earlier version, which has no such column. */
const ordinal = sql`(to_jsonb(${backupTable}) ->> 'ordinal')::int`;
/**
 * Attempts are ordered by their number, and by time only if they have none: the clock may have been set back in
 * between.
 */
const newestFirst = [sql`${ordinal} desc nulls last`, desc(backupTable.startedAt)];

/**
 * Records the start of a backup, and that those which never ended were interrupted. Needs the lock for backups. Null if
 * the database is of an older version, which has no record of backups.
 */
export async function recordStart(db: Executor, backup: NewBackup): Promise<string | null> {
  if (!(await hasTable(db))) return null;
  await db
    .update(backupTable)
    .set({ error: "It was interrupted.", finishedAt: sql`now()` })
    .where(isNull(backupTable.finishedAt));
  const { name, kind, place, startedAt } = backup;
  // Only columns that every version had: drizzle's insert would name all.
  const { rows } = await db.execute<{ id: string }>(
    sql`insert into backup (name, kind, place, started_at) values (${name}, ${kind}, ${place}, ${startedAt}) returning id`,
  );
  const { id } = rows[0]!;
  if (await hasColumn(db, "ordinal"))
    await db.update(backupTable).set({ ordinal: nextOrdinal }).where(eq(backupTable.id, id));
  return id;
}

/** Records what was wrong with the earlier backups of a place, or with images, when a backup was made there. */
export async function recordWarning(db: Executor, name: string, warning: string): Promise<void> {
  if (await hasColumn(db, "warning"))
    await db.update(backupTable).set({ warning }).where(eq(backupTable.name, name));
}

export async function recordEnd(
  db: Executor,
  id: string | null,
  result: { bytes: number; images: number } | { error: string },
): Promise<void> {
  if (id === null) return;
  const set = "error" in result ? result : { ...result, error: null, verifiedAt: sql<Date>`now()` };
  await db
    .update(backupTable)
    .set({ ...set, finishedAt: sql`now()` })
    .where(eq(backupTable.id, id));
}

/** Records a backup that could not even begin, because its place cannot be opened. */
export async function recordUnopened(
  db: Executor,
  backup: NewBackup & { error: string },
): Promise<void> {
  await db.insert(backupTable).values({ ...backup, ordinal: nextOrdinal, finishedAt: sql`now()` });
}

/** Records that a backup was read back whole, or that a database was started from it. */
export async function recordCheck(
  db: Executor,
  name: string,
  what: "verifiedAt" | "restoredAt",
): Promise<void> {
  if (!(await hasTable(db))) return;
  await db
    .update(backupTable)
    .set({ [what]: sql`now()` })
    .where(and(eq(backupTable.name, name), isNull(backupTable.error)));
}

/** In a database that was restored: the backup it came from was still being made in it. */
export async function recordRestore(
  db: Executor,
  name: string,
  result: { bytes: number; images: number; finishedAt: Date },
): Promise<void> {
  if (!(await hasTable(db))) return;
  await db
    .update(backupTable)
    .set({ ...result, error: null, verifiedAt: sql`now()`, restoredAt: sql`now()` })
    .where(eq(backupTable.name, name));
}

/** False in the database of an earlier version. */
async function hasColumn(db: Executor, name: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from pg_attribute where attrelid = to_regclass('public.backup') and attname = ${name}`,
  );
  return rows.length > 0;
}

async function hasTable(db: Executor): Promise<boolean> {
  const { rows } = await db.execute<{ exists: boolean }>(
    sql`select to_regclass('public.backup') is not null as "exists"`,
  );
  return rows[0]!.exists;
}

/**
 * Whether the database has a record of any of these backups, by the exact time that it began. Its name is only a second, in
 * which another shop can have made one too.
 */
export async function hasMadeOneOf(
  db: Executor,
  backups: readonly Pick<BackupRow, "name" | "startedAt">[],
): Promise<boolean> {
  if (backups.length === 0 || !(await hasTable(db))) return false;
  const names = backups.map(({ name }) => name);
  const rows = await db
    .select({ name: backupTable.name, startedAt: backupTable.startedAt })
    .from(backupTable)
    .where(inArray(backupTable.name, names));
  const keyOf = (one: Pick<BackupRow, "name" | "startedAt">) => `${one.name} ${+one.startedAt}`;
  const made = new Set(rows.map(keyOf));
  return backups.some((backup) => made.has(keyOf(backup)));
}

/**
 * The name of the newest verified backup made in a place, wherever it is now, leaving out those without a number
 * whose clock was ahead.
 */
export async function findLastBackupIn(db: Executor, place: string): Promise<string | null> {
  if (!(await hasTable(db))) return null;
  const isCertain = or(isNotNull(ordinal), lte(backupTable.startedAt, sql`now()`));
  const [row] = await db
    .select({ name: backupTable.name })
    .from(backupTable)
    .where(and(eq(backupTable.place, place), isGood, isCertain))
    .orderBy(...newestFirst)
    .limit(1);
  return row?.name ?? null;
}

export type BackupState = {
  /** The newest backup that is complete and verified. */
  lastGood: BackupRow | null;
  /** The newest attempt, which may be running or have failed. */
  lastAttempt: BackupRow | null;
  /** The backup from which a database was last started and checked. */
  lastRestored: BackupRow | null;
  /** What was last wrong with earlier backups when one was made, within a week. */
  warning: string | null;
  /** Continuous archiving of the database's log, which is written up to `position`; null if it is not used. */
  archive: { isRunning: boolean; bytesBehind: number; position: number } | null;
};

/** What admins and metrics show about backups. */
export async function readBackupState(db: Executor): Promise<BackupState> {
  const newest = (condition: ReturnType<typeof and>, order = newestFirst) =>
    db
      .select()
      .from(backupTable)
      .where(condition)
      .orderBy(...order)
      .limit(1);
  const [lastGood] = await newest(isGood);
  const [lastAttempt] = await newest(undefined);
  const [lastRestored] = await newest(isNotNull(backupTable.restoredAt), [
    desc(backupTable.restoredAt),
  ]);
  const thisWeek = gt(backupTable.startedAt, sql`now() - interval '7 days'`);
  const [lastWarned] = await newest(and(isNotNull(backupTable.warning), thisWeek));
  return {
    lastGood: lastGood ?? null,
    lastAttempt: lastAttempt ?? null,
    lastRestored: lastRestored ?? null,
    warning: lastWarned?.warning ?? null,
    archive: await readArchiveState(db),
  };
}

export const slotName = "marque_backup";

async function readArchiveState(db: Executor): Promise<BackupState["archive"]> {
  // A standby has no current position; it has no slot of ours either.
  const { rows } = await db.execute<{ active: boolean; behind: string | null; position: number }>(
    sql`select active, pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn)::text as behind,
          pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as position
        from pg_replication_slots where slot_name = ${slotName} and not pg_is_in_recovery()`,
  );
  const [slot] = rows;
  if (!slot) return null;
  const { active: isRunning, behind, position } = slot;
  return { isRunning, bytesBehind: Number(behind ?? 0), position };
}

/**
 * The slot through which the log is archived, created if there is none that can be used.
 * @param onNew called before it is created, because a process that is killed afterwards could not say so anymore
 * @returns up to where the log is stored
 */
export async function ensureSlot(db: Database, onNew: () => Promise<void>): Promise<string> {
  const { rows } = await db.execute<{ lsn: string | null; status: string | null }>(
    sql`select restart_lsn::text as lsn, wal_status as status from pg_replication_slots where slot_name = ${slotName}`,
  );
  const [row] = rows;
  if (row?.lsn && row.status !== "lost") return row.lsn;
  await onNew();
  if (row) await dropSlot(db);
  const created = await db.execute<{ lsn: string }>(
    sql`select lsn::text as lsn from pg_create_physical_replication_slot(${slotName}, true)`,
  );
  return created.rows[0]!.lsn;
}

/**
 * The end of the log on the server's disk, and a time of the server's clock before it was read: whatever was committed
 * until then is before this end.
 */
export async function readLogEnd(db: Executor): Promise<{ lsn: string; at: Date }> {
  const { rows } = await db.execute<{ lsn: string; at: string }>(
    sql`with clock as materialized (select clock_timestamp() as at)
        select at, pg_current_wal_flush_lsn()::text as lsn from clock`,
  );
  return { lsn: rows[0]!.lsn, at: new Date(rows[0]!.at) };
}

/**
 * How far the embedded database's log is archived, according to the database, even while the shop that archives it is
 * stopped; null if it has no archive.
 */
export async function readArchivedLog(
  db: Executor,
): Promise<{ systemId: string; timeline: number; lsn: string; isRunning: boolean } | null> {
  const { rows } = await db.execute<{
    systemId: string;
    timeline: number;
    lsn: string;
    isRunning: boolean;
  }>(
    sql`select system_identifier::text as "systemId", timeline_id as timeline, restart_lsn::text as lsn, active as "isRunning"
        from pg_replication_slots, pg_control_system(), pg_control_checkpoint()
        where slot_name = ${slotName} and restart_lsn is not null`,
  );
  return rows[0] ?? null;
}

/** Lets the server discard its log again. Does nothing if there is no slot, or it is in use. */
export async function dropSlot(db: Executor): Promise<void> {
  await db.execute(
    sql`select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = ${slotName} and not active`,
  );
}

// Rows of these are never deleted, so a restored database has at least as many as when its backup began.
const lasting = ["account", "booking", "payment", "receipt", "audit", "payment_log"] as const;

export async function countLastingRows(db: Executor): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of lasting) {
    const { rows } = await db.execute<{ n: string }>(
      sql`select count(*)::text as n from ${sql.identifier(table)}`,
    );
    counts[table] = Number(rows[0]!.n);
  }
  return counts;
}

export async function readDatabaseBytes(db: Executor): Promise<number> {
  const { rows } = await db.execute<{ bytes: string }>(
    sql`select pg_database_size(current_database())::text as bytes`,
  );
  return Number(rows[0]!.bytes);
}

/** How many migrations ran, and when the last of them was written, by which the migrator compares. */
export async function readMigrations(db: Executor): Promise<{ count: number; last: number }> {
  const { rows } = await db.execute<{ count: string; last: string | null }>(
    sql`select count(*)::text as count, max(created_at)::text as last from drizzle.__drizzle_migrations`,
  );
  return { count: Number(rows[0]!.count), last: Number(rows[0]!.last ?? 0) };
}
