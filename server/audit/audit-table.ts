import { bigserial, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { AuditAction } from "#shared/audit/audit.ts";
import { accountTable } from "#server/accounts/account-table.ts";

/** What admins did, added in the transaction of the action. The database refuses to change entries. */
export const auditTable = pgTable(
  "audit",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
    actorId: uuid("actor_id").references(() => accountTable.id),
    action: text().$type<AuditAction>().notNull(),
    subjectId: uuid("subject_id"),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    index("audit_newest").on(table.at, table.id),
    index("audit_action").on(table.action, table.id),
    index("audit_subject").on(table.subjectId, table.id),
  ],
);
