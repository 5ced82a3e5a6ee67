import { afterAll, beforeAll, expect, test } from "vitest";
import {
  aHeldCar,
  deliver,
  eventsOf,
  openIntent,
  payWithCard,
  readBooking,
} from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test("a booking is paid once the provider reports the success of a good card", async () => {
  const { buyer, bookingId, car } = await aHeldCar(shop);
  const intent = await openIntent(shop, buyer.token, bookingId);
  expect((await openIntent(shop, buyer.token, bookingId)).id).toBe(intent.id);
  expect(await payWithCard(shop, intent)).toMatchObject({ status: "succeeded" });
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({ paid: false });
  expect(await deliver(shop, await eventsOf(shop, intent.id))).toEqual([200, 200, 200]);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: true,
    state: "paid",
    transactionId: intent.id,
    hasReceipt: true,
    allowedActions: ["review"],
  });
  expect(shop.deps.catalogue.find(car.id)).toBeNull();
});
