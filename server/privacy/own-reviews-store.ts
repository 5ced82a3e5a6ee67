import { and, eq, isNotNull, or, sql } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import { reviewReportTable, reviewTable } from "#server/reviews/review-table.ts";
import { sellerCheckTable } from "#server/seller-checks/seller-check-table.ts";
import { readOwnPage } from "./own-page-store.ts";

/** A page of the reviews by an account, and of its answers to reviews about it, without the words of the other side. */
export function listOwnWrittenReviews(tx: Executor, accountId: string, cursor?: string) {
  const { createdAt: at, id } = reviewTable;
  const isOwn = eq(reviewTable.authorId, accountId);
  const isAnswered = and(eq(reviewTable.subjectId, accountId), isNotNull(reviewTable.answer));
  return readOwnPage({ at, id, sort: "at", cursor }, ({ place, beyond, orderBy, limit }) =>
    tx
      .select({
        place,
        bookingId: reviewTable.bookingId,
        stars: sql<number | null>`case when ${isOwn} then ${reviewTable.stars} end`,
        text: sql<string | null>`case when ${isOwn} then ${reviewTable.text} end`,
        answer: sql<string | null>`case when not (${isOwn}) then ${reviewTable.answer} end`,
        createdAt: reviewTable.createdAt,
        removedAt: reviewTable.removedAt,
      })
      .from(reviewTable)
      .where(and(or(isOwn, isAnswered), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** A page of an account's reports of reviews and their outcomes. */
export function listOwnReviewReports(tx: Executor, accountId: string, cursor?: string) {
  const { createdAt: at, id } = reviewReportTable;
  return readOwnPage({ at, id, sort: "at", cursor }, ({ place, beyond, orderBy, limit }) =>
    tx
      .select({
        place,
        reviewId: reviewReportTable.reviewId,
        reason: reviewReportTable.reason,
        createdAt: reviewReportTable.createdAt,
        outcome: reviewReportTable.outcome,
        closedAt: reviewReportTable.closedAt,
      })
      .from(reviewReportTable)
      .where(and(eq(reviewReportTable.reporterId, accountId), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** A page of what admins checked of a seller, without the admins' notes. */
export function listOwnChecks(tx: Executor, accountId: string, cursor?: string) {
  const { checkedAt: at, id } = sellerCheckTable;
  return readOwnPage({ at, id, sort: "at", cursor }, ({ place, beyond, orderBy, limit }) =>
    tx
      .select({
        place,
        level: sellerCheckTable.level,
        productId: sellerCheckTable.listingId,
        checkedAt: sellerCheckTable.checkedAt,
        validUntil: sellerCheckTable.validUntil,
        withdrawnAt: sellerCheckTable.withdrawnAt,
      })
      .from(sellerCheckTable)
      .where(and(eq(sellerCheckTable.sellerId, accountId), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}
