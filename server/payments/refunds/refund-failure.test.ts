import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cards } from "#testing/payments/card-calls.ts";
import { anAccount } from "#testing/builders.ts";
import {
  aPaidCar,
  deliverAll,
  eventOf,
  providerAccount,
  readMoney,
  refund,
  bookingsWithIssue,
} from "#testing/payments/payment-scenes.ts";
import { book, deliver, openIntent, payWithCard, readBooking } from "#testing/payments/payments.ts";
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
const relist = async (bookingId: string) =>
  (await shop.call("POST", `/api/bookings/${bookingId}/relist`, { token: admin.token })).body;

/** The emails about refunds to the buyer, oldest first. */
const refundEmails = async ({ buyer }: Paid) =>
  (await emailsTo(shop.deps, buyer.email)).filter(({ kind }) => kind.startsWith("refund"));

async function inMyOrders({ buyer, bookingId }: Paid) {
  const { body } = await shop.call("GET", `/api/bookings?email=${buyer.email}`, {
    token: buyer.token,
  });
  return (body as { _id: string }[]).find(({ _id }) => _id === bookingId);
}

/** A refund that was reported as succeeded and fails at the bank later. */
async function failRefund({ intent }: Paid): Promise<void> {
  const { data } = await providerAccount(shop).refunds.list({ payment_intent: intent.id });
  await shop.simulator!.control.finishRefund(data[0]!.id, "failed");
  await deliverAll(shop, intent.id);
}

async function bookByAnother({ car }: Paid) {
  const next = await anAccount(shop.deps, { role: "Buyer" });
  return { next, bookingId: await book(shop, next, car) };
}

