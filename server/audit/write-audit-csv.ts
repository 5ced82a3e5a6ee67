import { commandLine } from "#shared/audit/audit.ts";
import type { AuditFilter } from "#shared/audit/audit-contract.ts";
import type { Deps } from "#server/deps.ts";
import { listAuditRows, type AuditRow } from "./audit-list-store.ts";
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
  let cursor: string | undefined;
  do {
    const page: Awaited<ReturnType<typeof listAuditRows>> = await listAuditRows(db, filter, {
      sort: "-at",
      limit: rowsAtOnce,
      cursor,
    });
    if (page.rows.length > 0) yield page.rows.map(asLine).join("");
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
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
