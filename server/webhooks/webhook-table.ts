import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { WebhookType } from "#shared/webhooks/webhook-contract.ts";
import { accountTable } from "#server/accounts/account-table.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

/** Where a seller's own system is told about bookings of their cars. */
export const webhookEndpointTable = pgTable(
  "webhook_endpoint",
  {
    id: uuid().primaryKey(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accountTable.id, { onDelete: "cascade" }),
    url: text().notNull(),
    /** The key of signatures, which the shop needs in readable form to sign. */
    secret: text().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    failingSince: moment("failing_since"),
    disabledAt: moment("disabled_at"),
    /** While a process sends one of its webhooks; a process that is killed leaves it to pass. */
    sendingUntil: moment("sending_until"),
    /** Endpoints take turns by it. */
    lastSentAt: moment("last_sent_at"),
  },
  (table) => [uniqueIndex("webhook_endpoint_account_unique").on(table.accountId)],
);

/**
 * The outbox of webhooks. A trigger on `booking_event` adds rows in the transaction that changes the booking
 * (0028_webhooks.sql). The body is written when it is sent.
 */
export const webhookDeliveryTable = pgTable(
  "webhook_delivery",
  {
    /** Also the id of the message, the same for every attempt. */
    id: uuid().primaryKey(),
    endpointId: uuid("endpoint_id")
      .notNull()
      .references(() => webhookEndpointTable.id, { onDelete: "cascade" }),
    bookingId: uuid("booking_id")
      .notNull()
      .references(() => bookingTable.id, { onDelete: "cascade" }),
    type: text().$type<WebhookType>().notNull(),
    createdAt: moment("created_at").notNull().defaultNow(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: moment("next_attempt_at").notNull().defaultNow(),
    deliveredAt: moment("delivered_at"),
    /** When the last attempt failed, after which it is not repeated. */
    failedAt: moment("failed_at"),
    lastError: text("last_error"),
  },
  (table) => [
    index("webhook_delivery_due")
      .on(table.nextAttemptAt)
      .where(sql`delivered_at is null and failed_at is null`),
    index("webhook_delivery_endpoint").on(table.endpointId, table.createdAt),
    index("webhook_delivery_booking").on(table.bookingId),
  ],
);
