import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { anAccount } from "#testing/builders.ts";
import {
  aCarBeingPaid,
  deliverAll,
  providerAccount,
  rowsOf,
} from "#testing/payments/payment-scenes.ts";
import {
  aHeldCar,
  askIntent,
  openIntent,
  payWithCard,
  readBooking,
} from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";
import { reconcilePayments } from "../reconcile-payments.ts";
import { settlePayments } from "../settle-payments.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterEach(() => shop.simulator!.control.clearFaults());
afterAll(() => shop.close());

/** A payment whose intent the provider does not have, for example after its keys changed. */
async function aMissingPayment() {
  const scene = await aCarBeingPaid(shop);
  await shop.deps.db.execute(
    sql`update payment set intent_id = 'pi_of_another_account_' || id, updated_at = now() - interval '1 day' where booking_id = ${scene.bookingId}`,
  );
  return scene;
}

test("a payment missing at the provider does not stop the reconciler from processing others", async () => {
  await aMissingPayment();
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent);
  await reconcilePayments(shop.deps, { staleSeconds: 0 });
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
});

test("after a payment is missing at the provider, the buyer can start another or cancel the booking", async () => {
  const paying = await aMissingPayment();
  const again = await openIntent(shop, paying.buyer.token, paying.bookingId);
  expect(again.id).not.toBe(paying.intent.id);
  await payWithCard(shop, again);
  await deliverAll(shop, again.id);
  expect(await readBooking(shop, paying.buyer.token, paying.bookingId)).toMatchObject({
    paid: true,
  });

  const leaving = await aMissingPayment();
  await shop.call("DELETE", `/api/bookings/${leaving.bookingId}`, { token: leaving.buyer.token });
  expect(await readBooking(shop, leaving.buyer.token, leaving.bookingId)).toMatchObject({
    state: "cancelled",
  });
});

test("an event that cannot be applied does not stop refunds from being sent", async () => {
  await shop.deps.db.execute(sql`
    insert into provider_event (id, type, created_at, payload, state)
    values ('evt_broken', 'refund.created', now(), '{"kind": "intent", "intent": {"id": 7}}', 'waiting')`);
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent);
  await deliverAll(shop, intent.id);
  await shop.deps.db.execute(sql`
    insert into refund (id, payment_id, amount_minor, cause, why)
    select gen_random_uuid(), id, 100, 'admin', 'recorded before a crash' from payment where booking_id = ${bookingId}`);
  await settlePayments(shop.deps);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ amountRefunded: 1 });
});

test("a refund whose answer was lost a day ago is not repeated, although its key has expired", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent);
  await deliverAll(shop, intent.id);
  const admin = await anAccount(shop.deps, { role: "admin" });
  await shop.call("POST", `/api/bookings/${bookingId}/refunds`, {
    token: admin.token,
    body: { amount: 5_000, reason: "scratches" },
  });
  // Simulates a lost answer and an expired key.
  await shop.deps.db.execute(
    sql`update refund set status = 'requested', provider_id = null, key_number = 7, created_at = now() - interval '25 hours'
        where payment_id = (select id from payment where booking_id = ${bookingId})`,
  );
  await settlePayments(shop.deps);
  expect(await shop.deps.provider.listRefunds(intent.id)).toHaveLength(1);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ amountRefunded: 5_000 });
});

test("with two tabs and a failure in between, only the client secret of the stored intent is returned", async () => {
  const { buyer, bookingId } = await aHeldCar(shop);
  const first = await openIntent(shop, buyer.token, bookingId);
  // A second intent, created with another key after a failure.
  const [{ id: paymentId } = { id: "" }] = await rowsOf<{ id: string }>(
    shop,
    sql`select id from payment where booking_id = ${bookingId}`,
  );
  const stray = await shop.deps.provider.createIntent({
    bookingId,
    paymentId,
    amountMinor: 2_000_000,
    currency: "USD",
    description: "stray",
    key: `stray-${bookingId}`,
  });
  const repeated = await askIntent(shop, buyer.token, bookingId);
  expect(repeated.body.clientSecret).toBe(first.clientSecret);
  await reconcilePayments(shop.deps, { staleSeconds: 0 });
  const { intent } = await shop.deps.provider.readIntent(stray.intent.id);
  expect(intent.status).toBe("canceled");
  await payWithCard(shop, first);
  await deliverAll(shop, first.id);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
});

test("the reconciler finds the end of a dispute that no event reported, however old the dispute is", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent);
  await deliverAll(shop, intent.id);
  const charges = await providerAccount(shop).charges.list({ payment_intent: intent.id });
  const opened = await shop.simulator!.control.openDispute(charges.data[0]!.id);
  await reconcilePayments(shop.deps, { staleSeconds: 0 });
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ isDisputed: true });
  await shop.simulator!.control.closeDispute(opened.id, "won");
  await reconcilePayments(shop.deps, { staleSeconds: 0 });
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ isDisputed: false });
});
