import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { expireDueHolds } from "#server/booking-management/expire-due-holds.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { aListing, anAccount } from "#testing/builders.ts";
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
  eventsOf,
  openIntent,
  payWithCard,
  readBooking,
} from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
// Many rounds of complete payments need more time on a small or busy machine.
vi.setConfig({ testTimeout: 90_000 });
beforeAll(async () => {
  shop = await createTestApp({ DATABASE_POOL: "30" });
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

const paymentRows = (bookingId: string) =>
  rowsOf<{ intent_id: string }>(
    shop,
    sql`select intent_id from payment where booking_id = ${bookingId}`,
  );

test("of many buyers of one car, exactly one gets a booking and pays", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const car = await aListing(shop.deps, { sellerId: seller.id });
  const buyers = await Promise.all(
    Array.from({ length: 50 }, () => anAccount(shop.deps, { role: "Buyer" })),
  );
  const answers = await Promise.all(
    buyers.map(({ token }) =>
      shop.call("POST", "/api/bookings", {
        token,
        body: { productId: car.id, item: car.name, price: 20_000 },
      }),
    ),
  );
  const winners = buyers.filter((_, at) => answers[at]!.body.acknowledged);
  expect(winners).toHaveLength(1);
  const { token } = winners[0]!;
  const bookingId = answers.find((answer) => answer.body.acknowledged)!.body.insertedId;
  // All buyers try to pay for it at once.
  const intents = await Promise.all(buyers.map((buyer) => askIntent(shop, buyer.token, bookingId)));
  expect(intents.filter((answer) => answer.status === 200)).toHaveLength(1);
  expect(intents.filter((answer) => answer.status === 404)).toHaveLength(49);
  const intent = await openIntent(shop, token, bookingId);
  await payWithCard(shop, intent);
  await deliverAll(shop, intent.id);
  expect(await readBooking(shop, token, bookingId)).toMatchObject({ paid: true, state: "paid" });
  expect(await intentsOf(shop, bookingId)).toHaveLength(1);
});

test("parallel create-payment-intent calls (double click, two tabs) make one row and one intent", async () => {
  const { buyer, bookingId } = await aHeldCar(shop);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => askIntent(shop, buyer.token, bookingId)),
  );
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
  expect(new Set(answers.map((answer) => answer.body.clientSecret)).size).toBe(1);
  expect(await paymentRows(bookingId)).toHaveLength(1);
  expect(await intentsOf(shop, bookingId)).toHaveLength(1);
});

test("confirming the form twice at once charges once", async () => {
  const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
  const answers = await Promise.all([payWithCard(shop, intent), payWithCard(shop, intent)]);
  expect(answers.filter((answer) => answer.status === "succeeded")).toHaveLength(1);
  expect(answers.filter((answer) => answer.error)).toMatchObject([
    { error: { code: "payment_intent_unexpected_state" } },
  ]);
  await deliverAll(shop, intent.id);
  const charged = (await eventsOf(shop, intent.id)).filter(
    (event) => event.type === "charge.succeeded",
  );
  expect(charged).toHaveLength(1);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
  const again = await askIntent(shop, buyer.token, bookingId);
  expect(again).toMatchObject({ status: 409, body: { message: "This booking is already paid." } });
});

test("a seller cannot withdraw a car during its payment, and the payment succeeds", async () => {
  const { seller, buyer, car, bookingId, intent } = await aCarBeingPaid(shop);
  const [withdrawn] = await Promise.all([
    shop.call("DELETE", `/api/addproduct/${car.id}`, { token: seller.token }),
    payWithCard(shop, intent),
  ]);
  expect(withdrawn.body).toMatchObject({ deletedCount: 0, message: expect.any(String) });
  await deliverAll(shop, intent.id);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: true });
});

test("a seller cannot withdraw a car with an expired hold until its payment is canceled", async () => {
  const { seller, car, bookingId } = await aCarBeingPaid(shop);
  await lapse(shop, bookingId);
  const withdraw = () => shop.call("DELETE", `/api/addproduct/${car.id}`, { token: seller.token });
  expect((await withdraw()).body).toMatchObject({ deletedCount: 0, message: expect.any(String) });
  await expireDueHolds(shop.deps);
  expect((await intentsOf(shop, bookingId))[0]).toMatchObject({ status: "canceled" });
  expect((await withdraw()).body).toEqual({ deletedCount: 1 });
});

