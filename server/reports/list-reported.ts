import { pictureOf } from "#shared/listings/illustration.ts";
import type { z } from "zod";
import type { ReportedProduct, reportedListQuery } from "#shared/reports/report-contract.ts";
import type { Deps } from "#server/deps.ts";
import {
  countReportedListings,
  listListingsReported,
  listReportedListings,
  listReporters,
} from "./report-list-store.ts";

// Only the latest reports are listed; the count includes all of them.
const namedReporters = 20;

/** One page of listings with open reports. @throws AppError invalid_cursor */
export async function listReported(
  { db }: Pick<Deps, "db">,
  query: z.output<typeof reportedListQuery>,
) {
  const { rows, ...page } = await listReportedListings(db, query);
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
        sellerId: listing.sellerId,
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
        allowedActions: [
          "dismiss",
          ...(listing.isRemovable ? (["remove"] as const) : []),
          ...(listing.mayBeSuspended ? (["suspend"] as const) : []),
        ],
      },
    ];
  });
  return { ...page, reported, total: await countReportedListings(db, query.q) };
}
