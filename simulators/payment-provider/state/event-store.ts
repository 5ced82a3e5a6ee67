import type Stripe from "stripe";
import { apiVersion } from "#simulators/payment-provider/call.ts";
import { newId } from "#simulators/payment-provider/objects/new-id.ts";
import { linksOf } from "./object-store.ts";
import { readSetting, type WebhookMode } from "./setting-store.ts";
import type { Work } from "./work.ts";

/** Event types that the simulator emits. */
type EventType =
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
 * Adds an event with the current state of an object. It is written in the transaction of the change.
 * `previous`: old values of the changed attributes.
 */
export function emit(
  work: Work,
  type: EventType,
  object: object,
  previous?: Record<string, unknown>,
): void {
  work.events.push({
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
  } as unknown as Stripe.Event);
}

/** Writes the events and queues their webhooks according to the settings. */
export async function saveEvents(work: Work): Promise<void> {
  if (work.events.length === 0) return;
  const mode = await readSetting(work, "webhooks");
  const rows = work.events.map((event) => ({
    ...linksOf(event.data.object),
    ...deliveryOf(event.type, mode),
    id: event.id,
    created: event.created,
    type: event.type,
    data: event,
  }));
  await work.db.query(
    `with row as (select * from json_array_elements($1::json) with ordinality as list (item, place)),
     saved as (
       insert into payment_simulator.object (id, kind, created, payment, charge, type, data)
       select item->>'id', 'event', (item->>'created')::bigint, item->>'payment', item->>'charge', item->>'type',
         item->'data'
       from row order by place
     )
     insert into payment_simulator.delivery (event, state, next_attempt_at)
     select item->>'id', item->>'state', now() + (item->>'delay')::int * interval '1 millisecond'
     from row, generate_series(1, (item->>'copies')::int) order by place`,
    [JSON.stringify(rows)],
  );
}

function deliveryOf(type: string, mode: WebhookMode) {
  const rule = mode.types && !mode.types.includes(type) ? { mode: "normal" as const } : mode;
  return {
    state: { hold: "held", drop: "dropped" }[rule.mode as string] ?? "pending",
    copies: rule.mode === "duplicate" ? rule.times : 1,
    delay: rule.mode === "delay" ? rule.milliseconds : 0,
  };
}
