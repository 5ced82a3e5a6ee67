import type { z } from "zod";
import type { AuditEntry, auditListQuery } from "#shared/audit/audit-contract.ts";
import type { Deps } from "#server/deps.ts";
import { countAuditRows, listAuditRows } from "./audit-list-store.ts";
import { presentAuditEntry } from "./audit-presenter.ts";

/** One page of what admins did. @throws AppError invalid_cursor */
export async function listAudit({ db }: Pick<Deps, "db">, query: z.output<typeof auditListQuery>) {
  const [{ rows, ...page }, total] = await Promise.all([
    listAuditRows(db, query, query),
    countAuditRows(db, query),
  ]);
  const entries: AuditEntry[] = rows.map(presentAuditEntry);
  return { ...page, entries, total };
}
