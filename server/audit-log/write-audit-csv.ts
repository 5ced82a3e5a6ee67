import { stringify } from "csv-stringify/sync";
import { commandLine } from "#shared/audit/audit.ts";
import type { AuditFilter } from "#shared/audit/audit-contract.ts";
import type { Deps } from "#server/deps.ts";
import { listAuditRows, type AuditRow } from "./audit-list-store.ts";

const rowsPerPage = 500;
const headers = ["At (UTC)", "Action", "Actor", "Actor email", "Subject", "Subject email"];

/**
 * The audit log as CSV (RFC 4180) in UTF-8, newest first. Read page by page to keep memory use low, with a call of
 * `onPage` before each.
 */
export async function* writeAuditCsv(
  { replicas }: Pick<Deps, "replicas">,
  filter: AuditFilter,
  onPage: () => void,
): AsyncGenerator<string> {
  // Without a byte order mark, spreadsheets do not recognize UTF-8.
  yield "\uFEFF" + csvLine([...headers, "Subject id", "Details"]);
  let cursor: string | undefined;
  do {
    onPage();
    const page: Awaited<ReturnType<typeof listAuditRows>> = await replicas.read((db) =>
      listAuditRows(db, filter, { sort: "-at", limit: rowsPerPage, cursor }),
    );
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

// Text that a spreadsheet may run as a formula (OWASP, "CSV Injection"). csv-stringify's `escape_formulas` misses
// formulas after spaces and line breaks.
const formula = /^\s*[=+\-@\t\r\n＝＋－＠]/u;

/** One line of CSV. Every cell is quoted, and formulas become text. @internal */
export function csvLine(cells: readonly string[]): string {
  return stringify([cells], {
    quoted: true,
    quoted_empty: true,
    record_delimiter: "windows",
    cast: { string: (cell) => (formula.test(cell) ? `'${cell}` : cell) },
  });
}
