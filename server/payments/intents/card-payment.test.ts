import type Stripe from "stripe";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expireDueHolds } from "#server/booking-management/expire-due-holds.ts";
import { cards } from "#testing/payments/card-calls.ts";
import { anAccount } from "#testing/builders.ts";
import {
  aCarBeingPaid,
  deliverAll,
  eventOf,
  intentsOf,
  lapse,
  rowsOf,
} from "#testing/payments/payment-scenes.ts";
import {
  aHeldCar,
  askIntent,
  deliver,
  openIntent,
  payWithCard,
  readBooking,
} from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";
import { reconcilePayments } from "../reconcile-payments.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const check = (token: string, bookingId: string) =>
  shop.call("POST", `/api/bookings/${bookingId}/payment/check`, { token });

/** Submits the buyer's choice on the bank's page, like a browser. */
async function answerChallenge(intent: Stripe.PaymentIntent, outcome: "complete" | "fail") {
  const { pathname } = new URL(intent.next_action!.redirect_to_url!.url!);
  const page = `${shop.simulator!.address}${pathname}`;
  expect((await fetch(page)).status).toBe(200);
  const answer = await fetch(page, {
    method: "POST",
    body: new URLSearchParams({ outcome }),
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
  return new URL(answer.headers.get("location")!).searchParams.get("redirect_status");
}

test.each([
  ["declined", cards.declined, "Your card was declined."],
  ["insufficient funds", cards.insufficientFunds, "Your card has insufficient funds."],
  ["expired card", cards.expired, "Your card has expired."],
  ["wrong CVC", cards.wrongCvc, "Your card's security code is incorrect."],
  [
    "processing error",
    cards.processingError,
    "An error occurred while processing your card. Try again in a little bit.",
  ],
])("decline (%s), then success with the same form", async (_what, card, message) => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  expect(await payWithCard(shop, intent, card)).toMatchObject({
    error: { type: "card_error", message },
  });
  await deliverAll(shop, intent.id);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: false,
    state: "held",
    paymentStatus: "requires_payment_method",
    allowedActions: ["pay", "cancel"],
  });
  expect((await openIntent(shop, buyer.token, bookingId)).id).toBe(intent.id);
  expect(await payWithCard(shop, intent)).toMatchObject({ status: "succeeded" });
  await deliverAll(shop, intent.id);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
});

describe("challenge", () => {
  const aChallenge = async () => {
    const begun = await aCarBeingPaid(shop);
    const confirmed = await payWithCard(shop, begun.intent, cards.challenge);
    expect(confirmed.status).toBe("requires_action");
    return { ...begun, confirmed };
  };

  test("passed: the booking is paid once the buyer returns and the server has checked", async () => {
    const { buyer, bookingId, intent, confirmed } = await aChallenge();
    expect((await check(buyer.token, bookingId)).body).toMatchObject({
      paid: false,
      paymentStatus: "requires_action",
    });
    expect(await answerChallenge(confirmed, "complete")).toBe("succeeded");
    expect((await check(buyer.token, bookingId)).body).toMatchObject({
      paid: true,
      transactionId: intent.id,
    });
  });

  test("failed: the booking is not paid, and the same form can be submitted again", async () => {
    const { buyer, bookingId, intent, confirmed } = await aChallenge();
    expect(await answerChallenge(confirmed, "fail")).toBe("failed");
    await deliverAll(shop, intent.id);
    expect((await check(buyer.token, bookingId)).body).toMatchObject({
      paid: false,
      state: "held",
      paymentStatus: "requires_payment_method",
    });
    await payWithCard(shop, intent);
    expect((await check(buyer.token, bookingId)).body).toMatchObject({ paid: true });
  });

  test("abandoned: the hold expires, the payment is canceled, and the bank's page has ended", async () => {
    const { buyer, bookingId, intent, confirmed } = await aChallenge();
    await deliverAll(shop, intent.id);
    await lapse(shop, bookingId);
    await expireDueHolds(shop.deps);
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
      paid: false,
      state: "expired",
    });
    const { pathname } = new URL(confirmed.next_action!.redirect_to_url!.url!);
    const late = await fetch(`${shop.simulator!.address}${pathname}`, {
      method: "POST",
      body: new URLSearchParams({ outcome: "complete" }),
      redirect: "manual",
    });
    expect(late.status).toBe(410);
    expect((await intentsOf(shop, bookingId))[0]).toMatchObject({ status: "canceled" });
  });

  test("abandoned and restarted: the form gets the same payment, and another card can pay", async () => {
    const { buyer, bookingId, intent } = await aChallenge();
    expect((await openIntent(shop, buyer.token, bookingId)).id).toBe(intent.id);
    await payWithCard(shop, intent);
    await deliverAll(shop, intent.id);
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
  });
});

