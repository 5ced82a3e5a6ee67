import { ClientRequest } from "node:http";
import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { bookingRefusals } from "#shared/bookings/booking.ts";
import { expireDueHolds } from "#server/booking-management/expire-due-holds.ts";
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
import { createPaymentProvider } from "./payment-provider.ts";
import { asProviderError } from "./provider-error.ts";
import { reconcilePayments } from "../reconcile-payments.ts";
import { settlePayments } from "../settle-payments.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp({}, { providerTimeout: 1_000 });
});
afterEach(() => shop.simulator!.control.clearFaults());
afterAll(() => shop.close());

const creation = { method: "POST", path: "/v1/payment_intents" } as const;
const unavailable = {
  status: 503,
  headers: { "retry-after": "5" },
  body: { error: { code: "payment_unavailable" } },
};
const paymentsOf = (bookingId: string) =>
  rowsOf<{ status: string; key_number: number }>(
    shop,
    sql`select status, key_number from payment where booking_id = ${bookingId}`,
  );

test("a temporary 500 from the provider is retried and not shown", async () => {
  const { buyer, bookingId } = await aHeldCar(shop);
  shop.simulator!.control.fail({ kind: "before", ...creation });
  expect((await askIntent(shop, buyer.token, bookingId)).status).toBe(200);
  expect(await intentsOf(shop, bookingId)).toHaveLength(1);
});

test("after a 500 stored under its key, the next attempt uses a new key and creates one intent", async () => {
  const { buyer, bookingId } = await aHeldCar(shop);
  shop.simulator!.control.fail({ kind: "stored", ...creation });
  expect(await askIntent(shop, buyer.token, bookingId)).toMatchObject(unavailable);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    state: "held",
    allowedActions: ["pay", "cancel"],
  });
  const intent = await openIntent(shop, buyer.token, bookingId);
  expect(await paymentsOf(bookingId)).toMatchObject([{ key_number: 2 }]);
  expect(await intentsOf(shop, bookingId)).toHaveLength(1);
  await payWithCard(shop, intent);
  await deliverAll(shop, intent.id);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
});

test("after two 500s that created intents, the reconciler cancels the unused one", async () => {
  const { buyer, bookingId } = await aHeldCar(shop);
  shop.simulator!.control.fail({ kind: "after", ...creation, times: 2 });
  expect(await askIntent(shop, buyer.token, bookingId)).toMatchObject(unavailable);
  const [orphan] = await intentsOf(shop, bookingId);
  const intent = await openIntent(shop, buyer.token, bookingId);
  expect(intent.id).not.toBe(orphan!.id);
  await reconcilePayments(shop.deps);
  const states = (await intentsOf(shop, bookingId)).map(({ id, status }) => [id, status]);
  expect(Object.fromEntries(states)).toEqual({
    [orphan!.id]: "canceled",
    [intent.id]: "requires_payment_method",
  });
  await payWithCard(shop, intent);
  await deliverAll(shop, orphan!.id);
  await deliverAll(shop, intent.id);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: true,
    transactionId: intent.id,
  });
});

test("after a timeout that created the intent, the next call returns the same intent", async () => {
  const { buyer, bookingId } = await aHeldCar(shop);
  shop.simulator!.control.fail({ kind: "hang", ...creation });
  const intent = await openIntent(shop, buyer.token, bookingId);
  expect((await intentsOf(shop, bookingId)).map(({ id }) => id)).toEqual([intent.id]);
});

test("after two timeouts that created the intent, the next call or the webhook finds it", async () => {
  const unknown = await aHeldCar(shop);
  const announced = await aHeldCar(shop);
  shop.simulator!.control.fail({ kind: "hang", ...creation, times: 4 });
  const answers = await Promise.all(
    [unknown, announced].map(({ buyer, bookingId }) => askIntent(shop, buyer.token, bookingId)),
  );
  expect(answers).toMatchObject([unavailable, unavailable]);
  for (const { buyer, bookingId } of [unknown, announced])
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
      paymentStatus: "creating",
    });
  // For one of the two, the webhook arrives before the buyer tries again.
  const [knownIntent] = await intentsOf(shop, announced.bookingId);
  expect(
    await deliver(shop, [await eventOf(shop, knownIntent!.id, "payment_intent.created")]),
  ).toEqual([200]);
  expect(await readBooking(shop, announced.buyer.token, announced.bookingId)).toMatchObject({
    paymentStatus: "requires_payment_method",
  });
  for (const { buyer, bookingId } of [unknown, announced]) {
    const intent = await openIntent(shop, buyer.token, bookingId);
    expect((await intentsOf(shop, bookingId)).map(({ id }) => id)).toEqual([intent.id]);
    await payWithCard(shop, intent);
    await deliverAll(shop, intent.id);
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
  }
});

