import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cards } from "#testing/payments/card-calls.ts";
import { anAccount } from "#testing/builders.ts";
import {
  aCarBeingPaid,
  deliverAll,
  intentsOf,
  providerAccount,
  readMoney,
  rowsOf,
} from "#testing/payments/payment-scenes.ts";
import { openIntent, payWithCard, readBooking } from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";
import { sql } from "drizzle-orm";
import { reconcilePayments } from "../reconcile-payments.ts";
import { settlePayments } from "../settle-payments.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

async function quarantined(transactionId: string) {
  const { body } = await shop.call("GET", "/api/payments/quarantined?limit=200", {
    token: admin.token,
  });
  return body.find((one: { transactionId: string }) => one.transactionId === transactionId);
}

async function refundedAtProvider(intentId: string): Promise<number> {
  const { data } = await providerAccount(shop).refunds.list({ payment_intent: intentId });
  return data.reduce((total, refund) => total + refund.amount, 0);
}

test.each([
  ["amount", { amount: 100 }, 1, "USD", 100],
  ["a larger amount", { amount: 2_000_100 }, 20_001, "USD", 2_000_100],
  ["currency", { currency: "eur" }, 20_000, "EUR", 2_000_000],
])(
  "a success with a different amount, currency or booking (%s) is quarantined and refunded, and the booking can be paid again",
  async (what, change, amount, currency, back) => {
    const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
    await providerAccount(shop).paymentIntents.update(intent.id, change);
    expect(await payWithCard(shop, intent)).toMatchObject({ status: "succeeded" });
    await deliverAll(shop, intent.id);
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
      paid: false,
      state: "held",
      transactionId: null,
      hasReceipt: false,
      allowedActions: ["pay", "cancel"],
    });
    await settlePayments(shop.deps);
    expect(await refundedAtProvider(intent.id)).toBe(back);
    expect(await quarantined(intent.id)).toMatchObject({
      bookingId,
      bookingState: "held",
      reason: what === "currency" ? "currency" : "amount",
      amount,
      currency,
      refundStatus: "succeeded",
    });

    const next = await openIntent(shop, buyer.token, bookingId);
    expect(next.id).not.toBe(intent.id);
    await payWithCard(shop, next);
    await deliverAll(shop, next.id);
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
      paid: true,
      transactionId: next.id,
      amountRefunded: 0,
    });
    expect(await readMoney(shop, admin.token, bookingId)).toMatchObject({ captured: 20_000 });
  },
);

test("a success for another booking is quarantined and refunded, and neither booking is paid", async () => {
  const one = await aCarBeingPaid(shop);
  const other = await aCarBeingPaid(shop);
  await providerAccount(shop).paymentIntents.update(one.intent.id, {
    metadata: { marque_booking: other.bookingId },
  });
  await payWithCard(shop, one.intent);
  await deliverAll(shop, one.intent.id);
  await settlePayments(shop.deps);
  for (const { buyer, bookingId } of [one, other])
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
      paid: false,
      state: "held",
    });
  expect(await refundedAtProvider(one.intent.id)).toBe(2_000_000);
  expect(await quarantined(one.intent.id)).toMatchObject({
    reason: "booking",
    refundStatus: "succeeded",
  });
});

test("the reconciler quarantines and refunds a payment that no booking asked for", async () => {
  const { buyer, bookingId } = await aCarBeingPaid(shop);
  const [ours] = await intentsOf(shop, bookingId);
  const stray = await providerAccount(shop).paymentIntents.create({
    amount: 5_000,
    currency: "usd",
    confirm: true,
    payment_method: "pm_card_visa",
    allowed_payment_method_types: ["card"],
    metadata: { marque_shop: ours!.metadata.marque_shop! },
  });
  expect(stray.status).toBe("succeeded");
  await reconcilePayments(shop.deps);
  await reconcilePayments(shop.deps);
  expect(await refundedAtProvider(stray.id)).toBe(5_000);
  expect(await quarantined(stray.id)).toMatchObject({
    bookingId: null,
    reason: "unknown",
    amount: 50,
    refundStatus: "succeeded",
  });
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: false });
});

test("payments of another shop with the same account at the provider are ignored", async () => {
  const foreign = await providerAccount(shop).paymentIntents.create({
    amount: 5_000,
    currency: "usd",
    confirm: true,
    payment_method: "pm_card_visa",
    allowed_payment_method_types: ["card"],
  });
  await deliverAll(shop, foreign.id);
  await reconcilePayments(shop.deps);
  expect(await refundedAtProvider(foreign.id)).toBe(0);
  expect(await quarantined(foreign.id)).toBeUndefined();
});

/** A quarantined payment whose refund failed. */
async function aFailedRefund() {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await providerAccount(shop).paymentIntents.update(intent.id, { amount: 100 });
  await payWithCard(shop, intent, cards.refundFails);
  await deliverAll(shop, intent.id);
  await settlePayments(shop.deps);
  const [refund] = (await providerAccount(shop).refunds.list({ payment_intent: intent.id })).data;
  await shop.simulator!.control.finishRefund(refund!.id, "failed");
  await deliverAll(shop, intent.id);
  return { buyer, bookingId, intent };
}

test("a failed refund of a quarantined payment is shown to admins, who can refund it again", async () => {
  const { buyer, bookingId, intent } = await aFailedRefund();
  const payment = await quarantined(intent.id);
  expect(payment).toMatchObject({ refundStatus: "failed" });
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ state: "held" });
  expect(
    await rowsOf(
      shop,
      sql`select kind from email where to_address = ${buyer.email} and kind like 'receipt%'`,
    ),
  ).toEqual([]);

  const again = () =>
    shop.call("POST", `/api/payments/${payment._id}/refund`, { token: admin.token });
  expect((await again()).body).toEqual({ modifiedCount: 1 });
  expect((await again()).body).toMatchObject({ modifiedCount: 0, message: expect.any(String) });
  expect(await quarantined(intent.id)).toMatchObject({ refundStatus: "succeeded" });
});

test("two admins who retry a failed refund at the same moment refund it once", async () => {
  const { intent } = await aFailedRefund();
  const { _id } = await quarantined(intent.id);
  const lockingClient = await shop.deps.pool.connect();
  let answers: { body: { modifiedCount: number } }[];
  try {
    // Both calls have read the payment before either can write.
    await lockingClient.query("begin");
    await lockingClient.query("select from payment where id = $1 for update", [_id]);
    const calls = [1, 2].map(() =>
      shop.call("POST", `/api/payments/${_id}/refund`, { token: admin.token }),
    );
    await vi.waitFor(async () => {
      const waiting = await rowsOf(
        shop,
        sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(waiting).toHaveLength(2);
    }, 10_000);
    await lockingClient.query("commit");
    answers = await Promise.all(calls);
  } finally {
    lockingClient.release(true);
  }
  expect(answers.map(({ body }) => body.modifiedCount).sort()).toEqual([0, 1]);
  const { data } = await providerAccount(shop).refunds.list({ payment_intent: intent.id });
  expect(data.map(({ status }) => status).sort()).toEqual(["failed", "succeeded"]);
  expect(
    await rowsOf(shop, sql`select 1 from refund where payment_id = ${_id} and status <> 'failed'`),
  ).toHaveLength(1);
});

test("only admins can read quarantined payments", async () => {
  const { buyer, seller } = await aCarBeingPaid(shop);
  for (const { token } of [buyer, seller])
    expect((await shop.call("GET", "/api/payments/quarantined", { token })).status).toBe(403);
});
