import type { AuditAction } from "#shared/audit/audit.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { auditTable } from "./audit-table.ts";

/**
 * One act of an admin. `actorId` is null for the command line. `details` name nobody: an entry can never be changed, so
 * who it is about is read from the account, which can be made nameless.
 */
type NewAuditEntry = {
  actorId: string | null;
  action: AuditAction;
  subjectId: string;
  details?: Record<string, unknown>;
};

/** Notes an act, in the transaction of the act itself. */
export async function recordAudit(executor: Executor, entry: NewAuditEntry): Promise<void> {
  await executor.insert(auditTable).values(entry);
}
