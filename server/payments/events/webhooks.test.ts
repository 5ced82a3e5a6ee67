import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cards } from "#testing/payments/card-calls.ts";
import {
  aCarBeingPaid,
  deliverAll,
  eventOf,
  intentsOf,
  lapse,
  providerAccount,
  rowsOf,
} from "#testing/payments/payment-scenes.ts";
import {
  aHeldCar,
  deliver,
  eventsOf,
  openIntent,
  payWithCard,
  postWebhook,
  readBooking,
} from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";
import { reconcilePayments } from "../reconcile-payments.ts";
import { settlePayments } from "../settle-payments.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const stateOfEvent = async (id: string) =>
  (await rowsOf<{ state: string }>(shop, sql`select state from provider_event where id = ${id}`))[0]
    ?.state;
const count = async (query: ReturnType<typeof sql>) =>
  (await rowsOf<{ n: number }>(shop, sql`select count(*)::int as n from ${query}`))[0]!.n;

// ASVS 16.5.3
test("the same event three times at once is applied once and answered 200 each time", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent);
  const event = await eventOf(shop, intent.id, "payment_intent.succeeded");
  const answers = await Promise.all([1, 2, 3].map(() => deliver(shop, [event])));
  expect(answers.flat()).toEqual([200, 200, 200]);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
  expect(await count(sql`receipt where booking_id = ${bookingId}`)).toBe(1);
  expect(await count(sql`email where to_address = ${buyer.email} and kind = 'receipt.buyer'`)).toBe(
    1,
  );
  expect(
    await count(sql`booking_event where booking_id = ${bookingId} and to_state = 'paid'`),
  ).toBe(1);
  expect(await count(sql`payment_log where provider_event_id = ${event.id}`)).toBe(1);
});

test("applies a success that arrives before created and ignores an older failure", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent, cards.declined);
  await payWithCard(shop, intent);
  const backwards = (await eventsOf(shop, intent.id)).reverse();
  expect(backwards.map((event) => event.type)).toEqual([
    "payment_intent.succeeded",
    "charge.succeeded",
    "payment_intent.payment_failed",
    "charge.failed",
    "payment_intent.created",
  ]);
  await deliver(shop, backwards);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: true,
    paymentStatus: "succeeded",
  });
});

test("an older requires_action does not replace a later requires_payment_method", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent, cards.challenge);
  const challenge = await eventOf(shop, intent.id, "payment_intent.requires_action");
  await payWithCard(shop, intent, cards.declined);
  const failed = await eventOf(shop, intent.id, "payment_intent.payment_failed");
  await deliver(shop, [{ ...failed, created: failed.created + 20 }]);
  await deliver(shop, [{ ...challenge, created: challenge.created + 10 }]);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paymentStatus: "requires_payment_method",
  });
});

test("a decline that arrives after a later cancellation is ignored", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent, cards.declined);
  await shop.call("DELETE", `/api/bookings/${bookingId}`, { token: buyer.token });
  await deliver(shop, (await eventsOf(shop, intent.id)).reverse());
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: false,
    state: "cancelled",
  });
});

test("an event that arrives before its payment row is stored as waiting and applied once the row exists", async () => {
  const { buyer, bookingId } = await aHeldCar(shop);
  const paymentId = randomUUID();
  const other = await aCarBeingPaid(shop);
  const shopId = (await intentsOf(shop, other.bookingId))[0]!.metadata.marque_shop!;
  const intent = await providerAccount(shop).paymentIntents.create({
    amount: 2_000_000,
    currency: "usd",
    confirm: true,
    payment_method: "pm_card_visa",
    allowed_payment_method_types: ["card"],
    metadata: { marque_shop: shopId, marque_booking: bookingId, marque_payment: paymentId },
  });
  const event = await eventOf(shop, intent.id, "payment_intent.succeeded");
  expect(await deliver(shop, [event])).toEqual([200]);
  expect(await stateOfEvent(event.id)).toBe("waiting");
  await settlePayments(shop.deps);
  expect(await stateOfEvent(event.id)).toBe("waiting");
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: false });

  await shop.deps.db.execute(sql`
    insert into payment (id, booking_id, amount_minor, currency)
    values (${paymentId}, ${bookingId}, 2000000, 'USD')`);
  await settlePayments(shop.deps);
  expect(await stateOfEvent(event.id)).toBe("applied");
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: true,
    transactionId: intent.id,
  });
});

test("an event that arrives before the intent ID is stored sets the intent ID", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await shop.deps.db.execute(
    sql`update payment set intent_id = null, status = 'creating' where booking_id = ${bookingId}`,
  );
  await payWithCard(shop, intent);
  await deliver(shop, [await eventOf(shop, intent.id, "payment_intent.succeeded")]);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: true,
    transactionId: intent.id,
  });
});