describe("refunds succeeded, then failed", () => {
  test("the booking is paid again, and the car is not sold twice", async () => {
    const paid = await aPaidCar(shop, cards.refundFails);
    await refund(shop, admin.token, paid.bookingId);
    expect(await seenByAdmin(paid.bookingId)).toMatchObject({ state: "refunded", paid: false });
    await failRefund(paid);
    expect(await readBooking(shop, paid.buyer.token, paid.bookingId)).toMatchObject({
      state: "paid",
      paid: true,
      amountRefunded: 0,
      notice: expect.stringMatching(/^Your refund of \$20,000 failed/),
      hasFailedRefund: true,
    });
    const listed = () => bookingsWithIssue(shop, admin.token, "refund_failed");
    expect(await listed()).toEqual({ ids: [paid.bookingId], counted: 1 });
    await expect(bookByAnother(paid)).rejects.toThrow("not booked");
    expect(await relist(paid.bookingId)).toMatchObject({ modifiedCount: 0 });
    expect(await readMoney(shop, admin.token, paid.bookingId)).toMatchObject({
      refundable: 20_000,
      refunds: [{ status: "failed", failureReason: "expired_or_canceled_card" }],
    });
    expect((await refund(shop, admin.token, paid.bookingId)).body.acknowledged).toBe(true);
    expect(await seenByAdmin(paid.bookingId)).toMatchObject({
      state: "refunded",
      hasFailedRefund: false,
    });
    expect(await listed()).toEqual({ ids: [], counted: 0 });
  });

  test("the buyer is told once by email, and in My Orders until another refund succeeds", async () => {
    const paid = await aPaidCar(shop, cards.refundFails);
    await refund(shop, admin.token, paid.bookingId, { amount: 1_000 });
    await failRefund(paid);
    const failed = await eventOf(shop, paid.intent.id, "refund.failed");
    await deliver(shop, [failed, { ...failed, id: "evt_failed_again" }]);
    await deliverAll(shop, paid.intent.id);
    await reconcilePayments(shop.deps, { staleSeconds: 0 });
    const [, email, ...others] = await refundEmails(paid);
    expect(others).toEqual([]);
    expect(email).toMatchObject({
      kind: "refund_failed.buyer",
      subject: `Your refund of $1,000 from Marque failed: ${paid.car.name}`,
    });
    expect(email!.text).toContain("did not reach your card");
    expect(email!.text).toContain("will refund you again or contact you");
    expect(email!.text).toContain("call us at +1 800 555 0142");
    expect(email!.text).toContain("/dashboard/myorders");
    expect(await inMyOrders(paid)).toMatchObject({
      hasFailedRefund: true,
      notice:
        "Your refund of $1,000 failed: the money did not reach your card. We are looking into it and will refund you again or contact you. Questions? Call us at +1 800 555 0142.",
    });
    await refund(shop, admin.token, paid.bookingId, { amount: 1_000 });
    expect((await refundEmails(paid)).map(({ kind }) => kind)).toEqual([
      "refund.buyer",
      "refund_failed.buyer",
      "refund.buyer",
    ]);
    expect(await inMyOrders(paid)).toMatchObject({
      hasFailedRefund: false,
      notice: "$1,000 was refunded: The car was sold twice elsewhere",
    });
  });

  test("a repeated refund that fails again sends a second email", async () => {
    const paid = await aPaidCar(shop, cards.refundFails);
    await refund(shop, admin.token, paid.bookingId, { amount: 1_000 });
    await failRefund(paid);
    await refund(shop, admin.token, paid.bookingId, { amount: 2_000 });
    await failRefund(paid);
    expect((await refundEmails(paid)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining("Your refund of $1,000 from Marque:"),
      expect.stringContaining("Your refund of $1,000 from Marque failed:"),
      expect.stringContaining("Your refund of $2,000 from Marque:"),
      expect.stringContaining("Your refund of $2,000 from Marque failed:"),
    ]);
    expect(await inMyOrders(paid)).toMatchObject({
      notice: expect.stringContaining("Your refund of $2,000 failed"),
    });
  });

  test("buyer and admins see the failure of the older of two refunds", async () => {
    const paid = await aPaidCar(shop, cards.refundFails);
    await refund(shop, admin.token, paid.bookingId, { amount: 1_000 });
    await refund(shop, admin.token, paid.bookingId, { amount: 3_000 });
    const { data } = await providerAccount(shop).refunds.list({ payment_intent: paid.intent.id });
    const older = data.find(({ amount }) => amount === 100_000)!;
    await shop.simulator!.control.finishRefund(older.id, "failed");
    await deliverAll(shop, paid.intent.id);
    expect(await inMyOrders(paid)).toMatchObject({
      hasFailedRefund: true,
      amountRefunded: 3_000,
      notice: expect.stringMatching(/^Your refund of \$1,000 failed.*\$3,000 was refunded:/),
    });
    expect(await seenByAdmin(paid.bookingId)).toMatchObject({ hasFailedRefund: true });
    expect((await bookingsWithIssue(shop, admin.token, "refund_failed")).ids).toContain(
      paid.bookingId,
    );
    expect((await refundEmails(paid)).at(-1)!.subject).toContain("$1,000 from Marque failed");
  });

  test("a failed partial refund leaves other refunds unchanged", async () => {
    const paid = await aPaidCar(shop, cards.refundFails);
    await refund(shop, admin.token, paid.bookingId, { amount: 1_000 });
    await refund(shop, admin.token, paid.bookingId, { amount: 19_000 });
    expect(await seenByAdmin(paid.bookingId)).toMatchObject({ state: "refunded" });
    await failRefund(paid);
    const { amountRefunded, state } = await seenByAdmin(paid.bookingId);
    expect(state).toBe("partly_refunded");
    expect([1_000, 19_000]).toContain(amountRefunded);
  });

  test("after the car was relisted and not booked, the booking is paid and the car off sale again", async () => {
    const paid = await aPaidCar(shop, cards.refundFails);
    await refund(shop, admin.token, paid.bookingId);
    expect(await relist(paid.bookingId)).toEqual({ modifiedCount: 1 });
    await failRefund(paid);
    expect(await seenByAdmin(paid.bookingId)).toMatchObject({ state: "paid" });
    await expect(bookByAnother(paid)).rejects.toThrow("not booked");
  });

  test("after the car was sold to another buyer, that buyer keeps it and the amount owed is shown", async () => {
    const paid = await aPaidCar(shop, cards.refundFails);
    await refund(shop, admin.token, paid.bookingId);
    await relist(paid.bookingId);
    const { next, bookingId } = await bookByAnother(paid);
    const intent = await openIntent(shop, next.token, bookingId);
    await payWithCard(shop, intent);
    await deliverAll(shop, intent.id);
    await failRefund(paid);
    expect(await readBooking(shop, next.token, bookingId)).toMatchObject({ paid: true });
    expect(await seenByAdmin(paid.bookingId)).toMatchObject({
      paid: false,
      state: "refunded",
      amountRefunded: 0,
      allowedActions: ["refund"],
    });
    const { log, refundable } = await readMoney(shop, admin.token, paid.bookingId);
    expect(refundable).toBe(20_000);
    expect(log.at(-1)).toMatchObject({ kind: "refund", why: expect.stringContaining("owed") });
    expect(await inMyOrders(paid)).toMatchObject({
      notice: expect.stringContaining("Your refund of $20,000 failed"),
    });
    expect((await refundEmails(paid)).at(-1)).toMatchObject({ kind: "refund_failed.buyer" });
  });

  test("while the next buyer books, the car has one buyer", async () => {
    for (let round = 0; round < 4; round += 1) {
      const paid = await aPaidCar(shop, cards.refundFails);
      await refund(shop, admin.token, paid.bookingId);
      await relist(paid.bookingId);
      const [booked] = await Promise.all([
        bookByAnother(paid).then(
          () => 1,
          () => 0,
        ),
        failRefund(paid),
      ]);
      const isPaidAgain = (await seenByAdmin(paid.bookingId)).paid as boolean;
      expect(booked + Number(isPaidAgain)).toBe(1);
    }
  }, 90_000);

  test("pending, then failed: the booking stays paid", async () => {
    const paid = await aPaidCar(shop, cards.refundPending);
    await refund(shop, admin.token, paid.bookingId);
    await failRefund(paid);
    expect(await seenByAdmin(paid.bookingId)).toMatchObject({ state: "paid", amountRefunded: 0 });
    expect((await refundEmails(paid)).map(({ kind }) => kind)).toEqual(["refund_failed.buyer"]);
  });

  test("reported out of order: an older success does not undo the failure", async () => {
    const paid = await aPaidCar(shop, cards.refundFails);
    await refund(shop, admin.token, paid.bookingId);
    const created = await eventOf(shop, paid.intent.id, "refund.created");
    await failRefund(paid);
    await deliver(shop, [{ ...created, id: "evt_told_late" }]);
    expect(await seenByAdmin(paid.bookingId)).toMatchObject({ state: "paid" });
    expect((await refundEmails(paid)).map(({ kind }) => kind)).toEqual([
      "refund.buyer",
      "refund_failed.buyer",
    ]);
  });
});
