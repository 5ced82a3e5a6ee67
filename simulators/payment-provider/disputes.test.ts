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

async function disputed(method = "pm_card_createDispute") {
  const intent = await stripe.paymentIntents.create({
    amount: 70_000_00,
    currency: "usd",
    allowed_payment_method_types: ["card"],
    confirm: true,
    payment_method: method,
  });
  const { data } = await stripe.disputes.list({ payment_intent: intent.id });
  return { intent, dispute: data[0]! };
}
const typesOf = async (intent: Stripe.PaymentIntent) =>
  (await test.control.events({ intent: intent.id }))
    .map((event) => event.type)
    .filter((type) => type.startsWith("charge.dispute."));
const refund = (intent: Stripe.PaymentIntent) =>
  stripe.refunds.create({ payment_intent: intent.id });

describe("a dispute", () => {
  it("opens for its test card, withdraws the money, and blocks refunds", async () => {
    const { intent, dispute } = await disputed();
    expect(intent.status).toBe("succeeded");
    expect(dispute).toMatchObject({
      amount: 70_000_00,
      reason: "fraudulent",
      status: "needs_response",
      charge: intent.latest_charge,
      payment_intent: intent.id,
      is_charge_refundable: false,
      evidence_details: { has_evidence: false, submission_count: 0 },
      balance_transactions: [{ amount: -70_000_00, fee: 1_500, type: "adjustment" }],
    });
    expect((await stripe.charges.retrieve(intent.latest_charge as string)).disputed).toBe(true);
    expect(await errorOf(refund(intent))).toMatchObject({ code: "charge_disputed" });
    expect(await typesOf(intent)).toEqual([
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
    ]);
  });

  it("is won with winning evidence: the money is returned and can be refunded", async () => {
    const { intent, dispute } = await disputed("pm_card_createDisputeProductNotReceived");
    expect(dispute.reason).toBe("product_not_received");
    const staged = await stripe.disputes.update(dispute.id, {
      evidence: { customer_name: "Ada" },
      submit: false,
    });
    expect(staged).toMatchObject({
      status: "needs_response",
      evidence: { customer_name: "Ada" },
      evidence_details: { has_evidence: true, submission_count: 0 },
    });
    const handedIn = await stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: "winning_evidence" },
    });
    expect(handedIn).toMatchObject({
      status: "under_review",
      evidence_details: { submission_count: 1, submission_method: "manual" },
    });
    await test.control.settleAll();
    const won = await stripe.disputes.retrieve(dispute.id);
    expect(won).toMatchObject({ status: "won", is_charge_refundable: true });
    expect(won.balance_transactions.map((movement) => movement.amount)).toEqual([
      -70_000_00, 70_000_00,
    ]);
    expect(await typesOf(intent)).toEqual([
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
      "charge.dispute.updated",
      "charge.dispute.updated",
      "charge.dispute.funds_reinstated",
      "charge.dispute.closed",
    ]);
    expect((await refund(intent)).status).toBe("succeeded");
  });

  it("is lost with losing evidence; other evidence stays under review", async () => {
    const { intent, dispute } = await disputed();
    const hand = (text: string) =>
      stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: text } });
    await hand("we sent the car");
    await test.control.settleAll();
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe("under_review");
    await hand("losing_evidence");
    await test.control.settleAll();
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe("lost");
    expect(await errorOf(refund(intent))).toMatchObject({ code: "charge_disputed" });
    expect((await errorOf(hand("more"))).message).toBe("This dispute is already closed");
  });

  it("is lost when the shop accepts it", async () => {
    const { intent, dispute } = await disputed();
    expect((await stripe.disputes.close(dispute.id)).status).toBe("lost");
    expect((await errorOf(stripe.disputes.close(dispute.id))).statusCode).toBe(400);
    expect((await typesOf(intent)).at(-1)).toBe("charge.dispute.closed");
  });

  it("can be opened and closed by tests on any payment", async () => {
    const { intent } = await disputed("pm_card_visa");
    const opened = await test.control.openDispute(intent.latest_charge as string);
    expect(opened.status).toBe("needs_response");
    expect((await test.control.closeDispute(opened.id, "won"))?.status).toBe("won");
    expect(await test.control.closeDispute(opened.id, "lost")).toBeNull();
  });
});

describe("an inquiry", () => {
  it("does not withdraw money, allows refunds, and is closed by a full refund", async () => {
    const { intent, dispute } = await disputed("pm_card_createDisputeInquiry");
    expect(dispute).toMatchObject({
      status: "warning_needs_response",
      is_charge_refundable: true,
      balance_transactions: [],
      payment_method_details: { card: { case_type: "inquiry" } },
    });
    await stripe.refunds.create({ payment_intent: intent.id, amount: 100 });
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe("warning_needs_response");
    await refund(intent);
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe("warning_closed");
    expect(await typesOf(intent)).toEqual(["charge.dispute.created", "charge.dispute.closed"]);
  });

  it("becomes a dispute when it escalates", async () => {
    const { intent, dispute } = await disputed("pm_card_createDisputeInquiry");
    const handedIn = await stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_text: "escalate_inquiry_evidence" },
    });
    expect(handedIn.status).toBe("warning_under_review");
    await test.control.settleAll();
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe("needs_response");
    expect(await errorOf(refund(intent))).toMatchObject({ code: "charge_disputed" });
  });
});

it("a simultaneous refund and dispute withdraw the money once", async () => {
  for (let round = 0; round < 5; round++) {
    const { intent } = await disputed("pm_card_visa");
    const charge = intent.latest_charge as string;
    const [refunded, opened] = await Promise.allSettled([
      refund(intent),
      test.control.openDispute(charge),
    ]);
    const out = [refunded, opened].filter((outcome) => outcome.status === "fulfilled");
    expect(out).toHaveLength(1);
  }
});
