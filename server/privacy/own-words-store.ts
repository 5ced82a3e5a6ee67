import { asc, eq, sql } from "drizzle-orm";
import { auditTable } from "#server/audit/audit-table.ts";
import { mailTable } from "#server/mail/mail-table.ts";
import { appealTable, moderationActTable } from "#server/moderation/moderation-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { reportTable } from "#server/reports/report-table.ts";

/** What somebody reported, and what came of it. What the admin typed stays out: it can tell of others. */
export function listOwnReports(tx: Executor, accountId: string) {
  return tx
    .select({
      productId: reportTable.listingId,
      reason: reportTable.reason,
      createdAt: reportTable.createdAt,
      outcome: reportTable.outcome,
      closedAt: reportTable.closedAt,
    })
    .from(reportTable)
    .where(eq(reportTable.reporterId, accountId))
    .orderBy(asc(reportTable.createdAt), reportTable.id);
}

/** Acts against a seller, and their appeals. */
export function listOwnDecisions(tx: Executor, accountId: string) {
  return tx
    .select({
      id: moderationActTable.id,
      kind: moderationActTable.kind,
      productId: moderationActTable.listingId,
      at: moderationActTable.at,
      endedAt: moderationActTable.endedAt,
      appeal: {
        words: appealTable.words,
        createdAt: appealTable.createdAt,
        outcome: appealTable.outcome,
        decidedAt: appealTable.decidedAt,
      },
    })
    .from(moderationActTable)
    .leftJoin(appealTable, eq(appealTable.actId, moderationActTable.id))
    .where(eq(moderationActTable.sellerId, accountId))
    .orderBy(asc(moderationActTable.at), moderationActTable.id);
}

/** The mails to an address, without their text: it holds links that open the account, and others' names. */
export function listOwnMails(tx: Executor, email: string) {
  return tx
    .select({
      kind: mailTable.kind,
      subject: mailTable.subject,
      createdAt: mailTable.createdAt,
      sentAt: mailTable.sentAt,
    })
    .from(mailTable)
    .where(eq(mailTable.to, email))
    .orderBy(asc(mailTable.createdAt), mailTable.id);
}

/** What the audit log holds by somebody, and about them, their cars, bookings and payments. */
export function listOwnLog(tx: Executor, accountId: string) {
  const isAbout = sql`${auditTable.subjectId} in (
    select ${accountId}::uuid
    union select listing.id from listing where seller_id = ${accountId}
    union select booking.id from booking where buyer_id = ${accountId}
    union select payment.id from payment join booking on booking.id = payment.booking_id
      where booking.buyer_id = ${accountId})`;
  const byYou = sql<boolean>`${auditTable.actorId} is not distinct from ${accountId}::uuid`;
  return tx
    .select({
      at: auditTable.at,
      action: auditTable.action,
      // Whom an admin decided about is not theirs to take away.
      subjectId: sql<string | null>`case when ${isAbout} then ${auditTable.subjectId} end`,
      byYou,
    })
    .from(auditTable)
    .where(sql`${isAbout} or ${byYou}`)
    .orderBy(asc(auditTable.id));
}
