import { randomUUID } from "node:crypto";
import type { VerifiedEvent } from "#server/payments/provider/payment-provider.ts";
import { ProviderError } from "#server/payments/provider/provider-error.ts";
import type { Card } from "./provider-fixture.ts";

/** The provider's times are whole seconds. */
export const seconds = () => Math.floor(Date.now() / 1_000);
export const thisSecond = () => new Date(seconds() * 1_000);

/** The provider's objects: the fields that the server reads, in the provider's format. */
export type RawIntent = {
  id: string;
  status: string;
  amount: number;
  amount_received: number;
  currency: string;
  client_secret: string;
  metadata: Record<string, string>;
  last_payment_error: { message: string } | null;
  card: Card;
};

export type RawRefund = {
  id: string;
  amount: number;
  currency: string;
  payment_intent: string;
  metadata: Record<string, string>;
  status: string;
  failure_reason: string | null;
};

export type RawDispute = {
  id: string;
  amount: number;
  currency: string;
  payment_intent: string;
  status: string;
  reason: string;
  created: number;
};

// The provider's errors, and the states in which an intent can still be paid.
export const failure = () => new ProviderError("failed", "The provider failed.", null);
export const refused = (code: string) => new ProviderError("refused", `Refused: ${code}.`, code);
export const payableStates = [
  "requires_payment_method",
  "requires_confirmation",
  "requires_action",
];

/** Waits a moment, so that concurrent calls can interleave. */
export const yieldToOthers = () => new Promise((resolve) => setImmediate(resolve));

export type FakeObjects = ReturnType<typeof createFakeObjects>;

/** The objects and events of a fake provider. */
export function createFakeObjects() {
  const intents = new Map<string, RawIntent>();
  const refunds = new Map<string, RawRefund>();
  const disputes = new Map<string, RawDispute>();
  const events: VerifiedEvent[] = [];

  function emit(type: string, object: object) {
    const createdAt = thisSecond();
    events.push({ id: `evt_${randomUUID()}`, type, createdAt, object: structuredClone(object) });
  }
  /** Moves an intent to a status and emits the event of this type. */
  function move(intent: RawIntent, status: string, type: string, error: string | null = null) {
    intent.status = status;
    intent.last_payment_error = error === null ? null : { message: error };
    if (status === "succeeded") {
      intent.amount_received = intent.amount;
      emit("charge.succeeded", { id: `ch_${intent.id}` });
    }
    emit(type, intent);
  }
  function intentOf(id: string): RawIntent {
    const intent = intents.get(id);
    if (!intent) throw refused("resource_missing");
    return intent;
  }
  const refundsOf = (intentId: string) =>
    [...refunds.values()].filter((one) => one.payment_intent === intentId);
  const leftOf = (intent: RawIntent) =>
    refundsOf(intent.id)
      .filter((one) => one.status !== "failed")
      .reduce((left, one) => left - one.amount, intent.amount_received);
  const disputeOf = (intentId: string) =>
    [...disputes.values()].find((one) => one.payment_intent === intentId);
  return {
    intents,
    refunds,
    disputes,
    events,
    emit,
    move,
    intentOf,
    refundsOf,
    leftOf,
    disputeOf,
  };
}
