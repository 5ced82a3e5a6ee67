import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestSimulator, errorOf } from "#testing/payments/test-simulator.ts";

let test: Awaited<ReturnType<typeof createTestSimulator>>;
let stripe: Stripe;
beforeAll(async () => {
  test = await createTestSimulator();
  stripe = test.stripe;
});
afterAll(() => test.close());

async function paid(method = "pm_card_visa", amount = 50_000_00) {
  return stripe.paymentIntents.create({
    amount,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    confirm: true,
    payment_method: method,
  });
}
const chargeOf = (intent: Stripe.PaymentIntent) =>
  stripe.charges.retrieve(intent.latest_charge as string, { expand: ["refunds"] });
const eventsAfter = async (intent: Stripe.PaymentIntent, type: string) => {
  const events = await test.control.events({ intent: intent.id });
  const types = events.map((event) => event.type);
  return types.slice(types.indexOf(type as (typeof types)[number]) + 1);
};

describe("a refund", () => {
  it("can be made in parts until nothing is left", async () => {
    const intent = await paid();
    const part = await stripe.refunds.create({
      payment_intent: intent.id,
      amount: 10_000_00,
      reason: "requested_by_customer",
      metadata: { by: "admin" },
    });
    expect(part).toMatchObject({
      status: "succeeded",
      amount: 10_000_00,
      reason: "requested_by_customer",
      charge: intent.latest_charge,
      payment_intent: intent.id,
      metadata: { by: "admin" },
      destination_details: { type: "card", card: { type: "refund" } },
    });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 10_000_00, refunded: false });
    const charge = intent.latest_charge as string;
    await stripe.refunds.create({ charge, amount: 15_000_00 });
    const rest = await stripe.refunds.create({ payment_intent: intent.id });
    expect(rest.amount).toBe(25_000_00);
    const after = await chargeOf(intent);
    expect(after).toMatchObject({ amount_refunded: 50_000_00, refunded: true });
    expect(after.refunds?.data.map((refund) => refund.amount)).toEqual([
      25_000_00, 15_000_00, 10_000_00,
    ]);
    expect((await stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(3);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe("succeeded");
    expect(await eventsAfter(intent, "payment_intent.succeeded")).toEqual([
      "refund.created",
      "charge.refunded",
      "refund.created",
      "charge.refunded",
      "refund.created",
      "charge.refunded",
    ]);
    expect(await errorOf(stripe.refunds.create({ charge }))).toMatchObject({
      statusCode: 400,
      code: "charge_already_refunded",
    });
  });

  it("is refused if it exceeds the rest, is zero, or the payment was not paid", async () => {
    const intent = await paid(undefined, 100_00);
    const payment_intent = intent.id;
    await stripe.refunds.create({ payment_intent, amount: 40_00 });
    const more = await errorOf(stripe.refunds.create({ payment_intent, amount: 60_01 }));
    expect(more).toMatchObject({ statusCode: 400, param: "amount" });
    expect(more.message).toBe(
      "Refund amount ($60.01) is greater than unrefunded amount on charge ($60.00)",
    );
    expect(await errorOf(stripe.refunds.create({ payment_intent, amount: 0 }))).toMatchObject({
      code: "parameter_invalid_integer",
    });
    expect(await errorOf(stripe.refunds.create({}))).toMatchObject({ code: "parameter_missing" });
    expect(await errorOf(stripe.refunds.create({ charge: "ch_none" }))).toMatchObject({
      code: "resource_missing",
    });
    const unpaid = await stripe.paymentIntents.create({ amount: 100, currency: "usd" });
    expect(await errorOf(stripe.refunds.create({ payment_intent: unpaid.id }))).toMatchObject({
      code: "payment_intent_unexpected_state",
    });
  });

  it("never exceeds the captured amount, even with concurrent requests", async () => {
    const intent = await paid(undefined, 100_00);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () =>
        stripe.refunds.create({ payment_intent: intent.id, amount: 30_00 }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(3);
    expect((await chargeOf(intent)).amount_refunded).toBe(90_00);
  });

  it("with a slow card is pending, then succeeds", async () => {
    const intent = await paid("pm_card_pendingRefund");
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    expect(refund).toMatchObject({ status: "pending", pending_reason: "processing" });
    expect(await test.control.settleAll()).toBeGreaterThan(0);
    const done = await stripe.refunds.retrieve(refund.id);
    expect(done.status).toBe("succeeded");
    expect(done).not.toHaveProperty("pending_reason");
    expect(await eventsAfter(intent, "charge.refunded")).toEqual([
      "refund.updated",
      "charge.refund.updated",
    ]);
    expect(await test.control.finishRefund(refund.id, "succeeded")).toBeNull();
  });

  it("that fails after it succeeded returns the amount to the charge", async () => {
    const intent = await paid("pm_card_refundFail", 800_00);
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    expect(refund.status).toBe("succeeded");
    expect((await chargeOf(intent)).refunded).toBe(true);
    await test.control.settleAll();
    const failed = await stripe.refunds.retrieve(refund.id, {
      expand: ["failure_balance_transaction"],
    });
    expect(failed).toMatchObject({
      status: "failed",
      failure_reason: "expired_or_canceled_card",
      failure_balance_transaction: { amount: 800_00, type: "refund_failure" },
    });
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false });
    expect(await eventsAfter(intent, "charge.refunded")).toEqual([
      "refund.updated",
      "charge.refund.updated",
      "refund.failed",
    ]);
    const event = (await test.control.events({ intent: intent.id, type: "refund.failed" }))[0]!;
    expect(event.data.previous_attributes).toEqual({ status: "succeeded" });
    expect((await stripe.refunds.create({ payment_intent: intent.id })).amount).toBe(800_00);
  });

  it("can be made to fail for any card", async () => {
    const intent = await paid();
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    await test.control.finishRefund(refund.id, "failed", "lost_or_stolen_card");
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: "failed",
      failure_reason: "lost_or_stolen_card",
    });
    expect(await test.control.finishRefund(refund.id, "failed")).toBeNull();
  });

  it("accepts metadata later", async () => {
    const intent = await paid();
    const refund = await stripe.refunds.create({ payment_intent: intent.id });
    const changed = await stripe.refunds.update(refund.id, { metadata: { note: "late payment" } });
    expect(changed.metadata).toEqual({ note: "late payment" });
  });

  it("changes the balance", async () => {
    const before = await stripe.balance.retrieve();
    const intent = await paid(undefined, 1_000_00);
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 400_00 });
    const sum = (balance: Stripe.Balance) =>
      [...balance.available, ...balance.pending].reduce((total, line) => total + line.amount, 0);
    const fee = 29_30;
    expect(sum(await stripe.balance.retrieve()) - sum(before)).toBe(600_00 - fee);
    const movement = await stripe.balanceTransactions.retrieve(
      refund.balance_transaction as string,
    );
    expect(movement).toMatchObject({ amount: -400_00, type: "refund", source: refund.id });
  });
});
