import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { startJobs } from "#server/start/start-jobs.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
  await startJobs(shop.deps);
});
afterEach(() => void vi.useRealTimers());
afterAll(() => shop.close());

test.each([
  ["ahead", 3_600_000],
  ["back", -3_600_000],
])("jobs go on when the clock jumps an hour %s", { timeout: 240_000 }, async (_name, jump) => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const buyer = await anAccount(shop.deps);
  const car = await aListing(shop.deps, { sellerId: seller.id });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + jump });
  const { id } = await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id });
  await shop.deps.pool.query("update booking set expires_at = now() where id = $1", [id]);
  // The job that ends holds runs every minute.
  await vi.waitFor(
    async () => {
      const { rows } = await shop.deps.pool.query("select state from booking where id = $1", [id]);
      expect(rows).toEqual([{ state: "expired" }]);
    },
    { timeout: 200_000, interval: 1_000 },
  );
});
