import { afterAll, beforeAll, expect, test } from "vitest";
import { ConfigError } from "#server/platform/config/config.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { refuseLeftOutMakes } from "./refuse-left-out-makes.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test("a start without the make of a listed car is refused with what to do, until the car is sold or gone", async () => {
  const { db } = shop.deps;
  const seller = await anAccount(shop.deps, { role: "Seller" });
  await aListing(shop.deps, { sellerId: seller.id });
  await refuseLeftOutMakes(db);
  const porsche = { sellerId: seller.id, make: "Porsche", categoryId: 4 } as const;
  await aListing(shop.deps, porsche);
  await aListing(shop.deps, { ...porsche, withdrawnAt: new Date() });
  const sold = await aListing(shop.deps, porsche);
  const { id: buyerId } = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: sold.id, buyerId, state: "paid" });
  const refunded = await aListing(shop.deps, { ...porsche, saleReversedAt: new Date() });
  await aBooking(shop.deps, { listingId: refunded.id, buyerId, state: "refunded" });
  const refused = refuseLeftOutMakes(db);
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow(
    "MAKES leaves out makes of which cars are listed: 1 of Porsche. Add Porsche to MAKES, or take these cars off sale before you leave them out.",
  );
});
