import { afterAll, beforeAll, expect, test } from "vitest";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { findShownCar } from "./find-shown-car.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test("finds cars for sale, and sold ones for 30 days", async () => {
  const { deps } = shop;
  const seller = await anAccount(deps, { role: "Seller" });
  const buyer = await anAccount(deps);
  const given = { sellerId: seller.id };
  const available = await aListing(deps, {
    ...given,
    description: "One owner.",
    details: { doors: 5, options: ["Sat nav"] },
  });
  const sold = await aListing(deps, given);
  const withdrawn = await aListing(deps, { ...given, withdrawnAt: new Date() });
  const undone = await aListing(deps, { ...given, saleReversedAt: new Date() });
  await aBooking(deps, { listingId: sold.id, buyerId: buyer.id, state: "paid" });
  const now = new Date();
  const find = (id: string, at = now) => findShownCar(deps.catalogue, id, at);
  expect(find(available.id.toUpperCase())).toMatchObject({ _id: available.id });
  expect(find(available.id)).not.toHaveProperty("description");
  expect(find(available.id)?.details).toMatchObject({ doors: 5, seats: null });
  expect(find(available.id)?.details).not.toHaveProperty("options");
  expect(find(sold.id)).toMatchObject({ _id: sold.id, status: "sold" });
  expect(find(sold.id, new Date(now.getTime() + 31 * 86_400_000))).toBeNull();
  for (const id of [withdrawn.id, undone.id, "no-id"]) expect(find(id)).toBeNull();
});
