import type Stripe from "stripe";
import { apiVersion } from "../api-version.ts";
import { newId } from "../objects/new-id.ts";
import { addDeliveries } from "./delivery-store.ts";
import { saveObject } from "./object-store.ts";
import { readSetting } from "./setting-store.ts";
import type { Work } from "./work.ts";

/** The events that happen here. */
export type EventType =
  | "payment_intent.created"
  | "payment_intent.requires_action"
  | "payment_intent.processing"
  | "payment_intent.payment_failed"
  | "payment_intent.canceled"
  | "payment_intent.succeeded"
  | "charge.succeeded"
  | "charge.failed"
  | "charge.refunded"
  | "charge.refund.updated"
  | "charge.dispute.created"
  | "charge.dispute.updated"
  | "charge.dispute.closed"
  | "charge.dispute.funds_withdrawn"
  | "charge.dispute.funds_reinstated"
  | "refund.created"
  | "refund.updated"
  | "refund.failed";

/**
 * Records an event of an object as it now is, and its webhook, in the transaction of the change itself.
 * `previous`: the attributes that changed, as they were.
 */
export async function emit(
  work: Work,
  type: EventType,
  object: object,
  previous?: Record<string, unknown>,
): Promise<void> {
  const event = {
    id: newId("evt"),
    object: "event",
    api_version: apiVersion,
    created: work.now,
    data: {
      object: structuredClone(object),
      ...(previous && { previous_attributes: previous }),
    },
    livemode: false,
    pending_webhooks: 1,
    request: { id: work.cause.id, idempotency_key: work.cause.idempotencyKey },
    type,
  } as unknown as Stripe.Event;
  await saveObject(work, "event", { object: event, hidden: {} });
  await addDeliveries(work, event, await readSetting(work, "webhooks"));
}