test("a payment check while the provider is down returns the stored booking", async () => {
  const { buyer, bookingId } = await aCarBeingPaid(shop);
  shop.simulator!.control.fail({ kind: "before", method: "GET", times: 2 });
  const { status, body } = await shop.call("POST", `/api/bookings/${bookingId}/payment/check`, {
    token: buyer.token,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ paid: false, state: "held" });
});

test("a release while the provider is down keeps the car taken, tells the buyer, and finishes later", async () => {
  const { buyer, car, bookingId } = await aCarBeingPaid(shop);
  shop.simulator!.control.fail({ kind: "before", path: "/cancel", times: 100 });
  const cancelled = await shop.call("DELETE", `/api/bookings/${bookingId}`, { token: buyer.token });
  expect(cancelled.body).toEqual({
    deletedCount: 1,
    message: expect.stringContaining("as soon as"),
  });
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    state: "releasing",
    allowedActions: [],
  });
  const next = await anAccount(shop.deps, { role: "Buyer" });
  const book = () =>
    shop.call("POST", "/api/bookings", {
      token: next.token,
      body: { productId: car.id, item: car.name, price: 20_000 },
    });
  expect((await book()).body).toEqual({ acknowledged: false, message: bookingRefusals.taken });
  await settlePayments(shop.deps);
  expect((await readBooking(shop, buyer.token, bookingId)).state).toBe("releasing");

  shop.simulator!.control.clearFaults();
  await settlePayments(shop.deps);
  expect((await readBooking(shop, buyer.token, bookingId)).state).toBe("cancelled");
  expect((await book()).body).toMatchObject({ acknowledged: true });
});

test("with the provider down, an expired hold blocks the next buyer until its payment is canceled", async () => {
  const { buyer, car, bookingId } = await aCarBeingPaid(shop);
  await lapse(shop, bookingId);
  shop.simulator!.control.fail({ kind: "before", path: "/cancel", times: 100 });
  const next = await anAccount(shop.deps, { role: "Buyer" });
  const book = () =>
    shop.call("POST", "/api/bookings", {
      token: next.token,
      body: { productId: car.id, item: car.name, price: 20_000 },
    });
  expect((await book()).body).toEqual({ acknowledged: false, message: bookingRefusals.taken });
  shop.simulator!.control.clearFaults();
  await expireDueHolds(shop.deps);
  await settlePayments(shop.deps);
  expect((await readBooking(shop, buyer.token, bookingId)).state).toBe("expired");
  expect((await book()).body).toMatchObject({ acknowledged: true });
});

test("waits eight seconds for the provider unless told otherwise", async () => {
  const setTimeout = vi.spyOn(ClientRequest.prototype, "setTimeout");
  const provider = createPaymentProvider({
    kind: "stripe",
    secretKey: "sk_test_x",
    publishableKey: "pk_test_x",
    webhookSecret: "whsec_x",
    // Nothing listens here.
    apiUrl: "http://127.0.0.1:9",
    shopId: "shop",
  });
  await expect(provider.readIntent("pi_x")).rejects.toMatchObject({ kind: "unreachable" });
  expect(new Set(setTimeout.mock.calls.map(([duration]) => duration))).toEqual(new Set([8_000]));
  setTimeout.mockRestore();
});

test("invalid API keys do not count as a refused payment; it is retried after they are fixed", () => {
  const raw = { type: "invalid_request_error", message: "Invalid API Key" } as const;
  const wrongKey = new Stripe.errors.StripeAuthenticationError({ ...raw, statusCode: 401 });
  const noRight = new Stripe.errors.StripePermissionError({ ...raw, statusCode: 403 });
  expect([wrongKey, noRight].map((error) => asProviderError(error).kind)).toEqual([
    "unreachable",
    "unreachable",
  ]);
});