test("a price edit during a payment does not change the amount charged", async () => {
  const { buyer, car, bookingId } = await aHeldCar(shop);
  const [answers] = await Promise.all([
    askIntent(shop, buyer.token, bookingId),
    shop.deps.db.execute(sql`update listing set resale_price_minor = 2500000 where id = ${car.id}`),
  ]);
  expect(answers).toMatchObject({ status: 200, body: { amount: 20_000 } });
  expect(await askIntent(shop, buyer.token, bookingId, 25_000)).toMatchObject({
    status: 409,
    body: { message: "The price has changed", error: { fields: { price: expect.any(String) } } },
  });
  expect((await intentsOf(shop, bookingId))[0]).toMatchObject({ amount: 2_000_000 });
});

test("a paid car stays with its buyer, whether the webhook or the expiry comes first or both at once", async () => {
  const webhook = (id: string) => deliverAll(shop, id);
  const expiry = () => expireDueHolds(shop.deps);
  const orders: ((id: string) => Promise<unknown>)[] = [
    (id) => webhook(id).then(expiry),
    (id) => expiry().then(() => webhook(id)),
    ...Array.from({ length: 6 }, () => (id: string) => Promise.all([expiry(), webhook(id)])),
  ];
  for (const inOrder of orders) {
    const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
    await payWithCard(shop, intent);
    await lapse(shop, bookingId);
    await inOrder(intent.id);
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
      paid: true,
      state: "paid",
      transactionId: intent.id,
    });
  }
});

// ASVS 2.3.1
test("a payment racing the expiry is either refused after the hold ends, or paid with the car sold", async () => {
  for (let round = 0; round < 6; round += 1) {
    const { buyer, bookingId, intent } = await aCarBeingPaid(shop);
    await lapse(shop, bookingId);
    const [answer] = await Promise.all([payWithCard(shop, intent), expireDueHolds(shop.deps)]);
    await deliverAll(shop, intent.id);
    const isPaid = answer.status === "succeeded";
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
      paid: isPaid,
      state: isPaid ? "paid" : "expired",
    });
  }
});

test("two processes running the expiry job end each hold once and cancel its payment once", async () => {
  const begun = await Promise.all(Array.from({ length: 5 }, () => aCarBeingPaid(shop)));
  for (const { bookingId } of begun) await lapse(shop, bookingId);
  const second = connectDatabase(shop.databaseUrl, 4);
  const other = { ...shop.deps, db: second.db };
  await Promise.all([expireDueHolds(shop.deps), expireDueHolds(other)]);
  await second.pool.end();
  for (const { bookingId, intent } of begun) {
    const moves = await rowsOf(
      shop,
      sql`select from_state as "from", to_state as "to" from booking_event where booking_id = ${bookingId} order by id`,
    );
    expect(moves).toEqual([
      { from: null, to: "held" },
      { from: "held", to: "releasing" },
      { from: "releasing", to: "expired" },
    ]);
    const cancelled = (await eventsOf(shop, intent.id)).filter(
      (event) => event.type === "payment_intent.canceled",
    );
    expect(cancelled).toHaveLength(1);
    // The event from the provider has no further effect.
    expect(
      await deliver(shop, [await eventOf(shop, intent.id, "payment_intent.canceled")]),
    ).toEqual([200]);
  }
});

test("deleting a seller during a payment is refused, also after the hold expires, until the payment is canceled", async () => {
  const { seller, buyer, bookingId, intent } = await aCarBeingPaid(shop);
  const remove = () => shop.call("DELETE", `/api/seller/${seller.id}`, { token: admin.token });
  const [refused] = await Promise.all([remove(), payWithCard(shop, intent, "4000000000000002")]);
  expect(refused.body).toMatchObject({ deletedCount: 0, message: expect.any(String) });
  await lapse(shop, bookingId);
  expect((await remove()).body).toMatchObject({ deletedCount: 0 });
  await expireDueHolds(shop.deps);
  expect((await remove()).body).toEqual({ deletedCount: 1 });
  const late = await payWithCard(shop, intent);
  expect(late.error).toMatchObject({ code: "payment_intent_unexpected_state" });
  await deliverAll(shop, intent.id);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: false,
    state: "expired",
  });
});
