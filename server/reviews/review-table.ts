import { sql } from "drizzle-orm";
import {
  check,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { ReviewSide } from "#shared/reviews/review.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** What one side of a sale says about the other. A trigger tells the catalog, so that pages are rendered again. */
export const reviewTable = pgTable(
  "review",
  {
    id: uuid().primaryKey(),
    bookingId: uuid("booking_id")
      .notNull()
      .references(() => bookingTable.id),
    side: text().$type<ReviewSide>().notNull(),
    authorId: uuid("author_id")
      .notNull()
      .references(() => accountTable.id),
    /** Whom it is about. */
    subjectId: uuid("subject_id")
      .notNull()
      .references(() => accountTable.id),
    stars: smallint().notNull(),
    text: text().notNull(),
    createdAt: moment("created_at").notNull(),
    /** When both sides have written, or `secondReviewDays` after the first. The second review moves it for both. */
    visibleFrom: moment("visible_from").notNull(),
    /** When the job saw that it is visible. Only pages in memory need it. */
    announcedAt: moment("announced_at"),
    /** By the seller who is reviewed, once. */
    answer: text(),
    answeredAt: moment("answered_at"),
    removedAt: moment("removed_at"),
    removedBy: uuid("removed_by").references(() => accountTable.id),
    removalReason: text("removal_reason"),
  },
  (table) => [
    uniqueIndex("review_once_per_side").on(table.bookingId, table.side),
    index("review_subject_newest").on(table.subjectId, table.createdAt, table.id),
    index("review_author").on(table.authorId),
    index("review_unannounced")
      .on(table.visibleFrom)
      .where(sql`announced_at is null`),
    check("review_stars_known", sql`${table.stars} between 1 and 5`),
    check("review_side_known", sql`${table.side} in ('buyer', 'seller')`),
  ],
);

export type ReviewOutcome = "dismissed" | "removed";

/** A user's report of a review; open until an admin dismisses it or removes the review. */
export const reviewReportTable = pgTable(
  "review_report",
  {
    id: uuid().primaryKey(),
    reviewId: uuid("review_id")
      .notNull()
      .references(() => reviewTable.id),
    reporterId: uuid("reporter_id")
      .notNull()
      .references(() => accountTable.id),
    reason: text().notNull(),
    createdAt: moment("created_at").notNull(),
    closedAt: moment("closed_at"),
    closedBy: uuid("closed_by").references(() => accountTable.id),
    outcome: text().$type<ReviewOutcome>(),
  },
  (table) => [
    uniqueIndex("review_report_once_per_person").on(table.reviewId, table.reporterId),
    index("review_report_reporter").on(table.reporterId),
    index("review_report_open")
      .on(table.reviewId)
      .where(sql`closed_at is null`),
  ],
);

/** When a side of a sale was asked for its review, and reminded. */
export const reviewRequestTable = pgTable(
  "review_request",
  {
    bookingId: uuid("booking_id")
      .notNull()
      .references(() => bookingTable.id),
    side: text().$type<ReviewSide>().notNull(),
    askedAt: moment("asked_at").notNull(),
    remindedAt: moment("reminded_at"),
  },
  (table) => [primaryKey({ columns: [table.bookingId, table.side] })],
);
