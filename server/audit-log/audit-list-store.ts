import { and, count, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { commandLine } from "#shared/audit/audit.ts";
import type { AuditFilter, AuditSort } from "#shared/audit/audit-contract.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { includesText } from "#server/platform/database/includes-text.ts";
import { readPage, type ListOrder } from "#server/platform/database/keyset.ts";
import { auditTable } from "#server/audit/audit-table.ts";

const actor = alias(accountTable, "actor");
const account = alias(accountTable, "subject_account");
/** An account's name, or for a deleted account a label that does not identify its user (docs/privacy.md). */
const nameOf = ({ id, name, role, deletedAt }: typeof actor | typeof account) =>
  sql<string | null>`case when ${deletedAt} is null then ${name}
    else 'Deleted ' || lower(${role}) || ' ' || left(${id}::text, 8) end`;
const subjectName = sql<
  string | null
>`coalesce(${nameOf(account)}, ${listingTable.name}, ${bookingTable.item})`;

const order: ListOrder<"at" | "action"> = {
  keys: {
    at: { value: auditTable.at, kind: "instant" },
    action: { value: auditTable.action, kind: "text" },
  },
  id: { value: auditTable.id, kind: "number" },
};

/** One page of the entries that match the filter. @throws AppError invalid_cursor */
export function listAuditRows(
  executor: Executor,
  filter: AuditFilter,
  query: { sort: AuditSort; limit: number; cursor?: string | undefined },
) {
  return readPage(order, query, ({ beyond, orderBy, limit, place }) =>
    executor
      .select({
        place,
        id: auditTable.id,
        at: auditTable.at,
        action: auditTable.action,
        actorName: nameOf(actor),
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
      .where(and(matches(filter), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

export type AuditRow = Awaited<ReturnType<typeof listAuditRows>>["rows"][number];

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
      ? includesText(sql`coalesce(${nameOf(actor)} || ' ' || ${actor.email}, ${commandLine})`, who)
      : undefined,
    subject
      ? includesText(
          sql`concat_ws(' ', ${subjectName}, ${account.email}, ${auditTable.subjectId}::text)`,
          subject,
        )
      : undefined,
    from ? gte(auditTable.at, sql`${from}::date::timestamp at time zone 'UTC'`) : undefined,
    to ? lt(auditTable.at, sql`(${to}::date + 1)::timestamp at time zone 'UTC'`) : undefined,
  );
}
