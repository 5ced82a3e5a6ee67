import type Stripe from "stripe";
import type { Pool } from "pg";
import { closeDispute } from "#simulators/payment-provider/disputes/close-dispute.ts";
import { openDispute } from "#simulators/payment-provider/disputes/open-dispute.ts";
import type { DisputeReason } from "#simulators/payment-provider/objects/build-dispute.ts";
import { finishProcessing } from "#simulators/payment-provider/intents/finish-processing.ts";
import { settleTasks } from "#simulators/payment-provider/later/settle-tasks.ts";
import {
  finishRefund,
  type RefundFailure,
} from "#simulators/payment-provider/refunds/finish-refund.ts";
import { inTransaction } from "#simulators/payment-provider/state/database-store.ts";
import {
  makeAttemptsDue,
  listDeliveries,
  takeReleased,
  type DeliveryState,
} from "#simulators/payment-provider/state/delivery-store.ts";
import {
  findObject,
  listObjects,
  lockObject,
} from "#simulators/payment-provider/state/object-store.ts";
import {
  writeSetting,
  type WebhookMode,
} from "#simulators/payment-provider/state/setting-store.ts";
import { unixNow, type Work } from "#simulators/payment-provider/state/work.ts";
import type { Deliverer } from "#simulators/payment-provider/webhooks/deliverer.ts";
import {
  signPayload,
  type SignedPayload,
} from "#simulators/payment-provider/webhooks/sign-payload.ts";
import type { Fault, Faults } from "./faults.ts";

type EventQuery = {
  type?: string | undefined;
  intent?: string | undefined;
  after?: string | undefined;
};

export type Control = {
  /** How webhooks of future events are delivered. Survives a restart. */
  webhooks(mode: WebhookMode): Promise<void>;
  /** Sends held or dropped events one after another, in this order. Returns the response status of each. */
  release(events: string[]): Promise<{ event: string; statuses: (number | null)[] }[]>;
  /** All deliveries that were not accepted yet, oldest first. */
  undelivered(): Promise<DeliveryState[]>;
  deliveries(event: string): Promise<DeliveryState[]>;
  /** Makes all waiting retries due now. */
  retryNow(): Promise<void>;
  /** At most 100 events, oldest first: the latest ones, or those after an event, filtered by type or intent. */
  events(query?: EventQuery): Promise<Stripe.Event[]>;
  /** Body and signature of an event, to post by hand. `at`: Unix seconds. */
  sign(event: string | Stripe.Event, at?: number): Promise<SignedPayload>;
  /** The next matching requests fail. Does not survive a restart. */
  fail(fault: Fault): void;
  clearFaults(): void;
  /** Ends a refund; a succeeded one can still fail. Null: nothing to end. */
  finishRefund(
    refund: string,
    outcome: "succeeded" | "failed",
    reason?: RefundFailure,
  ): Promise<Stripe.Refund | null>;
  /** The buyer's bank disputes the payment. */
  openDispute(
    charge: string,
    how?: { reason?: DisputeReason; inquiry?: boolean },
  ): Promise<Stripe.Dispute>;
  /** Null: the dispute is not open. */
  closeDispute(dispute: string, outcome: "won" | "lost"): Promise<Stripe.Dispute | null>;
  /** Confirmed payments stay in `processing` until they are finished. Survives a restart. */
  slowPayments(on: boolean): Promise<void>;
  /** Ends a payment in `processing`. Null: it is not in that state. */
  finishPayment(
    intent: string,
    outcome: "succeeded" | "failed",
  ): Promise<Stripe.PaymentIntent | null>;
  /** Runs all pending tasks now. Returns how many there were. */
  settleAll(): Promise<number>;
};

type Parts = {
  pool: Pool;
  faults: Faults;
  deliverer: Deliverer;
  webhookSecret: string;
};

export function createControl({ pool, faults, deliverer, webhookSecret }: Parts): Control {
  const read = { db: pool };
  async function change<T>(step: (work: Work) => Promise<T>): Promise<T> {
    const result = await inTransaction(pool, { id: null, idempotencyKey: null }, step);
    deliverer.kick();
    return result;
  }
  return {
    webhooks: (mode) => change((work) => writeSetting(work, "webhooks", mode)),
    async release(events) {
      const released = [];
      for (const event of events) {
        const statuses = [];
        for (const delivery of await takeReleased(read, event))
          statuses.push(await deliverer.send(delivery));
        released.push({ event, statuses });
      }
      return released;
    },
    undelivered: () => listDeliveries(read, null),
    deliveries: (event) => listDeliveries(read, event),
    retryNow: () => change(makeAttemptsDue),
    async events({ type, intent, after } = {}) {
      const { data } = await listObjects(read, "event", {
        limit: 100,
        created: {},
        payment: intent,
        endingBefore: after,
        types: type ? [type] : undefined,
      });
      return data.reverse();
    },
    async sign(event, at) {
      const eventObject =
        typeof event === "string" ? (await findObject(read, "event", event))?.object : event;
      if (!eventObject) throw new Error(`No such event: ${String(event)}`);
      return signPayload(eventObject, webhookSecret, at ?? unixNow());
    },
    fail: (fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    finishRefund: (refund, outcome, reason) =>
      change((work) => finishRefund(work, refund, outcome, reason)),
    openDispute: (charge, how = {}) =>
      change(async (work) => {
        const chargeObject = await findObject(work, "charge", charge);
        if (!chargeObject?.object.paid) throw new Error(`No such charge, or not paid: ${charge}`);
        await lockObject(work, "payment_intent", String(chargeObject.object.payment_intent));
        const locked = (await findObject(work, "charge", charge))!;
        if (locked.object.refunded) throw new Error(`Nothing left to dispute: ${charge}`);
        const { reason = "fraudulent", inquiry = false } = how;
        return openDispute(work, locked, { reason, inquiry });
      }),
    closeDispute: (dispute, outcome) => change((work) => closeDispute(work, dispute, outcome)),
    slowPayments: (on) => change((work) => writeSetting(work, "slowPayments", on)),
    finishPayment: (intent, outcome) => change((work) => finishProcessing(work, intent, outcome)),
    async settleAll() {
      const count = await settleTasks(pool, "all");
      deliverer.kick();
      return count;
    },
  };
}
