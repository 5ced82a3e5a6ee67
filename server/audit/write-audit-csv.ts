import { commandLine } from "#shared/audit/audit.ts";
import type { AuditFilter } from "#shared/audit/audit-contract.ts";
import type { Deps } from "#server/deps.ts";
import { listAuditRows, type AuditPlace, type AuditRow } from "./audit-list-store.ts";
import { csvLine } from "./csv-line.ts";

const rowsAtOnce = 500;
const head = ["At (UTC)", "Action", "Actor", "Actor email", "Subject", "Subject email"];

/**
 * The audit log as CSV (RFC 4180) in UTF-8, newest first, a few hundred lines at a time: however long the log, little of
 * it is in memory.
 */
export async function* writeAuditCsv(
  { db }: Pick<Deps, "db">,
  filter: AuditFilter,
): AsyncGenerator<string> {
  // Without the mark spreadsheets take UTF-8 for an older encoding.
  yield "\uFEFF" + csvLine([...head, "Subject id", "Details"]);
  let after: AuditPlace | null = null;
  for (;;) {
    const rows: AuditRow[] = await listAuditRows(db, filter, { after, limit: rowsAtOnce });
    if (rows.length > 0) yield rows.map(asLine).join("");
    const last = rows.at(-1);
    if (last === undefined || rows.length < rowsAtOnce) return;
    after = { at: last.atExact, id: last.id };
  }
}

function asLine(row: AuditRow): string {
  return csvLine([
    row.at.toISOString(),
    row.action,
    row.actorName ?? commandLine,
    row.actorEmail ?? "",
    row.subjectName ?? "",
    row.subjectEmail ?? "",
    row.subjectId ?? "",
    JSON.stringify(row.details),
  ]);
}
