import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { cards } from "#testing/payments/card-calls.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import {
  aCarBeingPaid,
  aPaidCar,
  deliverAll,
  providerAccount,
  readMoney,
  refund,
  rowsOf,
} from "#testing/payments/payment-scenes.ts";
import { book, deliver, eventsOf, readBooking } from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";
import { reconcilePayments } from "../reconcile-payments.ts";
import { settlePayments } from "../settle-payments.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterEach(() => shop.simulator!.control.clearFaults());
afterAll(() => shop.close());

const givenBack = async (intentId: string) =>
  (await providerAccount(shop).refunds.list({ payment_intent: intentId })).data;
const refundNow = (bookingId: string, body: object = {}) =>
  refund(shop, admin.token, bookingId, body);
const relist = async (bookingId: string) =>
  (await shop.call("POST", `/api/bookings/${bookingId}/relist`, { token: admin.token })).body;
const seenByAdmin = (bookingId: string) => readBooking(shop, admin.token, bookingId);

test("after a full refund the buyer is told, and the car stays off sale until an admin relists it", async () => {
  const { buyer, car, bookingId, intent } = await aPaidCar(shop);
  expect((await refundNow(bookingId)).body).toMatchObject({ acknowledged: true });
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: false,
    state: "refunded",
    amountRefunded: 20_000,
    notice: "The car was sold twice elsewhere",
  });
  expect(await givenBack(intent.id)).toMatchObject([{ amount: 2_000_000 }]);
  expect(
    await rowsOf(shop, sql`select kind from email where to_address = ${buyer.email} order by kind`),
  ).toEqual([{ kind: "booking.buyer" }, { kind: "receipt.buyer" }, { kind: "refund.buyer" }]);
  const next = await anAccount(shop.deps, { role: "Buyer" });
  await expect(book(shop, next, car)).rejects.toThrow("no longer for sale");
  expect(shop.deps.catalogue.find(car.id)?.status).not.toBe("available");
  expect(await seenByAdmin(bookingId)).toMatchObject({ allowedActions: ["relist"] });
  expect(await relist(bookingId)).toEqual({ modifiedCount: 1 });
  expect(await relist(bookingId)).toMatchObject({ modifiedCount: 0, message: expect.any(String) });
  expect(await book(shop, next, car)).toEqual(expect.any(String));
});

test("a car whose VIN another listing has on sale by now is not relisted", async () => {
  const vin = "WBA8B9G50HNU66601";
  const { car, bookingId } = await aPaidCar(shop);
  await shop.deps.db.execute(sql`update listing set vin = ${vin} where id = ${car.id}`);
  await refundNow(bookingId);
  const other = await aListing(shop.deps, { sellerId: car.sellerId, vin });
  expect(await relist(bookingId)).toEqual({
    modifiedCount: 0,
    message: "Another car with this VIN is for sale by now.",
  });
  await shop.deps.db.execute(sql`update listing set withdrawn_at = now() where id = ${other.id}`);
  expect(await relist(bookingId)).toEqual({ modifiedCount: 1 });
});

describe("refunds twice", () => {
  test("a double click with the same request ID makes one refund", async () => {
    const { bookingId, intent } = await aPaidCar(shop);
    const body = { amount: 500, requestId: randomUUID() };
    const answers = await Promise.all([1, 2, 3].map(() => refundNow(bookingId, body)));
    expect(answers.map((answer) => answer.body)).toEqual(
      answers.map(() => ({ acknowledged: true, insertedId: body.requestId })),
    );
    expect((await refundNow(bookingId, body)).body).toMatchObject({ acknowledged: true });
    await settlePayments(shop.deps);
    expect(await givenBack(intent.id)).toMatchObject([{ amount: 50_000 }]);
    expect(await seenByAdmin(bookingId)).toMatchObject({ paid: true, amountRefunded: 500 });
  });

  test("of two parallel full refunds, one is made and the other refused", async () => {
    const { bookingId, intent } = await aPaidCar(shop);
    const answers = await Promise.all([refundNow(bookingId), refundNow(bookingId)]);
    expect(answers.filter((answer) => answer.body.acknowledged)).toHaveLength(1);
    expect(answers.find((answer) => !answer.body.acknowledged)!.body.message).toMatch(
      /already refunded in full/,
    );
    expect(await givenBack(intent.id)).toMatchObject([{ amount: 2_000_000 }]);
  });

  test("refuses a request ID that was used for another booking", async () => {
    const one = await aPaidCar(shop);
    const other = await aPaidCar(shop);
    const body = { amount: 500, requestId: randomUUID() };
    await refundNow(one.bookingId, body);
    expect((await refundNow(other.bookingId, body)).body).toMatchObject({ acknowledged: false });
    expect(await givenBack(other.intent.id)).toEqual([]);
  });
});

