import type { Executor } from "#server/platform/database/database.ts";
import { auditTable } from "./audit-table.ts";

/** One act of an admin. `actorId` is null for the command line. */
type AuditEntry = {
  actorId: string | null;
  action: string;
  subjectId: string;
  details?: Record<string, unknown>;
};

/** Notes an act, in the transaction of the act itself. */
export async function recordAudit(executor: Executor, entry: AuditEntry): Promise<void> {
  await executor.insert(auditTable).values(entry);
}
