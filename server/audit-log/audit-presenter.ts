import { auditActionFacts } from "#shared/audit/audit.ts";
import type { AuditEntry } from "#shared/audit/audit-contract.ts";
import type { AuditRow } from "./audit-list-store.ts";

/** An audit entry as admins see it. */
export function presentAuditEntry(row: AuditRow): AuditEntry {
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
