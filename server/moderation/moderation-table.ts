import { sql } from "drizzle-orm";
import { check, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ModerationActionKind, AppealOutcome } from "#shared/moderation/moderation.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";

/** A removed listing or a suspension, which the seller may appeal. In force until `endedAt`. */
export const moderationActionTable = pgTable(
  "moderation_action",
  {
    id: uuid().primaryKey(),
    kind: text().$type<ModerationActionKind>().notNull(),
    sellerId: uuid("seller_id")
      .notNull()
      .references(() => accountTable.id),
    /** The removed listing; null for a suspension. */
    listingId: uuid("listing_id").references(() => listingTable.id),
    /** The admin who acted. If the shop has another admin, this one may not decide the appeal. */
    actorId: uuid("actor_id").references(() => accountTable.id),
    reason: text(),
    at: timestamp({ withTimezone: true, precision: 3 }).notNull().defaultNow(),
    endedAt: timestamp("ended_at", { withTimezone: true }),
  },
  (table) => [
    index("moderation_action_seller").on(table.sellerId, table.at, table.id),
    uniqueIndex("moderation_action_one_suspension")
      .on(table.sellerId)
      .where(sql`kind = 'suspension' and ended_at is null`),
    uniqueIndex("moderation_action_one_removal")
      .on(table.listingId)
      .where(sql`kind = 'removal' and ended_at is null`),
    check("moderation_action_kind_known", sql`${table.kind} in ('removal', 'suspension')`),
    check(
      "moderation_action_removal_has_car",
      sql`(${table.kind} = 'removal') = (${table.listingId} is not null)`,
    ),
  ],
);

/** A seller's appeal against a moderation action, at most one each. */
export const appealTable = pgTable(
  "appeal",
  {
    id: uuid().primaryKey(),
    actionId: uuid("action_id")
      .notNull()
      .references(() => moderationActionTable.id),
    text: text().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true, precision: 3 }).notNull().defaultNow(),
    decidedAt: timestamp("decided_at", { withTimezone: true }),
    decidedBy: uuid("decided_by").references(() => accountTable.id),
    outcome: text().$type<AppealOutcome>(),
    decisionReason: text("decision_reason"),
  },
  (table) => [
    uniqueIndex("appeal_once_per_action").on(table.actionId),
    index("appeal_newest").on(table.createdAt, table.id),
    index("appeal_waiting")
      .on(table.createdAt, table.id)
      .where(sql`decided_at is null`),
    check("appeal_decided_whole", sql`(${table.decidedAt} is null) = (${table.outcome} is null)`),
  ],
);
