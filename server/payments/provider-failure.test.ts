import { ClientRequest } from "node:http";
import { sql } from "drizzle-orm";
import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { bookingRefusals } from "#shared/bookings/booking.ts";
import { expireDueHolds } from "#server/bookings/expire-due-holds.ts";
import { anAccount } from "#testing/builders.ts";
import {
  aCarBeingPaid,
  deliverAll,
  eventOf,
  intentsOf,
  lapse,
  rowsOf,
} from "#testing/payment-scenes.ts";
import {
  aHeldCar,
  askIntent,
  deliver,
  openIntent,
  payWithCard,
  readBooking,
} from "#testing/payments.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createPaymentProvider } from "./payment-provider.ts";
import { asProviderError } from "./provider-error.ts";
import { reconcilePayments } from "./reconcile-payments.ts";
import { settlePayments } from "./settle-payments.ts";

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

test("provider 500, then retry: a 500 that passes is not even seen", async () => {
  const { buyer, bookingId } = await aHeldCar(shop);
  shop.simulator!.control.fail({ kind: "before", ...creation });
  expect((await askIntent(shop, buyer.token, bookingId)).status).toBe(200);
  expect(await intentsOf(shop, bookingId)).toHaveLength(1);
});

test("provider 500, stored under its key: the next try has a new key, and one intent comes of it", async () => {
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

test("provider 500 after doing the work, twice: the intent nobody has is cancelled by the reconciler", async () => {
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

test("provider times out after doing the work: asked again, the same one intent", async () => {
  const { buyer, bookingId } = await aHeldCar(shop);
  shop.simulator!.control.fail({ kind: "hang", ...creation });
  const intent = await openIntent(shop, buyer.token, bookingId);
  expect((await intentsOf(shop, bookingId)).map(({ id }) => id)).toEqual([intent.id]);
});

test("provider times out twice after doing the work: the next call, or its own message, finds the one intent", async () => {
  const [asked, told] = [await aHeldCar(shop), await aHeldCar(shop)];
  shop.simulator!.control.fail({ kind: "hang", ...creation, times: 4 });
  const answers = await Promise.all(
    [asked, told].map(({ buyer, bookingId }) => askIntent(shop, buyer.token, bookingId)),
  );
  expect(answers).toMatchObject([unavailable, unavailable]);
  for (const { buyer, bookingId } of [asked, told])
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
      paymentStatus: "creating",
    });
  // One of the two is told by the webhook before its buyer asks again.
  const [known] = await intentsOf(shop, told.bookingId);
  expect(await deliver(shop, [await eventOf(shop, known!.id, "payment_intent.created")])).toEqual([
    200,
  ]);
  expect(await readBooking(shop, told.buyer.token, told.bookingId)).toMatchObject({
    paymentStatus: "requires_payment_method",
  });
  for (const { buyer, bookingId } of [asked, told]) {
    const intent = await openIntent(shop, buyer.token, bookingId);
    expect((await intentsOf(shop, bookingId)).map(({ id }) => id)).toEqual([intent.id]);
    await payWithCard(shop, intent);
    await deliverAll(shop, intent.id);
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
  }
});

test("provider down while a payment is looked at: the booking as we know it", async () => {
  const { buyer, bookingId } = await aCarBeingPaid(shop);
  shop.simulator!.control.fail({ kind: "before", method: "GET", times: 2 });
  const { status, body } = await shop.call("POST", `/api/bookings/${bookingId}/payment/check`, {
    token: buyer.token,
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ paid: false, state: "held" });
});

test("releasing while the provider is down: the car stays taken, the buyer is told the truth, and it is finished later", async () => {
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

test("a lapsed hold while the provider is down: the next buyer waits for its cancellation", async () => {
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

test("keys that the provider does not take are no refusal of the payment: it is tried again once they are mended", () => {
  const raw = { type: "invalid_request_error", message: "Invalid API Key" } as const;
  const wrongKey = new Stripe.errors.StripeAuthenticationError({ ...raw, statusCode: 401 });
  const noRight = new Stripe.errors.StripePermissionError({ ...raw, statusCode: 403 });
  expect([wrongKey, noRight].map((error) => asProviderError(error).kind)).toEqual([
    "unreachable",
    "unreachable",
  ]);
});
