import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { reportTable, type ReportOutcome } from "./report-table.ts";

const isOpen = isNull(reportTable.closedAt);

/** Notes a person's report of a listing; false where they have reported it before. */
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

/** Settles the open reports of a listing. Answers their ids. */
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

/** Who made these reports and still has an account. */
export async function listReportersToTell(
  tx: Executor,
  reportIds: string[],
): Promise<{ name: string; email: string }[]> {
  if (reportIds.length === 0) return [];
  return tx
    .select({ name: accountTable.name, email: accountTable.email })
    .from(reportTable)
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

export type ReportedListing = { listingId: string; reports: number; firstAt: Date; lastAt: Date };

/** Listings with open reports, the one reported last first; those after `after` where it is given. */
export async function listReportedListings(
  executor: Executor,
  { after, limit }: { after: { lastAt: string; id: string } | null; limit: number },
): Promise<ReportedListing[]> {
  const lastAt = sql<Date>`max(${reportTable.createdAt})`.mapWith(reportTable.createdAt);
  return executor
    .select({
      listingId: reportTable.listingId,
      reports: sql<number>`count(*)::int`,
      firstAt: sql<Date>`min(${reportTable.createdAt})`.mapWith(reportTable.createdAt),
      lastAt,
    })
    .from(reportTable)
    .where(isOpen)
    .groupBy(reportTable.listingId)
    .having(
      after
        ? sql`(max(${reportTable.createdAt}), ${reportTable.listingId}) < (${after.lastAt}::timestamptz, ${after.id}::uuid)`
        : undefined,
    )
    .orderBy(desc(lastAt), desc(reportTable.listingId))
    .limit(limit);
}

export async function countReportedListings(executor: Executor): Promise<number> {
  const [row] = await executor
    .select({ listings: sql<number>`count(distinct ${reportTable.listingId})::int` })
    .from(reportTable)
    .where(isOpen);
  return row?.listings ?? 0;
}

/** What the admin's table shows of reported listings themselves, by id. */
export async function listListingsReported(executor: Executor, ids: string[]) {
  if (ids.length === 0) return [];
  return executor
    .select({
      id: listingTable.id,
      name: listingTable.name,
      image: listingTable.image,
      bodyType: listingTable.bodyType,
      colour: listingTable.colour,
      sellerName: accountTable.name,
      sellerEmail: accountTable.email,
      isListed: sql<boolean>`${listingTable.withdrawnAt} is null and ${listingTable.removedAt} is null`,
    })
    .from(listingTable)
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId))
    .where(inArray(listingTable.id, ids));
}

export type Reporter = {
  listingId: string;
  name: string;
  email: string;
  reportedAt: Date;
  reason: string | null;
};

/** Who reported these listings, newest first, at most `perListing` of each. */
export async function listReporters(
  executor: Executor,
  ids: string[],
  perListing: number,
): Promise<Reporter[]> {
  if (ids.length === 0) return [];
  const place = sql<number>`row_number() over (partition by ${reportTable.listingId} order by ${reportTable.createdAt} desc)`;
  const reporters = executor
    .select({
      listingId: reportTable.listingId,
      name: accountTable.name,
      email: accountTable.email,
      reportedAt: reportTable.createdAt,
      reason: reportTable.reason,
      place: place.as("place"),
    })
    .from(reportTable)
    .innerJoin(accountTable, eq(accountTable.id, reportTable.reporterId))
    .where(and(isOpen, inArray(reportTable.listingId, ids)))
    .as("reporters");
  return executor
    .select()
    .from(reporters)
    .where(sql`${reporters.place} <= ${perListing}`)
    .orderBy(reporters.place);
}
