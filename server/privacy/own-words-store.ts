import { and, eq, sql } from "drizzle-orm";
import { apiKeyTable } from "#server/api-keys/api-key-table.ts";
import { auditTable } from "#server/audit/audit-table.ts";
import { emailTable } from "#server/email/email-table.ts";
import { appealTable, moderationActionTable } from "#server/moderation/moderation-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { readPage, type ListOrder } from "#server/platform/database/keyset.ts";
import { reportTable } from "#server/reports/report-table.ts";
import { webhookEndpointTable } from "#server/webhooks/webhook-table.ts";
import { readOwnPage, rowsAtOnce } from "./own-page-store.ts";

/** A page of an account's reports and their outcomes. Leaves out what the admin typed: it can mention others. */
export function listOwnReports(tx: Executor, accountId: string, cursor?: string) {
  const { createdAt: at, id } = reportTable;
  return readOwnPage({ at, id, sort: "at", cursor }, ({ place, beyond, orderBy, limit }) =>
    tx
      .select({
        place,
        productId: reportTable.listingId,
        reason: reportTable.reason,
        createdAt: reportTable.createdAt,
        outcome: reportTable.outcome,
        closedAt: reportTable.closedAt,
      })
      .from(reportTable)
      .where(and(eq(reportTable.reporterId, accountId), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** A page of an account's API keys, without anything that could be used to call the API. */
export function listOwnKeys(tx: Executor, accountId: string, cursor?: string) {
  const { createdAt: at, id } = apiKeyTable;
  return readOwnPage({ at, id, sort: "at", cursor }, ({ place, beyond, orderBy, limit }) =>
    tx
      .select({
        place,
        name: apiKeyTable.name,
        scopes: apiKeyTable.scopes,
        createdAt: apiKeyTable.createdAt,
        expiresAt: apiKeyTable.expiresAt,
        lastUsedAt: apiKeyTable.lastUsedAt,
      })
      .from(apiKeyTable)
      .where(and(eq(apiKeyTable.accountId, accountId), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** A seller's webhook, without the secret with which anyone could sign. At most one. */
export function listOwnWebhooks(tx: Executor, accountId: string, cursor?: string) {
  const { createdAt: at, id } = webhookEndpointTable;
  return readOwnPage({ at, id, sort: "at", cursor }, ({ place, beyond, orderBy, limit }) =>
    tx
      .select({
        place,
        url: webhookEndpointTable.url,
        createdAt: webhookEndpointTable.createdAt,
        disabledAt: webhookEndpointTable.disabledAt,
      })
      .from(webhookEndpointTable)
      .where(and(eq(webhookEndpointTable.accountId, accountId), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** A page of the moderation actions against a seller, and their appeals. */
export function listOwnDecisions(tx: Executor, accountId: string, cursor?: string) {
  const { at, id } = moderationActionTable;
  return readOwnPage({ at, id, sort: "at", cursor }, ({ place, beyond, orderBy, limit }) =>
    tx
      .select({
        place,
        id: moderationActionTable.id,
        kind: moderationActionTable.kind,
        productId: moderationActionTable.listingId,
        at: moderationActionTable.at,
        endedAt: moderationActionTable.endedAt,
        appeal: {
          text: appealTable.text,
          createdAt: appealTable.createdAt,
          outcome: appealTable.outcome,
          decidedAt: appealTable.decidedAt,
        },
      })
      .from(moderationActionTable)
      .leftJoin(appealTable, eq(appealTable.actionId, moderationActionTable.id))
      .where(and(eq(moderationActionTable.sellerId, accountId), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

/** A page of the emails to an address, without their text, which can contain sign-in links and names of others. */
export function listOwnEmails(tx: Executor, email: string, cursor?: string) {
  const { createdAt: at, id } = emailTable;
  return readOwnPage({ at, id, sort: "at", cursor }, ({ place, beyond, orderBy, limit }) =>
    tx
      .select({
        place,
        kind: emailTable.kind,
        subject: emailTable.subject,
        createdAt: emailTable.createdAt,
        sentAt: emailTable.sentAt,
      })
      .from(emailTable)
      .where(and(eq(emailTable.to, email), beyond))
      .orderBy(...orderBy)
      .limit(limit),
  );
}

const logKey = { value: auditTable.id, kind: "number" } as const;
const logOrder: ListOrder<"id"> = { keys: { id: logKey }, id: logKey };

/** A page of audit entries by an account, and about it, its listings, bookings and payments. */
export function listOwnLog(tx: Executor, accountId: string, cursor?: string) {
  const isAbout = sql`${auditTable.subjectId} in (
    select ${accountId}::uuid
    union select listing.id from listing where seller_id = ${accountId}
    union select booking.id from booking where buyer_id = ${accountId}
    union select payment.id from payment join booking on booking.id = payment.booking_id
      where booking.buyer_id = ${accountId})`;
  const byYou = sql<boolean>`${auditTable.actorId} is not distinct from ${accountId}::uuid`;
  return readPage(
    logOrder,
    { sort: "id", limit: rowsAtOnce, cursor },
    ({ place, beyond, orderBy, limit }) =>
      tx
        .select({
          place,
          at: auditTable.at,
          action: auditTable.action,
          // An admin's file does not say whom a decision was about.
          subjectId: sql<string | null>`case when ${isAbout} then ${auditTable.subjectId} end`,
          byYou,
        })
        .from(auditTable)
        .where(and(sql`(${isAbout} or ${byYou})`, beyond))
        .orderBy(...orderBy)
        .limit(limit),
  );
}
