import { z } from "zod";
import type { PageQuery } from "#shared/paging/paging-contract.ts";
import type { ReportedProduct } from "#shared/reports/report-contract.ts";
import type { Deps } from "#server/deps.ts";
import { pictureOf } from "#server/listings/public.ts";
import { cutPage, decodeCursor } from "#server/platform/http/paging.ts";
import {
  countReportedListings,
  listListingsReported,
  listReportedListings,
  listReporters,
} from "./report-store.ts";

const cursor = z.object({ lastAt: z.iso.datetime(), id: z.uuid() });
// The count says how many there are; the table names the latest.
const namedReporters = 20;

/** Cars with open reports, the one reported last first. @throws AppError invalid_cursor */
export async function listReported(
  { db }: Pick<Deps, "db">,
  query: PageQuery,
): Promise<{ reported: ReportedProduct[]; total: number; nextCursor: string | null }> {
  const after = decodeCursor(cursor, query.cursor);
  const found = await listReportedListings(db, { after, limit: query.limit + 1 });
  const { rows, nextCursor } = cutPage(found, query.limit, (last) => ({
    lastAt: last.lastAt.toISOString(),
    id: last.listingId,
  }));
  const ids = rows.map((row) => row.listingId);
  const listings = new Map(
    (await listListingsReported(db, ids)).map((listing) => [listing.id, listing]),
  );
  const reporters = await listReporters(db, ids, namedReporters);
  const reported = rows.flatMap((row): ReportedProduct[] => {
    const listing = listings.get(row.listingId);
    if (!listing) return [];
    return [
      {
        _id: listing.id,
        name: listing.name,
        image: pictureOf(listing),
        sellerName: listing.sellerName,
        sellerEmail: listing.sellerEmail,
        reportCount: row.reports,
        firstReportedAt: row.firstAt.toISOString(),
        lastReportedAt: row.lastAt.toISOString(),
        reporters: reporters
          .filter((reporter) => reporter.listingId === listing.id)
          .map(({ name, email, reportedAt, reason }) => ({
            name,
            email,
            reportedAt: reportedAt.toISOString(),
            reason,
          })),
        allowedActions: listing.isListed ? ["dismiss", "remove"] : ["dismiss"],
      },
    ];
  });
  return { reported, total: await countReportedListings(db), nextCursor };
}
