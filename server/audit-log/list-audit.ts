import type { z } from "zod";
import { auditActionFacts } from "#shared/audit/audit.ts";
import type { AuditEntry, auditListQuery } from "#shared/audit/audit-contract.ts";
import type { Deps } from "#server/deps.ts";
import { countAuditRows, listAuditRows, type AuditRow } from "./audit-list-store.ts";

/** One page of the audit log. @throws AppError invalid_cursor */
export async function listAudit(
  { db, totals }: Pick<Deps, "db" | "totals">,
  query: z.output<typeof auditListQuery>,
) {
  const { action, actor, subject, from, to } = query;
  const filter = { action, actor, subject, from, to };
  const [{ rows, ...page }, total] = await Promise.all([
    listAuditRows(db, filter, query),
    totals(["audit", filter], () => countAuditRows(db, filter)),
  ]);
  const entries: AuditEntry[] = rows.map(presentAuditEntry);
  return { ...page, entries, total };
}

/** An audit entry as admins see it. */
function presentAuditEntry(row: AuditRow): AuditEntry {
  const { subject: kind } = auditActionFacts[row.action];
  return {
    _id: String(row.id),
    at: row.at.toISOString(),
    action: row.action,
    actor: row.actorName === null ? null : { name: row.actorName, email: row.actorEmail ?? "" },
    subject:
      kind === null || row.subjectId === null
        ? null
        : { _id: row.subjectId, kind, name: row.subjectName, email: row.subjectEmail || null },
    details: row.details,
  };
}
