import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { reportTable, type ReportOutcome } from "./report-table.ts";

const isOpen = isNull(reportTable.closedAt);

/** Adds a user's report of a listing; false if they have already reported it. */
export async function insertReport(
  tx: Executor,
  report: { id: string; listingId: string; reporterId: string; reason: string | null },
): Promise<boolean> {
  const rows = await tx
    .insert(reportTable)
    .values(report)
    .onConflictDoNothing()
    .returning({ id: reportTable.id });
  return rows.length > 0;
}

/** Settles the open reports of a listing. Returns their ids. */
export async function closeReportsOfListing(
  tx: Executor,
  {
    listingId,
    actorId,
    outcome,
    reason,
  }: { listingId: string; actorId: string; outcome: ReportOutcome; reason: string | null },
): Promise<string[]> {
  const rows = await tx
    .update(reportTable)
    .set({ closedAt: sql`now()`, closedBy: actorId, outcome, outcomeReason: reason })
    .where(and(eq(reportTable.listingId, listingId), isOpen))
    .returning({ id: reportTable.id });
  return rows.map(({ id }) => id);
}

/** Settles the open reports of all of a seller's listings. Returns their ids. */
export async function closeReportsOfSeller(
  tx: Executor,
  settled: { sellerId: string; actorId: string; outcome: ReportOutcome; reason: string },
): Promise<string[]> {
  const rows = await tx
    .update(reportTable)
    .set({
      closedAt: sql`now()`,
      closedBy: settled.actorId,
      outcome: settled.outcome,
      outcomeReason: settled.reason,
    })
    .where(
      and(
        isOpen,
        sql`${reportTable.listingId} in (select id from ${listingTable} where seller_id = ${settled.sellerId})`,
      ),
    )
    .returning({ id: reportTable.id });
  return rows.map(({ id }) => id);
}

/** Reopens the reports of a listing that this admin's last dismissal settled. Returns their ids. */
export async function reopenDismissedReports(
  tx: Executor,
  { listingId, actorId }: { listingId: string; actorId: string },
): Promise<string[]> {
  const rows = await tx
    .update(reportTable)
    .set({ closedAt: null, closedBy: null, outcome: null })
    .where(
      and(
        eq(reportTable.listingId, listingId),
        eq(reportTable.outcome, "dismissed"),
        eq(reportTable.closedBy, actorId),
        // One dismissal settles its reports in one transaction, so they share a timestamp.
        sql`${reportTable.closedAt} = (select max(closed_at) from ${reportTable} where listing_id = ${listingId})`,
      ),
    )
    .returning({ id: reportTable.id });
  return rows.map(({ id }) => id);
}

/** The reporters who still have an account, and the listings they reported. */
export async function listReportersToTell(
  tx: Executor,
  reportIds: string[],
): Promise<{ name: string; email: string; item: string }[]> {
  if (reportIds.length === 0) return [];
  return tx
    .select({ name: accountTable.name, email: accountTable.email, item: listingTable.name })
    .from(reportTable)
    .innerJoin(listingTable, eq(listingTable.id, reportTable.listingId))
    .innerJoin(accountTable, eq(accountTable.id, reportTable.reporterId))
    .where(and(inArray(reportTable.id, reportIds), isNull(accountTable.deletedAt)));
}

/** Whether a listing has open reports. */
export async function isReported(executor: Executor, listingId: string): Promise<boolean> {
  const rows = await executor
    .select({ id: reportTable.id })
    .from(reportTable)
    .where(and(eq(reportTable.listingId, listingId), isOpen))
    .limit(1);
  return rows.length > 0;
}
