import { sql } from "drizzle-orm";
import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cards } from "#testing/payments/card-calls.ts";
import { anAccount } from "#testing/builders.ts";
import {
  aCarBeingPaid,
  deliverAll,
  endHoldUnnoticed,
  eventOf,
  lapse,
  providerAccount,
  readMoney,
  refund,
  rowsOf,
} from "#testing/payments/payment-scenes.ts";
import { book, deliver, openIntent, payWithCard, readBooking } from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";
import { settlePayments } from "../settle-payments.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

type Begun = Awaited<ReturnType<typeof aCarBeingPaid>>;

const emailsTo = (email: string) =>
  rowsOf<{ kind: string; text: string }>(
    shop,
    sql`select kind, text from email where to_address = ${email} order by created_at`,
  );
const refundsOf = async (intentId: string) =>
  (await providerAccount(shop).refunds.list({ payment_intent: intentId })).data;

/** The buyer pays after their hold has ended. `meanwhile` runs between the end of the hold and the payment. */
async function payLate(
  meanwhile: (begun: Begun) => Promise<unknown>,
  card: string = cards.good,
): Promise<Begun> {
  const begun = await aCarBeingPaid(shop);
  await endHoldUnnoticed(shop, begun.bookingId);
  await meanwhile(begun);
  await payWithCard(shop, begun.intent, card);
  await deliverAll(shop, begun.intent.id);
  return begun;
}

async function bookByAnother({ car }: Begun) {
  const next = await anAccount(shop.deps, { role: "Buyer" });
  return { next, bookingId: await book(shop, next, car) };
}

test("a success after expiry gets the car if it is still available", async () => {
  const { buyer, car, bookingId, intent } = await payLate(async () => undefined);
  await settlePayments(shop.deps);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: true,
    state: "paid",
    transactionId: intent.id,
    hasReceipt: true,
    notice: null,
  });
  expect(await refundsOf(intent.id)).toEqual([]);
  const other = await anAccount(shop.deps, { role: "Buyer" });
  await expect(book(shop, other, car)).rejects.toThrow("not booked");
});

test("a success after expiry is refunded in full if the car is taken, and the buyer is told why on the page and by email", async () => {
  let taker!: Awaited<ReturnType<typeof bookByAnother>>;
  const { buyer, bookingId, intent } = await payLate(async (begun) => {
    taker = await bookByAnother(begun);
  });
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: false,
    state: "refunded",
    hasReceipt: false,
    notice: expect.stringMatching(/no longer available.*The refund is on its way/),
  });
  await settlePayments(shop.deps);
  await deliverAll(shop, intent.id);
  expect(await refundsOf(intent.id)).toMatchObject([{ amount: 2_000_000, status: "succeeded" }]);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: false,
    state: "refunded",
    amountRefunded: 20_000,
    notice: expect.stringContaining(
      "the car is no longer available. You will be refunded in full.",
    ),
  });
  expect(await emailsTo(buyer.email)).toMatchObject([
    { kind: "booking.buyer" },
    { kind: "refund.buyer", text: expect.stringContaining("no longer available") },
  ]);
  expect(await readBooking(shop, taker.next.token, taker.bookingId)).toMatchObject({
    state: "held",
    allowedActions: ["pay", "cancel"],
  });
});

test("a success after expiry gets the car if the next hold has expired too", async () => {
  let taker!: Awaited<ReturnType<typeof bookByAnother>>;
  const { buyer, bookingId } = await payLate(async (begun) => {
    taker = await bookByAnother(begun);
    await lapse(shop, taker.bookingId);
  });
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ state: "paid" });
  expect(await readBooking(shop, taker.next.token, taker.bookingId)).toMatchObject({
    state: "expired",
  });
});

test.each<[string, (begun: Begun) => Promise<unknown>]>([
  [
    "the seller gone",
    ({ seller }) => shop.call("DELETE", `/api/seller/${seller.id}`, { token: admin.token }),
  ],
  [
    "the buyer gone",
    ({ buyer }) => shop.call("DELETE", `/api/buyer/${buyer.id}`, { token: admin.token }),
  ],
  [
    "the listing withdrawn",
    ({ car, seller }) => shop.call("DELETE", `/api/addproduct/${car.id}`, { token: seller.token }),
  ],
  [
    "the listing removed",
    ({ car }) => shop.call("DELETE", `/api/addproduct/${car.id}`, { token: admin.token }),
  ],
])("success after expiry with %s: refunded in full", async (_what, leave) => {
  const { bookingId, intent } = await payLate(leave);
  await settlePayments(shop.deps);
  expect(await refundsOf(intent.id)).toMatchObject([{ amount: 2_000_000 }]);
  expect(await readBooking(shop, admin.token, bookingId)).toMatchObject({
    paid: false,
    state: "refunded",
    amountRefunded: 20_000,
  });
});

