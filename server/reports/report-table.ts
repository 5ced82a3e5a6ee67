import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";

export type ReportOutcome = "dismissed" | "removed" | "suspended";

/** One user's report of one listing; open until an admin dismisses it, removes the listing or suspends its seller. */
export const reportTable = pgTable(
  "report",
  {
    id: uuid().primaryKey(),
    listingId: uuid("listing_id")
      .notNull()
      .references(() => listingTable.id),
    reporterId: uuid("reporter_id")
      .notNull()
      .references(() => accountTable.id),
    reason: text(),
    createdAt: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    closedAt: timestamp("closed_at", { withTimezone: true }),
    outcome: text().$type<ReportOutcome>(),
    /** The admin's reason for a removal, if any. */
    outcomeReason: text("outcome_reason"),
    closedBy: uuid("closed_by").references(() => accountTable.id),
  },
  (table) => [
    uniqueIndex("report_once_per_person").on(table.listingId, table.reporterId),
    index("report_open")
      .on(table.listingId, table.createdAt)
      .where(sql`closed_at is null`),
  ],
);