test("a refund above the rest is refused with the amount left, and never exceeds the captured amount", async () => {
  const { buyer, bookingId, intent } = await aPaidCar(shop);
  expect((await refundNow(bookingId, { amount: 15_000 })).body.acknowledged).toBe(true);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: true,
    state: "partly_refunded",
    amountRefunded: 15_000,
    notice: "$15,000 was refunded: The car was sold twice elsewhere",
  });
  expect((await refundNow(bookingId, { amount: 5_000.01 })).body).toEqual({
    acknowledged: false,
    message: "You can refund at most $5,000.",
  });
  const rush = await Promise.all(
    Array.from({ length: 8 }, () => refundNow(bookingId, { amount: 1_000 })),
  );
  expect(rush.filter((answer) => answer.body.acknowledged)).toHaveLength(5);
  await settlePayments(shop.deps);
  const total = (await givenBack(intent.id)).reduce((sum, { amount }) => sum + amount, 0);
  expect(total).toBe(2_000_000);
  expect(await seenByAdmin(bookingId)).toMatchObject({ state: "refunded", paid: false });
});

test("refuses refunds with an invalid amount and refunds of unpaid bookings", async () => {
  const { bookingId } = await aPaidCar(shop);
  for (const amount of [0, -1, 10.005, "10"])
    expect(await refundNow(bookingId, { amount })).toMatchObject({
      status: 400,
      body: { error: { fields: { amount: expect.any(String) } } },
    });
  expect((await refundNow(bookingId, { reason: "" })).status).toBe(400);
  const unpaid = await aCarBeingPaid(shop);
  expect((await refundNow(unpaid.bookingId)).body).toMatchObject({ acknowledged: false });
  expect((await refundNow(randomUUID())).status).toBe(404);
});

describe("refunds pending", () => {
  test("the car can be relisted only after the refund succeeded", async () => {
    const { buyer, bookingId, intent } = await aPaidCar(shop, cards.refundPending);
    expect((await refundNow(bookingId)).body.acknowledged).toBe(true);
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
      paid: true,
      amountRefunded: 0,
      notice: expect.stringContaining("on its way"),
    });
    expect((await refundNow(bookingId)).body.acknowledged).toBe(false);
    expect(await relist(bookingId)).toMatchObject({ modifiedCount: 0 });
    const [given] = await givenBack(intent.id);
    await shop.simulator!.control.finishRefund(given!.id, "succeeded");
    await deliverAll(shop, intent.id);
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
      paid: false,
      state: "refunded",
      amountRefunded: 20_000,
    });
    expect(await relist(bookingId)).toEqual({ modifiedCount: 1 });
  });

  test("the reconciler finds the success when no event reported it", async () => {
    const { bookingId, intent } = await aPaidCar(shop, cards.refundPending);
    await refundNow(bookingId);
    const [given] = await givenBack(intent.id);
    await shop.simulator!.control.finishRefund(given!.id, "succeeded");
    await reconcilePayments(shop.deps, { staleSeconds: 0 });
    expect(await seenByAdmin(bookingId)).toMatchObject({ state: "refunded" });
  });
});

test("a refund made in the provider's dashboard counts like any other", async () => {
  const { bookingId, intent } = await aPaidCar(shop);
  await providerAccount(shop).refunds.create({ payment_intent: intent.id, amount: 300_000 });
  await deliverAll(shop, intent.id);
  expect(await seenByAdmin(bookingId)).toMatchObject({
    state: "partly_refunded",
    amountRefunded: 3_000,
  });
  expect(await readMoney(shop, admin.token, bookingId)).toMatchObject({ refundable: 17_000 });
  await providerAccount(shop).refunds.create({ payment_intent: intent.id });
  await deliverAll(shop, intent.id);
  expect(await seenByAdmin(bookingId)).toMatchObject({ state: "refunded" });
});

describe("provider 500 while refunding", () => {
  test.each(["before", "after", "stored"] as const)("(%s): refunds once", async (kind) => {
    const { bookingId, intent } = await aPaidCar(shop);
    shop.simulator!.control.fail({ kind, method: "POST", path: "/v1/refunds", times: 2 });
    expect((await refundNow(bookingId, { amount: 700 })).body.acknowledged).toBe(true);
    for (let round = 0; round < 3; round += 1) await settlePayments(shop.deps);
    expect(await givenBack(intent.id)).toMatchObject([{ amount: 70_000 }]);
    expect(await seenByAdmin(bookingId)).toMatchObject({ amountRefunded: 700 });
  });
});

test("the buyer is told about a refund once the provider has accepted it", async () => {
  const { buyer, bookingId } = await aPaidCar(shop);
  const down = { kind: "before", method: "POST", path: "/v1/refunds", times: 50 } as const;
  shop.simulator!.control.fail(down);
  expect((await refundNow(bookingId, { amount: 700 })).body.acknowledged).toBe(true);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ notice: null });
  shop.simulator!.control.clearFaults();
  await settlePayments(shop.deps);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    notice: "$700 was refunded: The car was sold twice elsewhere",
  });
});

test("events about a refund may arrive before the response to our call, and out of order", async () => {
  const { bookingId, intent } = await aPaidCar(shop, cards.refundFails);
  await refundNow(bookingId, { amount: 100 });
  const [given] = await givenBack(intent.id);
  await shop.simulator!.control.finishRefund(given!.id, "failed");
  await deliver(shop, (await eventsOf(shop, intent.id)).reverse());
  expect(await readMoney(shop, admin.token, bookingId)).toMatchObject({
    refundable: 20_000,
    refunds: [{ status: "failed" }],
  });
});
