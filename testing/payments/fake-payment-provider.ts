import { randomUUID } from "node:crypto";
import type { PaymentProvider, VerifiedEvent } from "#server/payments/payment-provider.ts";
import { ProviderError } from "#server/payments/provider-error.ts";
import {
  disputeFacts,
  intentFacts,
  intentMetadata,
  refundFacts,
} from "#server/payments/provider-facts.ts";
import {
  yieldToOthers,
  failure,
  refused,
  seconds,
  thisSecond,
  payableStates,
} from "./fake-provider-objects.ts";
import type { Kept, RawDispute, RawIntent, RawRefund } from "./fake-provider-objects.ts";
import type { ProviderFixture, ProviderFault } from "./provider-fixture.ts";

/**
 * A fake card provider in memory, for thousands of runs: it behaves like the simulator, without HTTP and tables.
 */
export function createFakeProvider(): ProviderFixture {
  const intents = new Map<string, RawIntent>();
  const refunds = new Map<string, RawRefund>();
  const disputes = new Map<string, RawDispute>();
  const keys = new Map<string, Kept>();
  const events: VerifiedEvent[] = [];
  let faults: ProviderFault[] = [];

  function emit(type: string, object: object) {
    const createdAt = thisSecond();
    events.push({ id: `evt_${randomUUID()}`, type, createdAt, object: structuredClone(object) });
  }
  function move(intent: RawIntent, status: string, type: string, error: string | null = null) {
    intent.status = status;
    intent.last_payment_error = error === null ? null : { message: error };
    if (status === "succeeded") {
      intent.amount_received = intent.amount;
      emit("charge.succeeded", { id: `ch_${intent.id}` });
    }
    emit(type, intent);
  }
  /** Runs a call, with its planned fault, and once per key. */
  async function call<T>(
    name: ProviderFault["call"],
    key: string | null,
    asked: object,
    work: () => T,
  ) {
    const fault = faults.find((one) => one.call === name)?.kind;
    faults = faults.filter((one) => one.call !== name);
    await yieldToOthers();
    if (fault === "before") throw failure();
    if (fault === "lost") throw new ProviderError("unreachable", "The call did not arrive.", null);
    const answer = once(key, JSON.stringify({ name, asked }), fault === "stored", work);
    await yieldToOthers();
    if (fault === "after") throw failure();
    if (fault === "hang") throw new ProviderError("unreachable", "No answer.", null);
    return answer;
  }
  function once<T>(key: string | null, asked: string, breaks: boolean, work: () => T): T {
    if (key === null) return structuredClone(work());
    const kept = keys.get(key);
    if (kept && kept.asked !== asked) throw refused("idempotency_error");
    if (kept) {
      if ("failure" in kept) throw kept.failure;
      return structuredClone(kept.answer as T);
    }
    try {
      if (breaks) throw failure();
      const answer = work();
      keys.set(key, { asked, answer: structuredClone(answer) });
      return structuredClone(answer);
    } catch (error) {
      if (error instanceof ProviderError) keys.set(key, { asked, failure: error });
      throw error;
    }
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
  const answerOf = (intent: RawIntent, asked: Date) => ({
    intent: intentFacts(intent, asked),
    clientSecret: intent.client_secret,
  });

  function createRefundObject(given: Parameters<PaymentProvider["createRefund"]>[0]): RawRefund {
    const intent = intentOf(given.intentId);
    if (intent.status !== "succeeded") throw refused("payment_intent_unexpected_state");
    const left = leftOf(intent);
    if (left === 0) throw refused("charge_already_refunded");
    const taken = disputeOf(intent.id)?.status;
    if (taken === "needs_response" || taken === "lost") throw refused("charge_disputed");
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

  const provider: PaymentProvider = {
    kind: "stripe",
    publishableKey: "pk_test_memory",
    testMode: true,
    shopId: "memory",
    async createIntent({ key, ...given }) {
      const asked = thisSecond();
      const made = await call("create", key, given, () => {
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
      });
      return answerOf(made, asked);
    },
    async readIntent(id) {
      const asked = thisSecond();
      return answerOf(await call("read", null, {}, () => intentOf(id)), asked);
    },
    async cancelIntent(id) {
      const asked = thisSecond();
      const intent = await call("cancel", null, {}, () => {
        const found = intentOf(id);
        if (payableStates.includes(found.status))
          move(found, "canceled", "payment_intent.canceled");
        return found;
      });
      return intentFacts(intent, asked);
    },
    async *listIntents() {
      const found = await call("list", null, {}, () => [...intents.values()].reverse());
      for (const one of found) yield intentFacts(one, thisSecond());
    },
    async createRefund({ key, ...given }) {
      return refundFacts(
        await call("refund", key, given, () => createRefundObject({ key, ...given })),
      );
    },
    async listRefunds(intentId) {
      const found = await call("listRefunds", null, {}, () => refundsOf(intentId));
      return found.map(refundFacts);
    },
    async *listRefundsSince() {
      const found = await call("list", null, {}, () => [...refunds.values()]);
      for (const one of found) yield refundFacts(one);
    },
    async *listDisputes() {
      const found = await call("list", null, {}, () => [...disputes.values()]);
      for (const one of found) yield disputeFacts(one, thisSecond());
    },
    async readDispute(id: string) {
      const found = await call("read", null, {}, () => disputes.get(id));
      if (!found) throw new ProviderError("refused", "No such dispute.", "resource_missing");
      return disputeFacts(found, thisSecond());
    },
    verifyEvent() {
      throw new ProviderError("signature", "The fake provider signs nothing.", null);
    },
  };

  return {
    provider,
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
    fail: (fault) => void faults.push(fault),
    clearFaults: () => void (faults = []),
    events: async () => events.slice(),
    providerState: async () => ({
      intents: [...intents.values()].map((one) => intentFacts(one, new Date())),
      refunds: [...refunds.values()].map(refundFacts),
      disputes: [...disputes.values()].map((one) => disputeFacts(one, new Date())),
    }),
  };
}
