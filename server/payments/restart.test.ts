import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expireDueHolds } from "#server/booking-management/expire-due-holds.ts";
import { anAccount } from "#testing/builders.ts";
import {
  aCarBeingPaid,
  deliverAll,
  intentsOf,
  lapse,
  providerAccount,
  rowsOf,
} from "#testing/payments/payment-scenes.ts";
import { openIntent, payWithCard, readBooking } from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";
import { settlePayments } from "./settle-payments.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test("a restart with 1,000 expired holds, some with payments, ends each correctly", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const buyer = await anAccount(shop.deps, { role: "Buyer" });
  await shop.deps.db.execute(sql`
    with car as (
      insert into listing (id, seller_id, name, make, category_id, resale_price_minor)
      select gen_random_uuid(), ${seller.id}, 'Held', 'BMW', 1, 2000000 from generate_series(1, 1000) returning id)
    insert into booking (id, listing_id, buyer_id, state, item, image, price_minor, due_now_minor, currency, name, email, expires_at)
    select gen_random_uuid(), id, ${buyer.id}, 'held', 'Held', '', 2000000, 2000000, 'USD', '', '', now() + interval '1 hour' from car`);
  const begun = await rowsOf<{ id: string }>(
    shop,
    sql`select id from booking where item = 'Held' limit 40`,
  );
  const paid = new Set<string>();
  for (const [at, { id }] of begun.entries()) {
    const intent = await openIntent(shop, buyer.token, id);
    if (at % 8 !== 0) continue;
    await payWithCard(shop, intent);
    paid.add(id);
  }
  await shop.deps.db.execute(
    sql`update booking set expires_at = now() - interval '1 minute' where item = 'Held'`,
  );
  expect(await expireDueHolds(shop.deps)).toBe(1_000);
  expect(
    await rowsOf(
      shop,
      sql`select state, count(*)::int as holds from booking where item = 'Held' group by state order by state`,
    ),
  ).toEqual([
    { state: "expired", holds: 995 },
    { state: "paid", holds: 5 },
  ]);
  const intents = [];
  for await (const intent of providerAccount(shop).paymentIntents.list({ limit: 100 }))
    intents.push(intent);
  expect(intents).toHaveLength(40);
  for (const { metadata, status } of intents)
    expect(status).toBe(paid.has(metadata.marque_booking!) ? "succeeded" : "canceled");
}, 240_000);

test("a restart finishes bookings that are releasing and frees the car last", async () => {
  const unpaid = await aCarBeingPaid(shop);
  const paid = await aCarBeingPaid(shop);
  const neverAsked = await aCarBeingPaid(shop);
  // A crash between our update and the cancellation at the provider.
  for (const { bookingId } of [unpaid, paid, neverAsked])
    await shop.deps.db.execute(
      sql`update booking set state = 'releasing', releasing_to = 'cancelled' where id = ${bookingId}`,
    );
  // A crash between our insert and the creation of the intent.
  await shop.deps.db.execute(
    sql`update payment set intent_id = null, status = 'creating', key_number = 9 where booking_id = ${neverAsked.bookingId}`,
  );
  await payWithCard(shop, paid.intent);
  await Promise.all([settlePayments(shop.deps), settlePayments(shop.deps)]);
  const states = [unpaid, paid, neverAsked].map(
    async ({ buyer, bookingId }) => (await readBooking(shop, buyer.token, bookingId)).state,
  );
  expect(await Promise.all(states)).toEqual(["cancelled", "paid", "cancelled"]);
  expect((await intentsOf(shop, unpaid.bookingId))[0]).toMatchObject({ status: "canceled" });
});

test("a removal by an admin cancels a payment in progress, or keeps the sale if it succeeded", async () => {
  const admin = await anAccount(shop.deps, { role: "admin" });
  const unpaid = await aCarBeingPaid(shop);
  const paid = await aCarBeingPaid(shop);
  await payWithCard(shop, paid.intent);
  for (const { car } of [unpaid, paid])
    expect(
      (await shop.call("DELETE", `/api/addproduct/${car.id}`, { token: admin.token })).body,
    ).toEqual({ deletedCount: 1 });
  expect(await readBooking(shop, unpaid.buyer.token, unpaid.bookingId)).toMatchObject({
    paid: false,
    state: "cancelled",
  });
  const tooLate = await payWithCard(shop, unpaid.intent);
  expect(tooLate.error).toMatchObject({ code: "payment_intent_unexpected_state" });
  expect(await readBooking(shop, paid.buyer.token, paid.bookingId)).toMatchObject({
    paid: true,
    state: "paid",
  });
});

test("canceling after the payment succeeded tells the buyer that they have the car", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  await payWithCard(shop, intent);
  const { body } = await shop.call("DELETE", `/api/bookings/${bookingId}`, { token: buyer.token });
  expect(body).toEqual({ deletedCount: 0, message: expect.stringContaining("the car is yours") });
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
});

test("deleting an account with unsettled payments is refused for buyer and seller", async () => {
  const admin = await anAccount(shop.deps, { role: "admin" });
  const { buyer, seller, bookingId, intent } = await aCarBeingPaid(shop);
  const remove = async () => [
    (await shop.call("DELETE", `/api/buyer/${buyer.id}`, { token: admin.token })).body,
    (await shop.call("DELETE", `/api/seller/${seller.id}`, { token: admin.token })).body,
  ];
  const refused = [
    { deletedCount: 0, message: expect.stringMatching(/settled,? first/) },
    { deletedCount: 0, message: expect.stringMatching(/settled,? first/) },
  ];
  expect(await remove()).toEqual(refused);
  await lapse(shop, bookingId);
  expect(await remove()).toEqual(refused);
  await payWithCard(shop, intent, "4000000000007726");
  expect(await remove()).toEqual(refused);
  await deliverAll(shop, intent.id);
  expect(await remove()).toEqual(refused);
  await shop.call("POST", `/api/bookings/${bookingId}/refunds`, {
    token: admin.token,
    body: { reason: "Canceled by both parties" },
  });
  expect(await remove()).toEqual(refused);
  const { data } = await providerAccount(shop).refunds.list({ payment_intent: intent.id });
  await shop.simulator!.control.finishRefund(data[0]!.id, "succeeded");
  await deliverAll(shop, intent.id);
  expect(await remove()).toEqual([{ deletedCount: 1 }, { deletedCount: 1 }]);
});

test("deleting an account during a late refund is refused until the provider has refunded it", async () => {
  const admin = await anAccount(shop.deps, { role: "admin" });
  const { buyer, seller, bookingId, intent } = await aCarBeingPaid(shop);
  await shop.deps.db.execute(sql`update booking set state = 'expired' where id = ${bookingId}`);
  await shop.deps.db.execute(
    sql`update listing set withdrawn_at = now() where seller_id = ${seller.id}`,
  );
  await payWithCard(shop, intent);
  await deliverAll(shop, intent.id);
  const remove = async () =>
    (await shop.call("DELETE", `/api/buyer/${buyer.id}`, { token: admin.token })).body;
  expect(await remove()).toMatchObject({ deletedCount: 0 });
  await settlePayments(shop.deps);
  expect(await remove()).toEqual({ deletedCount: 1 });
});
