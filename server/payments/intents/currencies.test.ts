import { afterAll, describe, expect, test } from "vitest";
import { toMajor } from "#shared/money/money.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { deliverAll, intentsOf, readMoney, refund } from "#testing/payments/payment-scenes.ts";
import { askIntent, openIntent, payWithCard, readBooking } from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";
import { settlePayments } from "../settle-payments.ts";

type Shop = Awaited<ReturnType<typeof createTestApp>>;
const shops: Shop[] = [];
afterAll(async () => {
  for (const shop of shops) await shop.close();
});

async function aShop(env: Record<string, string>): Promise<Shop> {
  const shop = await createTestApp(env);
  shops.push(shop);
  return shop;
}

/** A held car, priced in minor units of the shop's currency. */
async function aHold(shop: Shop, priceMinor: number) {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const buyer = await anAccount(shop.deps, { role: "Buyer" });
  const car = await aListing(shop.deps, { sellerId: seller.id, resalePriceMinor: priceMinor });
  const price = toMajor(priceMinor, shop.deps.config.CURRENCY);
  const { body } = await shop.call("POST", "/api/bookings", {
    token: buyer.token,
    body: { productId: car.id, item: car.name, price },
  });
  expect(body).toMatchObject({ acknowledged: true });
  return { seller, buyer, price, bookingId: body.insertedId as string };
}

async function payFor(shop: Shop, { buyer, price, bookingId }: Awaited<ReturnType<typeof aHold>>) {
  const intent = await openIntent(shop, buyer.token, bookingId, price);
  await payWithCard(shop, intent);
  await deliverAll(shop, intent.id);
  return intent;
}

describe("currencies with zero or three decimals, from price to refund", () => {
  test.each([
    { currency: "JPY", minor: 3_456_789, major: 3_456_789, part: 56_789, left: 3_400_000 },
    { currency: "KRW", minor: 45_000_001, major: 45_000_001, part: 1, left: 45_000_000 },
    { currency: "KWD", minor: 12_345_670, major: 12_345.67, part: 345.67, left: 12_000 },
    { currency: "EUR", minor: 2_000_099, major: 20_000.99, part: 0.99, left: 20_000 },
  ])("$currency", async ({ currency, minor, major, part, left }) => {
    const shop = await aShop({ CURRENCY: currency });
    const admin = await anAccount(shop.deps, { role: "admin" });
    const hold = await aHold(shop, minor);
    expect(await askIntent(shop, hold.buyer.token, hold.bookingId, major)).toMatchObject({
      status: 200,
      body: { amount: major, currency },
    });
    await payFor(shop, hold);
    expect((await intentsOf(shop, hold.bookingId))[0]).toMatchObject({
      amount: minor,
      amount_received: minor,
      currency: currency.toLowerCase(),
    });
    expect(await readBooking(shop, hold.buyer.token, hold.bookingId)).toMatchObject({
      paid: true,
      price: major,
      amountDueNow: major,
      amountDueAtHandover: 0,
      currency,
    });
    expect((await refund(shop, admin.token, hold.bookingId, { amount: part })).body).toMatchObject({
      acknowledged: true,
    });
    expect(await readMoney(shop, admin.token, hold.bookingId)).toMatchObject({
      captured: major,
      refundable: left,
      refunds: [{ amount: part, status: "succeeded" }],
    });
    const tooFine = await refund(shop, admin.token, hold.bookingId, { amount: 0.0001 });
    expect(tooFine).toMatchObject({
      status: 400,
      body: { error: { fields: { amount: expect.any(String) } } },
    });
  });

  test("refuses an amount with a third decimal that card networks do not accept, and explains it", async () => {
    const shop = await aShop({ CURRENCY: "KWD" });
    const hold = await aHold(shop, 12_345_678);
    expect(await askIntent(shop, hold.buyer.token, hold.bookingId, hold.price)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/multiple of KWD.0\.010/) },
    });
    expect(await intentsOf(shop, hold.bookingId)).toEqual([]);
  });

  test("the provider's maximum applies in the minor unit of the currency", async () => {
    const shop = await aShop({ CURRENCY: "JPY" });
    const hold = await aHold(shop, 100_000_000);
    expect(await askIntent(shop, hold.buyer.token, hold.bookingId, hold.price)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("The largest card payment is ¥99,999,999") },
    });
  });
});

describe("deposit", () => {
  test("charges ten percent now, and the rest is due at handover", async () => {
    const shop = await aShop({ PAYMENT_CHARGE: "deposit:10" });
    const admin = await anAccount(shop.deps, { role: "admin" });
    const hold = await aHold(shop, 2_000_005);
    const dues = { price: 20_000.05, amountDueNow: 2_000.01, amountDueAtHandover: 18_000.04 };
    expect(await readBooking(shop, hold.buyer.token, hold.bookingId)).toMatchObject(dues);
    expect(await askIntent(shop, hold.buyer.token, hold.bookingId, 2_000.01)).toMatchObject({
      status: 409,
      body: { message: "The price has changed" },
    });
    expect(await askIntent(shop, hold.buyer.token, hold.bookingId, hold.price)).toMatchObject({
      status: 200,
      body: { amount: 2_000.01 },
    });
    await payFor(shop, hold);
    expect(await readBooking(shop, hold.buyer.token, hold.bookingId)).toMatchObject({
      ...dues,
      paid: true,
    });
    expect((await refund(shop, admin.token, hold.bookingId, { amount: 2_000.02 })).body).toEqual({
      acknowledged: false,
      message: "You can refund at most $2,000.01.",
    });
    expect((await refund(shop, admin.token, hold.bookingId)).body.acknowledged).toBe(true);
    await settlePayments(shop.deps);
    expect(await readBooking(shop, hold.buyer.token, hold.bookingId)).toMatchObject({
      state: "refunded",
      amountRefunded: 2_000.01,
    });
  });

  test("a car above the provider's maximum can be booked if its deposit is below it", async () => {
    const shop = await aShop({ PAYMENT_CHARGE: "deposit:12.5" });
    const hold = await aHold(shop, 200_000_000);
    expect(await askIntent(shop, hold.buyer.token, hold.bookingId, hold.price)).toMatchObject({
      status: 200,
      body: { amount: 250_000 },
    });
  });

  test("is rounded up to a chargeable amount in a currency with three decimals", async () => {
    const shop = await aShop({ PAYMENT_CHARGE: "deposit:10", CURRENCY: "KWD" });
    const hold = await aHold(shop, 12_345_678);
    expect(await askIntent(shop, hold.buyer.token, hold.bookingId, hold.price)).toMatchObject({
      status: 200,
      body: { amount: 1_234.57 },
    });
    await payFor(shop, hold);
    expect(await readBooking(shop, hold.buyer.token, hold.bookingId)).toMatchObject({
      paid: true,
      amountDueAtHandover: 11_111.108,
    });
  });
});