test("a replayed event is answered 200 and changes nothing", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent, cards.declined);
  const { body, signature } = await shop.simulator!.control.sign(
    await eventOf(shop, intent.id, "payment_intent.payment_failed"),
  );
  expect(await postWebhook(shop, body, signature)).toBe(200);
  await payWithCard(shop, intent);
  await deliverAll(shop, intent.id);
  expect(await postWebhook(shop, body, signature)).toBe(200);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
});

test("a bad or missing signature, a changed body or an old timestamp answers 400 and stores nothing", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent);
  const event = await eventOf(shop, intent.id, "payment_intent.succeeded");
  const now = Math.floor(Date.now() / 1_000);
  const { body, signature } = await shop.simulator!.control.sign(event, now);
  const old = await shop.simulator!.control.sign(event, now - 301);
  const [, v1] = signature.split(",v1=");
  const altered = body.replace('"amount_received": 2000000', '"amount_received": 3000000');
  const other = altered === body ? body.replace("2000000", "3000000") : altered;
  expect(other).not.toBe(body);
  const statuses = [
    await postWebhook(shop, body, `t=${now},v1=${"0".repeat(64)}`),
    await postWebhook(shop, body, `t=${now - 1},v1=${v1}`),
    await postWebhook(shop, body, `t=${now},v0=${v1}`),
    await postWebhook(shop, body, ""),
    await postWebhook(shop, other, signature),
    await postWebhook(shop, `${body} `, signature),
    await postWebhook(shop, "", signature),
    await postWebhook(shop, old.body, old.signature),
    (await shop.call("POST", "/api/payments/webhook", { body: { id: event.id } })).status,
    (await shop.call("POST", "/api/payments/webhook", { token: buyer.token })).status,
  ];
  expect(statuses).toEqual(statuses.map(() => 400));
  expect(await stateOfEvent(event.id)).toBeUndefined();
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: false });
  const recent = await shop.simulator!.control.sign(event, now - 290);
  expect(await postWebhook(shop, recent.body, recent.signature)).toBe(200);
});

test("an event that is sent again three days late with a new signature is applied", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent);
  const event = await eventOf(shop, intent.id, "payment_intent.succeeded");
  const late = { ...event, created: event.created - 3 * 86_400 } as Stripe.Event;
  await lapse(shop, bookingId);
  expect(await deliver(shop, [late])).toEqual([200]);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
});

test("an event of an unknown type is answered 200, stored and ignored", async () => {
  const { intent } = await aCarBeingPaid(shop);
  const created = await eventOf(shop, intent.id, "payment_intent.created");
  const unknown = { ...created, id: "evt_unknown", type: "invoice.paid" } as unknown;
  expect(await deliver(shop, [unknown as Stripe.Event])).toEqual([200]);
  expect(await stateOfEvent("evt_unknown")).toBe("ignored");
});

test("an event without a payment is retried for three days, then kept as unclaimed", async () => {
  const { bookingId } = await aCarBeingPaid(shop);
  const { marque_shop } = (await intentsOf(shop, bookingId))[0]!.metadata;
  const stray = await providerAccount(shop).paymentIntents.create({
    amount: 5_000,
    currency: "usd",
    metadata: { marque_shop: marque_shop! },
  });
  const event = await eventOf(shop, stray.id, "payment_intent.created");
  await deliver(shop, [event]);

  await reconcilePayments(shop.deps);
  expect(await stateOfEvent(event.id)).toBe("waiting");
  await shop.deps.db.execute(
    sql`update provider_event set received_at = now() - interval '73 hours' where id = ${event.id}`,
  );
  await reconcilePayments(shop.deps);
  expect(await stateOfEvent(event.id)).toBe("unclaimed");
});

test("of two successful intents of one booking, the later is refunded", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await shop.deps.db.execute(
    sql`update payment set status = 'canceled' where booking_id = ${bookingId}`,
  );
  const second = await openIntent(shop, buyer.token, bookingId);
  expect(second.id).not.toBe(intent.id);
  await payWithCard(shop, second);
  await payWithCard(shop, intent);
  await deliverAll(shop, second.id);
  await deliverAll(shop, intent.id);
  await settlePayments(shop.deps);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: true,
    transactionId: second.id,
  });
  const { data } = await providerAccount(shop).refunds.list({ limit: 100 });
  expect(data.filter((one) => one.payment_intent === intent.id)).toMatchObject([
    { amount: 2_000_000 },
  ]);
  expect(data.filter((one) => one.payment_intent === second.id)).toEqual([]);
});
