import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readPage, type ListOrder } from "#server/platform/database/keyset.ts";
import { reviewReportTable, reviewTable, type ReviewOutcome } from "./review-table.ts";

const author = alias(accountTable, "author");
const subject = alias(accountTable, "subject");
const isOpen = isNull(reviewReportTable.closedAt);
const hasOpenReport = sql`exists (
  select from review_report where review_id = ${reviewTable.id} and closed_at is null)`;

/** Adds a user's report; false if they have reported this review before. */
export async function insertReviewReport(
  tx: Executor,
  report: typeof reviewReportTable.$inferInsert,
): Promise<boolean> {
  const rows = await tx
    .insert(reviewReportTable)
    .values(report)
    .onConflictDoNothing()
    .returning({ id: reviewReportTable.id });
  return rows.length > 0;
}

/** Settles the open reports of a review. Returns the reporters who still have an account. */
export async function closeReviewReports(
  tx: Executor,
  settled: { reviewId: string; adminId: string; outcome: ReviewOutcome; now: Date },
): Promise<{ count: number; reporters: { name: string; email: string }[] }> {
  const rows = await tx
    .update(reviewReportTable)
    .set({ closedAt: settled.now, closedBy: settled.adminId, outcome: settled.outcome })
    .where(and(eq(reviewReportTable.reviewId, settled.reviewId), isOpen))
    .returning({ reporterId: reviewReportTable.reporterId });
  if (rows.length === 0) return { count: 0, reporters: [] };
  const ids = rows.map(({ reporterId }) => reporterId);
  const reporters = await tx
    .select({ name: accountTable.name, email: accountTable.email })
    .from(accountTable)
    .where(and(inArray(accountTable.id, ids), isNull(accountTable.deletedAt)));
  return { count: rows.length, reporters };
}

const order: ListOrder<"written"> = {
  keys: { written: { value: reviewTable.createdAt, kind: "instant" } },
  id: { value: reviewTable.id, kind: "uuid" },
};

/** One page of the reviews with open reports, the newest first. @throws AppError invalid_cursor */
export function listReportedReviewRows(
  db: Executor,
  query: { limit: number; cursor?: string | undefined },
) {
  return readPage(order, { ...query, sort: "-written" }, ({ place, beyond, orderBy, limit }) =>
    db
      .select({
        place,
        id: reviewTable.id,
        bookingId: reviewTable.bookingId,
        item: bookingTable.item,
        side: reviewTable.side,
        authorName: author.name,
        subjectName: subject.name,
        stars: reviewTable.stars,
        text: reviewTable.text,
        answer: reviewTable.answer,
        createdAt: reviewTable.createdAt,
      })
      .from(reviewTable)
      .innerJoin(bookingTable, eq(bookingTable.id, reviewTable.bookingId))
      .innerJoin(author, eq(author.id, reviewTable.authorId))
      .innerJoin(subject, eq(subject.id, reviewTable.subjectId))
      .where(and(hasOpenReport, beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** The open reports of these reviews, the oldest first. */
export async function listOpenReviewReports(db: Executor, reviewIds: string[]) {
  if (reviewIds.length === 0) return [];
  return db
    .select({
      reviewId: reviewReportTable.reviewId,
      name: accountTable.name,
      reason: reviewReportTable.reason,
      createdAt: reviewReportTable.createdAt,
    })
    .from(reviewReportTable)
    .innerJoin(accountTable, eq(accountTable.id, reviewReportTable.reporterId))
    .where(and(inArray(reviewReportTable.reviewId, reviewIds), isOpen))
    .orderBy(reviewReportTable.createdAt);
}

/** How many reviews have open reports. */
export async function countReportedReviews(db: Executor): Promise<number> {
  const [row] = await db
    .select({ reviews: sql<number>`count(distinct ${reviewReportTable.reviewId})::int` })
    .from(reviewReportTable)
    .where(isOpen);
  return row?.reviews ?? 0;
}
