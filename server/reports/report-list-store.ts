import { and, eq, inArray, isNull, sql, type SQL } from "drizzle-orm";
import type { PgSelect } from "drizzle-orm/pg-core";
import type { ReportedSort } from "#shared/reports/report-contract.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { isRemovable, listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { includesText } from "#server/platform/database/includes-text.ts";
import { readPage, type ListOrder } from "#server/platform/database/keyset.ts";
import { reportTable } from "./report-table.ts";

const isOpen = isNull(reportTable.closedAt);

const lastAt = sql`max(${reportTable.createdAt})`;
const order: ListOrder<"reported" | "reports" | "name"> = {
  keys: {
    reported: { value: lastAt, kind: "instant" },
    reports: { value: sql`count(*)`, kind: "number" },
    name: { value: sql`lower(${listingTable.name})`, kind: "text" },
  },
  id: { value: reportTable.listingId, kind: "uuid" },
};

// Needs no index, because only reported listings are read.
function matches(q: string | undefined): SQL | undefined {
  const searched = sql`${listingTable.name} || ' ' || ${accountTable.name} || ' ' || ${accountTable.email}`;
  return and(isOpen, q ? includesText(searched, q) : undefined);
}

/** One page of listings with open reports. @throws AppError invalid_cursor */
export function listReportedListings(
  executor: Executor,
  query: { q?: string | undefined; sort: ReportedSort; limit: number; cursor?: string | undefined },
) {
  // Unless the search or order concerns the listing, the reports alone determine the page.
  const isOfCars = query.q !== undefined || query.sort.endsWith("name");
  return readPage(order, query, ({ beyond, orderBy, limit, place }) => {
    const reports = executor
      .select({
        place,
        listingId: reportTable.listingId,
        reports: sql<number>`count(*)::int`,
        firstAt: sql<Date>`min(${reportTable.createdAt})`.mapWith(reportTable.createdAt),
        lastAt: sql<Date>`${lastAt}`.mapWith(reportTable.createdAt),
      })
      .from(reportTable)
      .$dynamic();
    return (isOfCars ? withCars(reports) : reports)
      .where(matches(query.q))
      .groupBy(reportTable.listingId, ...(isOfCars ? [listingTable.id] : []))
      .having(beyond)
      .orderBy(...orderBy)
      .limit(limit);
  });
}

function withCars<Query extends PgSelect>(reports: Query) {
  return reports
    .innerJoin(listingTable, eq(listingTable.id, reportTable.listingId))
    .innerJoin(accountTable, eq(accountTable.id, listingTable.sellerId));
}

/** How many listings have open reports. */
export async function countReportedListings(executor: Executor, q?: string): Promise<number> {
  const reports = executor
    .select({ listings: sql<number>`count(distinct ${reportTable.listingId})::int` })
    .from(reportTable)
    .$dynamic();
  const [row] = await (q ? withCars(reports) : reports).where(matches(q));
  return row?.listings ?? 0;
}

/** The listings in the admin's table, by id. */
export async function listListingsReported(executor: Executor, ids: string[]) {
  if (ids.length === 0) return [];
  return executor
    .select({
      id: listingTable.id,
      name: listingTable.name,
      image: listingTable.image,
      make: listingTable.make,
      model: listingTable.model,
      bodyType: listingTable.bodyType,
      colour: listingTable.colour,
      sellerId: accountTable.id,
      sellerName: accountTable.name,
      sellerEmail: accountTable.email,
      mayBeSuspended: sql<boolean>`${accountTable.role} = 'Seller' and ${accountTable.deletedAt} is null and ${accountTable.suspendedAt} is null`,
      isRemovable: sql<boolean>`${isRemovable}`,
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
