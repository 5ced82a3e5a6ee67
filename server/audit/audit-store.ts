import { and, desc, eq, inArray, sql, type SQL } from "drizzle-orm";
import type { AuditAction } from "#shared/audit/audit.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import type { Database, Executor } from "#server/platform/database/database.ts";
import { auditTable } from "./audit-table.ts";

/**
 * One action of an admin. `actorId` is null for the command line. `details` contain no names, because an entry can never be
 * changed. The name is read from the account, where it can be erased.
 */
type NewAuditEntry = {
  actorId: string | null;
  action: AuditAction;
  subjectId?: string;
  details?: Record<string, unknown>;
};

/** Adds an audit entry in the transaction of the action itself. */
export async function recordAudit(executor: Executor, entry: NewAuditEntry): Promise<void> {
  await executor.insert(auditTable).values(entry);
}

/**
 * Adds an audit entry unless the last day has one of the same action, subject and `same` details: a client that repeats
 * its mistake adds one row a day.
 */
export async function recordAuditDaily(
  db: Database,
  { same, ...entry }: NewAuditEntry & { subjectId: string; same: Record<string, unknown> },
): Promise<void> {
  const details = { ...entry.details, ...same };
  const isRecorded = async (executor: Executor) => {
    const rows = await executor
      .select({ id: auditTable.id })
      .from(auditTable)
      .where(
        and(
          eq(auditTable.subjectId, entry.subjectId),
          eq(auditTable.action, entry.action),
          sql`${auditTable.at} > now() - interval '1 day'`,
          sql`${auditTable.details} @> ${JSON.stringify(same)}::jsonb`,
        ),
      )
      .limit(1);
    return rows.length > 0;
  };
  if (await isRecorded(db)) return;
  await db.transaction(async (tx) => {
    const turn = `${entry.action} ${entry.subjectId}`;
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`);
    if (!(await isRecorded(tx))) await recordAudit(tx, { ...entry, details });
  });
}

/** The admin who last did `action` to each of these subjects, by subject id. Ignores the command line. */
export function listLastActors(
  executor: Executor,
  action: AuditAction,
  subjectIds: string[],
): Promise<Map<string, string>> {
  return readLatest(executor, action, subjectIds, sql<string | null>`${accountTable.name}`);
}

/** Whether this admin was the last to do `action` to the subject. */
export async function isLastActor(
  executor: Executor,
  action: AuditAction,
  subjectId: string,
  actorId: string,
): Promise<boolean> {
  const [last] = await executor
    .select({ actorId: auditTable.actorId })
    .from(auditTable)
    .where(and(eq(auditTable.action, action), eq(auditTable.subjectId, subjectId)))
    .orderBy(desc(auditTable.id))
    .limit(1);
  return last?.actorId === actorId;
}

/** The previous state (`was`) that the last `action` recorded for each of these subjects, by subject id. */
export function listRolesBefore(
  executor: Executor,
  action: AuditAction,
  subjectIds: string[],
): Promise<Map<string, string>> {
  return readLatest(
    executor,
    action,
    subjectIds,
    sql<string | null>`${auditTable.details} ->> 'was'`,
  );
}

/** A fact of the last `action` on each of these subjects, by subject id. Without those that lack it. */
async function readLatest(
  executor: Executor,
  action: AuditAction,
  subjectIds: string[],
  fact: SQL<string | null>,
): Promise<Map<string, string>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await executor
    .selectDistinctOn([auditTable.subjectId], { subjectId: auditTable.subjectId, fact })
    .from(auditTable)
    .leftJoin(accountTable, eq(accountTable.id, auditTable.actorId))
    .where(and(eq(auditTable.action, action), inArray(auditTable.subjectId, subjectIds)))
    .orderBy(auditTable.subjectId, desc(auditTable.id));
  return new Map(
    rows.flatMap(({ subjectId, fact: value }): [string, string][] =>
      subjectId === null || value === null ? [] : [[subjectId, value]],
    ),
  );
}

/** The details of every entry of `action`, the oldest first. */
export async function listDetails(
  executor: Executor,
  action: AuditAction,
): Promise<Record<string, unknown>[]> {
  const rows = await executor
    .select({ details: auditTable.details })
    .from(auditTable)
    .where(eq(auditTable.action, action))
    .orderBy(auditTable.id);
  return rows.map(({ details }) => details);
}
