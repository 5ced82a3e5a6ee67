import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { PaymentStatus } from "#shared/bookings/payment-status.ts";
import type { QuarantineReason, RefundCause, RefundStatus } from "#shared/payments/payment.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Our copy of a payment intent, as the provider last reported it. */
export const paymentTable = pgTable(
  "payment",
  {
    id: uuid().primaryKey(),
    /** Null if no booking of this shop asked for the payment. */
    bookingId: uuid("booking_id").references(() => bookingTable.id),
    /** The provider's id; null until the provider has answered. */
    intentId: text("intent_id"),
    /** Part of the idempotency key. Increases when the provider has stored a failure under the current key. */
    keyNumber: integer("key_number").notNull().default(1),
    status: text().$type<PaymentStatus>().notNull().default("creating"),
    amountMinor: bigint("amount_minor", { mode: "number" }).notNull(),
    currency: text().notNull(),
    capturedMinor: bigint("captured_minor", { mode: "number" }).notNull().default(0),
    quarantineReason: text("quarantine_reason").$type<QuarantineReason>(),
    /** Time of the last report that was applied; older reports are ignored. */
    statedAt: at("stated_at"),
    createdAt: at("created_at").notNull().defaultNow(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("payment_intent").on(table.intentId),
    uniqueIndex("payment_one_open_per_booking")
      .on(table.bookingId)
      .where(sql`status <> 'canceled' and quarantine_reason is null`),
    index("payment_open")
      .on(table.updatedAt)
      .where(sql`status not in ('succeeded', 'canceled')`),
    index("payment_quarantined")
      .on(table.createdAt, table.id)
      .where(sql`quarantine_reason is not null`),
  ],
);

export const refundTable = pgTable(
  "refund",
  {
    id: uuid().primaryKey(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => paymentTable.id),
    providerId: text("provider_id"),
    keyNumber: integer("key_number").notNull().default(1),
    amountMinor: bigint("amount_minor", { mode: "number" }).notNull(),
    cause: text().$type<RefundCause>().notNull(),
    why: text().notNull(),
    /** The admin who asked for the refund; null for automatic refunds. */
    requestedBy: uuid("requested_by").references(() => accountTable.id),
    status: text().$type<RefundStatus>().notNull().default("requested"),
    failureReason: text("failure_reason"),
    createdAt: at("created_at").notNull().defaultNow(),
    updatedAt: at("updated_at").notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("refund_provider").on(table.providerId),
    index("refund_payment").on(table.paymentId),
    index("refund_open")
      .on(table.updatedAt)
      .where(sql`status in ('requested', 'pending', 'requires_action')`),
  ],
);

/** Disputes by buyers' banks. The id is the provider's. */
export const disputeTable = pgTable(
  "dispute",
  {
    id: text().primaryKey(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => paymentTable.id),
    status: text().notNull(),
    isOpen: boolean("is_open").notNull(),
    amountMinor: bigint("amount_minor", { mode: "number" }).notNull(),
    reason: text().notNull(),
    openedAt: at("opened_at").notNull(),
    statedAt: at("stated_at").notNull(),
  },
  (table) => [index("dispute_payment").on(table.paymentId)],
);

/** Prefix of the provider id of a refund that the provider refused: it has none, so we use our own. */
export const refusedPrefix = "refused-";

const isRefused = sql`starts_with(${refundTable.providerId}, ${refusedPrefix})`;

/**
 * A refund that the buyer knows about: one by an admin after the provider accepted it, and one for a late payment
 * immediately, because the booking says so.
 */
export const isExpectedByBuyer = sql<boolean>`(${refundTable.cause} = 'late' or (${refundTable.status} <> 'requested' and not ${isRefused}))`;

/** A failed refund that the buyer knows about, unless they got the money through a dispute. */
export const isFailureToReport = sql<boolean>`(${refundTable.status} = 'failed' and ${isExpectedByBuyer}
  and not exists (select from ${disputeTable} where ${disputeTable.paymentId} = ${refundTable.paymentId} and ${disputeTable.status} = 'lost'))`;

/** No other refund was accepted by the provider after this one failed. */
export const isNotRetried = sql<boolean>`not exists (select from refund later where later.payment_id = ${refundTable.paymentId}
  and later.created_at > ${refundTable.updatedAt} and later.status in ('pending', 'requires_action', 'succeeded'))`;

/** Webhook inbox: every event of the provider once, with its outcome. */
export const providerEventTable = pgTable(
  "provider_event",
  {
    id: text().primaryKey(),
    type: text().notNull(),
    createdAt: at("created_at").notNull(),
    receivedAt: at("received_at").notNull().defaultNow(),
    payload: jsonb().$type<Record<string, unknown>>().notNull(),
    /** waiting: the payment is unknown, and a job retries. unclaimed: still unknown after days. */
    state: text().$type<"applied" | "ignored" | "waiting" | "unclaimed">().notNull(),
  },
  (table) => [
    index("provider_event_waiting")
      .on(table.receivedAt)
      .where(sql`state = 'waiting'`),
  ],
);

/** History of payments, refunds and disputes. Rows are never changed. */
export const paymentLogTable = pgTable(
  "payment_log",
  {
    id: bigserial({ mode: "number" }).primaryKey(),
    paymentId: uuid("payment_id")
      .notNull()
      .references(() => paymentTable.id),
    at: at("at").notNull().defaultNow(),
    kind: text().$type<"payment" | "refund" | "dispute">().notNull(),
    actorId: uuid("actor_id").references(() => accountTable.id),
    from: text("from_status"),
    to: text("to_status").notNull(),
    why: text().notNull(),
    providerEventId: text("provider_event_id"),
  },
  (table) => [index("payment_log_payment").on(table.paymentId)],
);