describe("browser closed after success", () => {
  test("the webhook marks the booking paid", async () => {
    const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
    await payWithCard(shop, intent);
    await deliver(shop, [await eventOf(shop, intent.id, "payment_intent.succeeded")]);
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
  });

  test("without a webhook, the reconciler marks the booking paid", async () => {
    const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
    await payWithCard(shop, intent);
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: false });
    await reconcilePayments(shop.deps, { staleSeconds: 0 });
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
      paid: true,
      transactionId: intent.id,
    });
    // A late webhook has no further effect.
    expect(await deliverAll(shop, intent.id)).toEqual([200, 200, 200]);
    expect(
      await rowsOf(shop, sql`select number from receipt where booking_id = ${bookingId}`),
    ).toHaveLength(1);
  });

  test("the payment page reports that the booking is already paid", async () => {
    const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
    await payWithCard(shop, intent);
    expect(await askIntent(shop, buyer.token, bookingId)).toMatchObject({
      status: 409,
      body: { message: "This booking is already paid." },
    });
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
  });
});

describe("client sends", () => {
  test.each([
    ["its own price", { price: 1 }, 409, "price"],
    ["a price of half a cent more", { price: 20_000.005 }, 409, "price"],
    ["no price", {}, 400, "price"],
  ])("%s: refused, naming the field, and nothing begins", async (_what, sent, status, field) => {
    const { buyer, bookingId } = await aHeldCar(shop);
    const answer = await shop.call("POST", "/api/create-payment-intent", {
      token: buyer.token,
      body: { bookingId, ...sent },
    });
    expect(answer).toMatchObject({
      status,
      body: { error: { fields: { [field]: expect.any(String) } } },
    });
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
      paid: false,
      paymentStatus: null,
    });
    expect(await intentsOf(shop, bookingId)).toEqual([]);
  });

  test.each([
    ["its own amount", { amount: 1 }],
    ["paid: true", { paid: true }],
    ["its own currency", { currency: "JPY" }],
  ])("%s: passed over, and the booking's own price is to be paid", async (_what, sent) => {
    const { buyer, bookingId } = await aHeldCar(shop);
    const answer = await shop.call("POST", "/api/create-payment-intent", {
      token: buyer.token,
      body: { bookingId, price: 20_000, ...sent },
    });
    expect(answer).toMatchObject({ status: 200, body: { amount: 20_000 } });
    expect(await intentsOf(shop, bookingId)).toMatchObject([
      { amount: 2_000_000, currency: "usd", status: "requires_payment_method" },
    ]);
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: false });
  });
});

test("paying for another buyer's booking answers 404 and changes nothing", async () => {
  const { buyer, bookingId } = await aHeldCar(shop);
  const other = await anAccount(shop.deps, { role: "Buyer" });
  expect((await askIntent(shop, other.token, bookingId)).status).toBe(404);
  expect((await check(other.token, bookingId)).status).toBe(404);
  expect(
    (await shop.call("GET", `/api/bookings/${bookingId}`, { token: other.token })).status,
  ).toBe(404);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paymentStatus: null });
});

test("an amount above the provider's maximum is refused with the maximum, without a call to the provider", async () => {
  const { buyer, bookingId } = await aHeldCar(shop, { priceMinor: 100_000_000 });
  shop.simulator!.control.fail({ kind: "before", path: "/v1/payment_intents" });
  const answer = await askIntent(shop, buyer.token, bookingId, 1_000_000);
  shop.simulator!.control.clearFaults();
  expect(answer).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining("$999,999.99") },
  });
  expect(await intentsOf(shop, bookingId)).toEqual([]);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paymentStatus: null });
});

test("the provider's maximum is charged; an amount below its minimum is refused with its message", async () => {
  const most = await aHeldCar(shop, { priceMinor: 99_999_999 });
  expect(await askIntent(shop, most.buyer.token, most.bookingId, 999_999.99)).toMatchObject({
    status: 200,
    body: { amount: 999_999.99 },
  });
  const least = await aHeldCar(shop, { priceMinor: 49 });
  expect(await askIntent(shop, least.buyer.token, least.bookingId, 0.49)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/at least/) },
  });
  // A hold that cannot be paid can still be canceled.
  const { body } = await shop.call("DELETE", `/api/bookings/${least.bookingId}`, {
    token: least.buyer.token,
  });
  expect(body).toMatchObject({ deletedCount: 1 });
  expect(await readBooking(shop, least.buyer.token, least.bookingId)).toMatchObject({
    state: "cancelled",
  });
});
