import type { z } from "zod";
import { otherSide, reviewStanding, summarizeStars } from "#shared/reviews/review.ts";
import type {
  ownReviewsQuery,
  ReportedReview,
  SaleReviews,
  SellerReviews,
} from "#shared/reviews/review-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import {
  countSales,
  countStars,
  listReviewsOf,
  listSales,
  listShownReviews,
  type ReviewRow,
  type SaleRow,
} from "./review-list-store.ts";
import {
  countReportedReviews,
  listOpenReviewReports,
  listReportedReviewRows,
} from "./review-report-store.ts";
import { asReviewedSale } from "./review-store.ts";

const reviewsPerPage = 10;

/** What buyers say about the seller of a listing, as visitors see it now. @throws AppError invalid_cursor */
export async function readSellerReviews(
  { db }: Pick<Deps, "db">,
  listingId: string,
  now: Date,
  cursor?: string,
): Promise<SellerReviews> {
  const [spread, { rows, nextCursor }] = await Promise.all([
    countStars(db, listingId, now),
    listShownReviews(db, listingId, now, { limit: reviewsPerPage, cursor }),
  ]);
  return {
    ...summarizeStars(spread),
    spread,
    reviews: rows.map((row) => ({
      _id: row.id,
      stars: row.stars,
      text: row.text,
      item: row.item,
      writtenAt: row.createdAt.toISOString(),
      answer: answerOf(row),
    })),
    nextCursor,
  };
}

/** The viewer's sales and purchases with the reviews that they can read. @throws AppError invalid_cursor */
export async function listOwnReviews(
  { db }: Pick<Deps, "db">,
  { accountId }: Viewer,
  query: z.output<typeof ownReviewsQuery>,
  now: Date,
) {
  const which = { accountId, bookingId: query.booking };
  const { rows, ...page } = await listSales(db, which, query);
  const reviews = await listReviewsOf(
    db,
    rows.map(({ bookingId }) => bookingId),
  );
  const sales = rows.map((row) => presentSale(row, reviews, accountId, now));
  return { ...page, sales, total: await countSales(db, which) };
}

function presentSale(
  row: SaleRow,
  reviews: ReviewRow[],
  accountId: string,
  now: Date,
): SaleReviews {
  const side = row.buyerId === accountId ? "buyer" : "seller";
  const by = (one: typeof side) =>
    reviews.find((review) => review.bookingId === row.bookingId && review.side === one);
  const standing = reviewStanding(asReviewedSale(row), side, now);
  const own = by(side);
  const written = standing.isVisible ? by(otherSide(side)) : undefined;
  const other = written?.removedAt ? undefined : written;
  const mayAnswer = side === "seller" && other?.answer === null;
  return {
    bookingId: row.bookingId,
    item: row.item,
    side,
    // After a refund, the seller no longer sees whose car it was (docs/privacy.md).
    otherName: side === "buyer" ? row.sellerName : row.paidAt ? row.buyerName : "a buyer",
    paidAt: (row.paidAt ?? row.createdAt).toISOString(),
    own: own ? presentReview(own) : null,
    other: other ? presentReview(other) : null,
    writeUntil: standing.writeUntil?.toISOString() ?? null,
    visibleFrom: own && !standing.isVisible ? (standing.visibleFrom?.toISOString() ?? null) : null,
    allowedActions: [
      ...(standing.writeUntil ? (["write"] as const) : []),
      ...(mayAnswer ? (["answer"] as const) : []),
      ...(other ? (["report"] as const) : []),
    ],
  };
}

function presentReview(row: ReviewRow): NonNullable<SaleReviews["own"]> {
  return {
    _id: row.id,
    stars: row.stars,
    text: row.text,
    writtenAt: row.createdAt.toISOString(),
    answer: answerOf(row),
    removalReason: row.removalReason,
  };
}

function answerOf({ answer, answeredAt }: Pick<ReviewRow, "answer" | "answeredAt">) {
  return answer !== null && answeredAt ? { text: answer, at: answeredAt.toISOString() } : null;
}

/** One page of the reviews with open reports. @throws AppError invalid_cursor */
export async function listReportedReviews(
  { db }: Pick<Deps, "db">,
  query: { limit: number; cursor?: string | undefined },
) {
  const { rows, ...page } = await listReportedReviewRows(db, query);
  const reports = await listOpenReviewReports(
    db,
    rows.map(({ id }) => id),
  );
  const reviews = rows.map(({ id, createdAt, place: _, ...row }): ReportedReview => ({
    _id: id,
    ...row,
    writtenAt: createdAt.toISOString(),
    reports: reports
      .filter(({ reviewId }) => reviewId === id)
      .map(({ name, reason, createdAt: at }) => ({ name, reason, reportedAt: at.toISOString() })),
    allowedActions: ["dismiss", "remove"],
  }));
  return { ...page, reviews, total: await countReportedReviews(db) };
}