test("a late refund is sent during an inquiry, which takes no money", async () => {
  const { buyer, bookingId, intent } = await payLate(bookByAnother, cards.inquiry);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    state: "refunded",
    isDisputed: true,
    amountRefunded: 0,
  });
  await settlePayments(shop.deps);
  expect(await refundsOf(intent.id)).toMatchObject([{ amount: 2_000_000, status: "succeeded" }]);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ amountRefunded: 20_000 });
});

test("a late refund waits during a dispute and is sent after the dispute is won", async () => {
  const { buyer, bookingId, intent } = await payLate(bookByAnother, cards.disputed);
  await settlePayments(shop.deps);
  expect(await refundsOf(intent.id)).toEqual([]);
  const { data } = await providerAccount(shop).disputes.list({ payment_intent: intent.id });
  await shop.simulator!.control.closeDispute(data[0]!.id, "won");
  await deliverAll(shop, intent.id);
  await settlePayments(shop.deps);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    isDisputed: false,
    amountRefunded: 20_000,
  });
});

test.each(["requires_action", "processing"] as const)(
  "refuses to delete buyer or seller while a payment is %s after its hold ended",
  async (status) => {
    const { buyer, seller, bookingId, intent } = await aCarBeingPaid(shop);
    await endHoldUnnoticed(shop, bookingId);
    const created = await eventOf(shop, intent.id, "payment_intent.created");
    const tell = (state: string) => {
      const data = { object: { ...created.data.object, status: state } };
      const event = {
        ...created,
        id: `evt_${state}_${intent.id}`,
        type: `payment_intent.${state}`,
      };
      return deliver(shop, [{ ...event, data } as Stripe.Event]);
    };
    expect(await tell(status)).toEqual([200]);
    const remove = async () => [
      (await shop.call("DELETE", `/api/buyer/${buyer.id}`, { token: admin.token })).body,
      (await shop.call("DELETE", `/api/seller/${seller.id}`, { token: admin.token })).body,
    ];
    const refused = {
      deletedCount: 0,
      message: expect.stringMatching(/payment.*is still being processed/i),
    };
    expect(await remove()).toMatchObject([refused, refused]);
    expect(await tell("canceled")).toEqual([200]);
    expect(await remove()).toEqual([{ deletedCount: 1 }, { deletedCount: 1 }]);
  },
);

test("a success after expiry that is reported three times at once is refunded once", async () => {
  const begun = await payLate(bookByAnother);
  await Promise.all([1, 2, 3].map(() => deliverAll(shop, begun.intent.id)));
  await Promise.all([1, 2, 3].map(() => settlePayments(shop.deps)));
  await settlePayments(shop.deps);
  expect(await refundsOf(begun.intent.id)).toMatchObject([{ amount: 2_000_000 }]);
});

test("of two simultaneous successes after expiry, one gets the car and the other is refunded", async () => {
  const first = await aCarBeingPaid(shop);
  await endHoldUnnoticed(shop, first.bookingId);
  const { next, bookingId } = await bookByAnother(first);
  const second = await openIntent(shop, next.token, bookingId);
  await endHoldUnnoticed(shop, bookingId);
  await payWithCard(shop, first.intent);
  await payWithCard(shop, second);
  await Promise.all([deliverAll(shop, first.intent.id), deliverAll(shop, second.id)]);
  await settlePayments(shop.deps);
  const states = [
    await readBooking(shop, first.buyer.token, first.bookingId),
    await readBooking(shop, next.token, bookingId),
  ].map((booking) => booking.state as string);
  expect(states.sort()).toEqual(["paid", "refunded"]);
  const given = [...(await refundsOf(first.intent.id)), ...(await refundsOf(second.id))];
  expect(given).toMatchObject([{ amount: 2_000_000 }]);
});

test("a failed refund of a success after expiry is shown to admins, who can refund it again", async () => {
  const { bookingId, intent } = await payLate(bookByAnother, cards.refundFails);
  await settlePayments(shop.deps);
  const [given] = await refundsOf(intent.id);
  await shop.simulator!.control.finishRefund(given!.id, "failed");
  await deliverAll(shop, intent.id);
  expect(await readMoney(shop, admin.token, bookingId)).toMatchObject({
    captured: 20_000,
    refundable: 20_000,
    refunds: [{ status: "failed" }],
  });
  expect(await readBooking(shop, admin.token, bookingId)).toMatchObject({
    paid: false,
    amountRefunded: 0,
    allowedActions: ["refund"],
  });
  expect((await refund(shop, admin.token, bookingId)).body).toMatchObject({ acknowledged: true });
  expect(await readBooking(shop, admin.token, bookingId)).toMatchObject({
    state: "refunded",
    amountRefunded: 20_000,
    allowedActions: [],
  });
});
