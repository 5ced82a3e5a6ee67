import { z } from "zod";
import type { AuditEntry, auditListQuery } from "#shared/audit/audit-contract.ts";
import type { Deps } from "#server/deps.ts";
import { cutPage, decodeCursor } from "#server/platform/http/paging.ts";
import { countAuditRows, listAuditRows } from "./audit-list-store.ts";
import { presentAuditEntry } from "./audit-presenter.ts";

const cursor = z.object({ at: z.iso.datetime(), id: z.number().int() });

/** One page of what admins did, newest first. @throws AppError invalid_cursor */
export async function listAudit(
  { db }: Pick<Deps, "db">,
  query: z.output<typeof auditListQuery>,
): Promise<{ entries: AuditEntry[]; total: number; nextCursor: string | null }> {
  const after = decodeCursor(cursor, query.cursor);
  const [found, total] = await Promise.all([
    listAuditRows(db, query, { after, limit: query.limit + 1 }),
    countAuditRows(db, query),
  ]);
  const { rows, nextCursor } = cutPage(found, query.limit, (last) => ({
    at: last.atExact,
    id: last.id,
  }));
  return { entries: rows.map(presentAuditEntry), total, nextCursor };
}
