import { and, count, desc, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { commandLine } from "#shared/audit/audit.ts";
import type { AuditFilter } from "#shared/audit/audit-contract.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { auditTable } from "./audit-table.ts";

const actor = alias(accountTable, "actor");
const account = alias(accountTable, "subject_account");
const subjectName = sql<
  string | null
>`coalesce(${account.name}, ${listingTable.name}, ${bookingTable.item})`;

/** The last entry of a page: the next one is older. `at` has microseconds, which a Date has not. */
export type AuditPlace = { at: string; id: number };

/** Entries that the filter lets through, newest first; those behind `after` where it is given. */
export async function listAuditRows(
  executor: Executor,
  filter: AuditFilter,
  { after, limit }: { after: AuditPlace | null; limit: number },
) {
  return executor
    .select({
      id: auditTable.id,
      at: auditTable.at,
      atExact: sql<string>`to_char(${auditTable.at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
      action: auditTable.action,
      actorName: actor.name,
      actorEmail: actor.email,
      subjectId: auditTable.subjectId,
      subjectName,
      subjectEmail: account.email,
      details: auditTable.details,
    })
    .from(auditTable)
    .leftJoin(actor, eq(actor.id, auditTable.actorId))
    .leftJoin(account, eq(account.id, auditTable.subjectId))
    .leftJoin(listingTable, eq(listingTable.id, auditTable.subjectId))
    .leftJoin(bookingTable, eq(bookingTable.id, auditTable.subjectId))
    .where(
      and(
        matches(filter),
        after
          ? sql`(${auditTable.at}, ${auditTable.id}) < (${after.at}::timestamptz, ${after.id}::bigint)`
          : undefined,
      ),
    )
    .orderBy(desc(auditTable.at), desc(auditTable.id))
    .limit(limit);
}

export type AuditRow = Awaited<ReturnType<typeof listAuditRows>>[number];

export async function countAuditRows(executor: Executor, filter: AuditFilter): Promise<number> {
  const [row] = await executor
    .select({ entries: count() })
    .from(auditTable)
    .leftJoin(actor, eq(actor.id, auditTable.actorId))
    .leftJoin(account, eq(account.id, auditTable.subjectId))
    .leftJoin(listingTable, eq(listingTable.id, auditTable.subjectId))
    .leftJoin(bookingTable, eq(bookingTable.id, auditTable.subjectId))
    .where(matches(filter));
  return row?.entries ?? 0;
}

function matches({ action, actor: who, subject, from, to }: AuditFilter): SQL | undefined {
  return and(
    action && eq(auditTable.action, action),
    who
      ? holds(sql`coalesce(${actor.name} || ' ' || ${actor.email}, ${commandLine})`, who)
      : undefined,
    subject
      ? holds(
          sql`concat_ws(' ', ${subjectName}, ${account.email}, ${auditTable.subjectId}::text)`,
          subject,
        )
      : undefined,
    from ? gte(auditTable.at, sql`${from}::date::timestamp at time zone 'UTC'`) : undefined,
    to ? lt(auditTable.at, sql`(${to}::date + 1)::timestamp at time zone 'UTC'`) : undefined,
  );
}

// Not LIKE: what was typed has no wildcards.
function holds(words: SQL, part: string): SQL {
  return sql`strpos(lower(${words}), lower(${part})) > 0`;
}
