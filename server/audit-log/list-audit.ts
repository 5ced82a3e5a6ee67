import type { z } from "zod";
import type { AuditEntry, auditListQuery } from "#shared/audit/audit-contract.ts";
import type { Deps } from "#server/deps.ts";
import { countAuditRows, listAuditRows } from "./audit-list-store.ts";
import { presentAuditEntry } from "./audit-presenter.ts";

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
