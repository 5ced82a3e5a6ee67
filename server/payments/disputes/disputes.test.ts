import type Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cards } from "#testing/payments/card-calls.ts";
import { anAccount } from "#testing/builders.ts";
import {
  aCarBeingPaid,
  aPaidCar,
  deliverAll,
  eventOf,
  providerAccount,
  readMoney,
  refund,
  bookingsWithIssue,
} from "#testing/payments/payment-scenes.ts";
import { deliver, eventsOf, payWithCard, readBooking } from "#testing/payments/payments.ts";
import { emailsTo } from "#testing/email/emails.ts";
import { createTestApp } from "#testing/test-app.ts";
import { reconcilePayments } from "../reconcile-payments.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

type Paid = Awaited<ReturnType<typeof aPaidCar>>;

const seenByAdmin = (bookingId: string) => readBooking(shop, admin.token, bookingId);
const seenByBuyer = ({ buyer, bookingId }: Paid) => readBooking(shop, buyer.token, bookingId);
const relist = async (bookingId: string) =>
  (await shop.call("POST", `/api/bookings/${bookingId}/relist`, { token: admin.token })).body;

/** Pays with a card that is disputed later. No event about the dispute is delivered yet. */
async function dispute({ intent }: Pick<Paid, "intent">): Promise<Stripe.Dispute> {
  const { latest_charge: charge } = await providerAccount(shop).paymentIntents.retrieve(intent.id);
  return shop.simulator!.control.openDispute(String(charge));
}

/**
 * An event about a dispute of a payment that is already refunded. Banks allow that for months; the simulator does not, so
 * it is made from the event of another dispute.
 */
async function tellDispute(
  { intent }: Paid,
  status: "needs_response" | "won" | "lost",
): Promise<void> {
  const other = await aPaidCar(shop);
  await dispute(other);
  const event = await eventOf(shop, other.intent.id, "charge.dispute.created");
  const id = `du_of_${intent.id}`;
  const object = { ...event.data.object, id, payment_intent: intent.id, status };
  const message = { ...event, id: `evt_${status}_${intent.id}`, data: { object } };
  expect(await deliver(shop, [message as Stripe.Event])).toEqual([200]);
}

describe("while disputed", () => {
  test("refuses a refund; the booking stays paid and is flagged", async () => {
    const paid = await aPaidCar(shop);
    await dispute(paid);
    await deliverAll(shop, paid.intent.id);
    expect(await readBooking(shop, paid.buyer.token, paid.bookingId)).toMatchObject({
      paid: true,
      state: "paid",
      isDisputed: true,
    });
    expect(await seenByAdmin(paid.bookingId)).toMatchObject({ allowedActions: [] });
    expect((await refund(shop, admin.token, paid.bookingId)).body).toEqual({
      acknowledged: false,
      message: expect.stringContaining("bank is disputing"),
    });
    expect(await readMoney(shop, admin.token, paid.bookingId)).toMatchObject({
      refundable: 0,
      refunds: [],
      dispute: { isOpen: true, reason: "fraudulent" },
    });
  });

  test("the welcome page counts the same bookings as its link lists, without quarantined payments and closed disputes", async () => {
    const paid = await aPaidCar(shop);
    const over = await aPaidCar(shop);
    const held = await aCarBeingPaid(shop);
    await providerAccount(shop).paymentIntents.update(held.intent.id, { amount: 100 });
    await payWithCard(shop, held.intent);
    await deliverAll(shop, held.intent.id);
    const disputes = [];
    for (const one of [paid, over, held]) {
      disputes.push(await dispute(one));
      await deliverAll(shop, one.intent.id);
    }
    const before = await bookingsWithIssue(shop, admin.token, "disputed");
    expect(before.ids).toEqual(expect.arrayContaining([paid.bookingId, over.bookingId]));
    expect(before.ids).not.toContain(held.bookingId);
    expect(before.counted).toBe(before.ids.length);
    await shop.simulator!.control.closeDispute(disputes[1]!.id, "won");
    await deliverAll(shop, over.intent.id);
    const after = await bookingsWithIssue(shop, admin.token, "disputed");
    expect(after.ids).toEqual(before.ids.filter((id) => id !== over.bookingId));
    expect(after.counted).toBe(before.counted - 1);
    expect(await bookingsWithIssue(shop, admin.token, "refund_failed")).toEqual({
      ids: [],
      counted: 0,
    });
  });

  test("refuses to relist the car", async () => {
    const paid = await aPaidCar(shop);
    await refund(shop, admin.token, paid.bookingId);
    expect(await seenByAdmin(paid.bookingId)).toMatchObject({ allowedActions: ["relist"] });
    await tellDispute(paid, "needs_response");
    expect(await relist(paid.bookingId)).toEqual({
      modifiedCount: 0,
      message: expect.stringContaining("bank is disputing"),
    });
    await tellDispute(paid, "won");
    expect(await relist(paid.bookingId)).toEqual({ modifiedCount: 1 });
  });

  test("a refund during a dispute that was not reported yet is refused by the provider, and the booking stays paid", async () => {
    const paid = await aPaidCar(shop);
    await dispute(paid);
    expect((await refund(shop, admin.token, paid.bookingId)).body).toEqual({
      acknowledged: false,
      message: expect.stringContaining("charge_disputed"),
    });
    await deliverAll(shop, paid.intent.id);
    expect(await seenByAdmin(paid.bookingId)).toMatchObject({
      state: "paid",
      isDisputed: true,
      hasFailedRefund: true,
    });
    // The buyer was not told about this refund, so no correction is sent.
    expect(await seenByBuyer(paid)).toMatchObject({ hasFailedRefund: false, notice: null });
    const emails = await emailsTo(shop.deps, paid.buyer.email);
    expect(emails.filter(({ kind }) => kind.startsWith("refund"))).toEqual([]);
  });

  test("a failed refund is no longer announced to the buyer after the bank returned the money", async () => {
    const paid = await aPaidCar(shop, cards.refundFails);
    await refund(shop, admin.token, paid.bookingId);
    const { data } = await providerAccount(shop).refunds.list({ payment_intent: paid.intent.id });
    await shop.simulator!.control.finishRefund(data[0]!.id, "failed");
    await deliverAll(shop, paid.intent.id);
    expect(await seenByBuyer(paid)).toMatchObject({ hasFailedRefund: true });
    await tellDispute(paid, "lost");
    expect(await seenByBuyer(paid)).toMatchObject({ hasFailedRefund: false, notice: null });
  });

  test("refuses to delete the buyer or the seller", async () => {
    const paid = await aPaidCar(shop);
    await refund(shop, admin.token, paid.bookingId);
    await tellDispute(paid, "needs_response");
    const remove = async () => [
      (await shop.call("DELETE", `/api/buyer/${paid.buyer.id}`, { token: admin.token })).body,
      (await shop.call("DELETE", `/api/seller/${paid.seller.id}`, { token: admin.token })).body,
    ];
    expect(await remove()).toMatchObject([
      { deletedCount: 0, message: expect.stringContaining("disputed by a bank") },
      { deletedCount: 0, message: expect.stringContaining("disputed by a bank") },
    ]);
    await tellDispute(paid, "won");
    expect(await remove()).toEqual([{ deletedCount: 1 }, { deletedCount: 1 }]);
  });
});

