import { randomUUID } from "node:crypto";
import type { PaymentProvider } from "#server/payments/provider/payment-provider.ts";
import { ProviderError } from "#server/payments/provider/provider-error.ts";
import {
  disputeFacts,
  intentFacts,
  intentMetadata,
  refundFacts,
} from "#server/payments/provider/provider-facts.ts";
import { createFakeCalls, type FakeCall } from "./fake-provider-calls.ts";
import {
  createFakeObjects,
  payableStates,
  refused,
  seconds,
  thisSecond,
  yieldToOthers,
} from "./fake-provider-objects.ts";
import type { FakeObjects, RawIntent, RawRefund } from "./fake-provider-objects.ts";
import type { ProviderFixture } from "./provider-fixture.ts";

/**
 * A fake card provider in memory, for thousands of runs: it behaves like the simulator, without HTTP and tables.
 */
export function createFakeProvider(): ProviderFixture {
  const objects = createFakeObjects();
  const { intents, refunds, disputes, events } = objects;
  const { call, fail, clearFaults } = createFakeCalls();
  return {
    provider: fakeApi(objects, call),
    ...payerActions(objects),
    ...bankActions(objects),
    fail,
    clearFaults,
    events: async () => events.slice(),
    providerState: async () => ({
      intents: [...intents.values()].map((one) => intentFacts(one, new Date())),
      refunds: [...refunds.values()].map(refundFacts),
      disputes: [...disputes.values()].map((one) => disputeFacts(one, new Date())),
    }),
  };
}

/** What the server calls. */
function fakeApi(objects: FakeObjects, call: FakeCall): PaymentProvider {
  const { intents, refunds, disputes, move, intentOf, refundsOf } = objects;
  const answerOf = (intent: RawIntent, askedAt: Date) => ({
    intent: intentFacts(intent, askedAt),
    clientSecret: intent.client_secret,
  });
  return {
    kind: "stripe",
    publishableKey: "pk_test_memory",
    testMode: true,
    shopId: "memory",
    async createIntent({ key, ...given }) {
      const askedAt = thisSecond();
      const made = await call("create", key, given, () => createIntent(objects, given));
      return answerOf(made, askedAt);
    },
    async readIntent(id) {
      const askedAt = thisSecond();
      return answerOf(await call("read", null, {}, () => intentOf(id)), askedAt);
    },
    async cancelIntent(id) {
      const askedAt = thisSecond();
      const intent = await call("cancel", null, {}, () => {
        const answer = intentOf(id);
        if (payableStates.includes(answer.status))
          move(answer, "canceled", "payment_intent.canceled");
        return answer;
      });
      return intentFacts(intent, askedAt);
    },
    async *listIntents() {
      const answer = await call("list", null, {}, () => [...intents.values()].reverse());
      for (const one of answer) yield intentFacts(one, thisSecond());
    },
    async createRefund({ key, ...given }) {
      return refundFacts(
        await call("refund", key, given, () => createRefund(objects, { key, ...given })),
      );
    },
    async listRefunds(intentId) {
      const answer = await call("listRefunds", null, {}, () => refundsOf(intentId));
      return answer.map(refundFacts);
    },
    async *listRefundsSince() {
      const answer = await call("list", null, {}, () => [...refunds.values()]);
      for (const one of answer) yield refundFacts(one);
    },
    async *listDisputes() {
      const answer = await call("list", null, {}, () => [...disputes.values()]);
      for (const one of answer) yield disputeFacts(one, thisSecond());
    },
    async readDispute(id: string) {
      const answer = await call("read", null, {}, () => disputes.get(id));
      if (!answer) throw new ProviderError("refused", "No such dispute.", "resource_missing");
      return disputeFacts(answer, thisSecond());
    },
    verifyEvent() {
      throw new ProviderError("signature", "The fake provider signs nothing.", null);
    },
  };
}

function createIntent(
  { intents, emit }: FakeObjects,
  given: Omit<Parameters<PaymentProvider["createIntent"]>[0], "key">,
): RawIntent {
  const id = `pi_${randomUUID()}`;
  const intent: RawIntent = {
    id,
    status: "requires_payment_method",
    amount: given.amountMinor,
    amount_received: 0,
    currency: given.currency.toLowerCase(),
    client_secret: `${id}_secret_${randomUUID()}`,
    metadata: intentMetadata("memory", given.bookingId, given.paymentId),
    last_payment_error: null,
    card: "good",
  };
  intents.set(id, intent);
  emit("payment_intent.created", intent);
  return intent;
}