test("a dispute closed as won leaves the booking unflagged and refundable", async () => {
  const paid = await aPaidCar(shop, cards.disputed);
  expect(await seenByAdmin(paid.bookingId)).toMatchObject({ isDisputed: true });
  const { data } = await providerAccount(shop).disputes.list({ payment_intent: paid.intent.id });
  await shop.simulator!.control.closeDispute(data[0]!.id, "won");
  await deliverAll(shop, paid.intent.id);
  expect(await seenByAdmin(paid.bookingId)).toMatchObject({
    state: "paid",
    isDisputed: false,
    allowedActions: ["refund"],
  });
  expect((await refund(shop, admin.token, paid.bookingId)).body.acknowledged).toBe(true);
});

test("a dispute closed as lost leaves nothing to refund", async () => {
  const paid = await aPaidCar(shop);
  const { id } = await dispute(paid);
  await shop.simulator!.control.closeDispute(id, "lost");
  await deliverAll(shop, paid.intent.id);
  expect(await seenByAdmin(paid.bookingId)).toMatchObject({ state: "paid", isDisputed: false });
  expect(await readMoney(shop, admin.token, paid.bookingId)).toMatchObject({
    refundable: 0,
    dispute: { status: "lost", isOpen: false },
  });
  expect((await refund(shop, admin.token, paid.bookingId)).body.acknowledged).toBe(false);
});

test.each(["won", "lost"] as const)(
  "a dispute reported as closed (%s) before it is reported as opened stays closed",
  async (outcome) => {
    const paid = await aPaidCar(shop);
    const { id } = await dispute(paid);
    await shop.simulator!.control.closeDispute(id, outcome);
    await deliver(shop, (await eventsOf(shop, paid.intent.id)).reverse());
    expect(await seenByAdmin(paid.bookingId)).toMatchObject({ isDisputed: false });
    expect(await readMoney(shop, admin.token, paid.bookingId)).toMatchObject({
      dispute: { status: outcome, isOpen: false },
    });
  },
);

test("the reconciler finds disputes that no event reported", async () => {
  const paid = await aPaidCar(shop);
  const { id } = await dispute(paid);
  await reconcilePayments(shop.deps);
  expect(await seenByAdmin(paid.bookingId)).toMatchObject({ isDisputed: true });
  await shop.simulator!.control.closeDispute(id, "won");
  await reconcilePayments(shop.deps);
  expect(await seenByAdmin(paid.bookingId)).toMatchObject({ isDisputed: false });
});