function createRefund(
  { refunds, emit, intentOf, leftOf, disputeOf }: FakeObjects,
  given: Parameters<PaymentProvider["createRefund"]>[0],
): RawRefund {
  const intent = intentOf(given.intentId);
  if (intent.status !== "succeeded") throw refused("payment_intent_unexpected_state");
  const left = leftOf(intent);
  if (left === 0) throw refused("charge_already_refunded");
  const disputed = disputeOf(intent.id)?.status;
  if (disputed === "needs_response" || disputed === "lost") throw refused("charge_disputed");
  if (given.amountMinor > left) throw refused("amount_too_large");
  const refund: RawRefund = {
    id: `re_${randomUUID()}`,
    amount: given.amountMinor,
    currency: intent.currency,
    payment_intent: intent.id,
    metadata: { marque_refund: given.refundId },
    status: intent.card === "refundPending" ? "pending" : "succeeded",
    failure_reason: null,
  };
  refunds.set(refund.id, refund);
  emit("refund.created", refund);
  emit("charge.refunded", { id: `ch_${intent.id}` });
  return refund;
}

/** What buyers do in their browsers. */
function payerActions({
  move,
  intentOf,
}: FakeObjects): Pick<ProviderFixture, "pay" | "answerChallenge" | "tamper"> {
  return {
    async pay(secret, card) {
      const intent = intentOf(secret.split("_secret_")[0]!);
      await yieldToOthers();
      if (!payableStates.includes(intent.status)) return;
      intent.card = card;
      if (card === "declined") {
        const error = "Your card was declined.";
        move(intent, "requires_payment_method", "payment_intent.payment_failed", error);
      } else if (card === "challenge")
        move(intent, "requires_action", "payment_intent.requires_action");
      else move(intent, "succeeded", "payment_intent.succeeded");
    },
    async answerChallenge(secret, passes) {
      await yieldToOthers();
      const intent = intentOf(secret.split("_secret_")[0]!);
      if (intent.status !== "requires_action") return;
      if (passes) move(intent, "succeeded", "payment_intent.succeeded");
      else
        move(intent, "requires_payment_method", "payment_intent.payment_failed", "Not confirmed.");
    },
    async tamper(secret, change) {
      const intent = intentOf(secret.split("_secret_")[0]!);
      if (!payableStates.includes(intent.status)) return;
      if (change.amount) intent.amount = change.amount;
      if (change.currency) intent.currency = change.currency;
      if (change.booking) intent.metadata.marque_booking = change.booking;
    },
  };
}

/** What banks do with refunds and disputes. */
function bankActions({
  intents,
  refunds,
  disputes,
  emit,
  leftOf,
  disputeOf,
}: FakeObjects): Pick<ProviderFixture, "endRefund" | "openDispute" | "closeDispute"> {
  return {
    async endRefund(id, outcome) {
      const refund = refunds.get(id)!;
      if (refund.status === "failed" || refund.status === outcome) return;
      refund.status = outcome;
      refund.failure_reason = outcome === "failed" ? "expired_or_canceled_card" : null;
      emit("refund.updated", refund);
      emit("charge.refund.updated", refund);
      if (outcome === "failed") emit("refund.failed", refund);
    },
    async openDispute(intentId) {
      const intent = intents.get(intentId)!;
      if (intent.status !== "succeeded" || disputeOf(intentId)) return;
      if (leftOf(intent) === 0) return;
      const { amount, currency } = intent;
      const id = `du_${randomUUID()}`;
      const facts = { status: "needs_response", reason: "fraudulent", created: seconds() };
      const dispute = { id, amount, currency, payment_intent: intentId, ...facts };
      disputes.set(id, dispute);
      emit("charge.dispute.created", dispute);
      emit("charge.dispute.funds_withdrawn", dispute);
    },
    async closeDispute(id, outcome) {
      const dispute = disputes.get(id)!;
      if (dispute.status !== "needs_response") return;
      dispute.status = outcome;
      if (outcome === "won") emit("charge.dispute.funds_reinstated", dispute);
      emit("charge.dispute.closed", dispute);
    },
  };
}
