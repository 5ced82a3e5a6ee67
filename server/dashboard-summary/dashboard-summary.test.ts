import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentTable, refundTable } from "#server/payments/payment-table.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

type User = Awaited<ReturnType<typeof anAccount>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: User;
let seller: User;
let buyer: User;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  buyer = await anAccount(shop.deps);
});
afterAll(() => shop.close());

const summaryOf = async ({ token }: User) =>
  (await shop.call("GET", "/api/dashboard-summary", { token })).body as Record<string, unknown>;
const aCar = (given: Partial<Parameters<typeof aListing>[1]> = {}) =>
  aListing(shop.deps, { sellerId: seller.id, ...given });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test("counts only a seller's own cars that are still in the shop", async () => {
  const other = await anAccount(shop.deps, { role: "Seller" });
  await aListing(shop.deps, { sellerId: other.id });
  await aCar({ withdrawnAt: new Date() });
  await aCar({ removedAt: new Date() });
  await aCar({ image: "/images/a/1200.jpg", isAdvertised: true });
  await aCar();
  await aCar({ saleReversedAt: new Date() });
  const booked = async (given: Partial<Parameters<typeof aBooking>[1]>) =>
    aBooking(shop.deps, { listingId: (await aCar()).id, buyerId: buyer.id, ...given });
  await booked({});
  await booked({ state: "releasing" });
  await booked({ expiresAt: daysAgo(1) });
  await booked({ state: "paid" });
  await booked({ state: "partly_refunded" });
  await booked({ state: "paid", createdAt: daysAgo(31) });
  expect(await summaryOf(seller)).toEqual({
    role: "Seller",
    isVerified: true,
    cars: 9,
    unverifiedLimits: null,
    // For sale: two without a booking, and the one whose hold has expired.
    withoutPicture: 2,
    notAdvertised: 2,
    reserved: 2,
    paidLately: 2,
  });
});

test("shows a buyer only their own active holds, the first to expire at the top", async () => {
  const own = await anAccount(shop.deps);
  const book = async (given: Partial<Parameters<typeof aBooking>[1]> = {}) =>
    aBooking(shop.deps, { listingId: (await aCar()).id, buyerId: own.id, ...given });
  const later = await book({ expiresAt: daysAgo(-2) });
  const sooner = await book({ expiresAt: daysAgo(-1) });
  await book({ expiresAt: daysAgo(1) });
  await book({ state: "cancelled" });
  await book({ buyerId: (await anAccount(shop.deps)).id });
  expect(await summaryOf(own)).toEqual({
    role: "Buyer",
    orders: 4,
    receipts: 0,
    holds: [sooner, later].map(({ id, item, image, priceMinor, currency, expiresAt }) => ({
      _id: id,
      item,
      image,
      price: priceMinor / 100,
      currency,
      expiresAt: expiresAt?.toISOString(),
    })),
  });
});

test("shows an admin open reports, sellers to verify and quarantined payments", async () => {
  await anAccount(shop.deps, { role: "Seller", suspendedAt: new Date() });
  const before = await summaryOf(admin);
  await anAccount(shop.deps, { role: "Seller" });
  await anAccount(shop.deps, { role: "Seller", isVerified: true });
  await anAccount(shop.deps, { role: "Seller", suspendedAt: new Date() });
  const open = await aCar();
  const settled = await aCar();
  for (const { id } of [open, settled])
    for (const { token } of [buyer, await anAccount(shop.deps)])
      await shop.call("PUT", `/api/reportedProducts/${id}`, { token, body: { reason: "fake" } });
  await shop.call("POST", `/api/reportedProducts/${settled.id}/dismiss`, { token: admin.token });
  const quarantined = async (refunds: ("failed" | "succeeded")[]) => {
    const id = randomUUID();
    const payment = { id, intentId: `pi_${id}`, amountMinor: 100, currency: "USD" };
    await shop.deps.db.insert(paymentTable).values({ ...payment, quarantineReason: "unknown" });
    for (const [at, status] of refunds.entries())
      await shop.deps.db.insert(refundTable).values({
        id: randomUUID(),
        paymentId: id,
        amountMinor: 100,
        cause: "admin",
        why: "",
        status,
        createdAt: sql`now() + make_interval(secs => ${at})`,
      });
  };
  await quarantined([]);
  await quarantined(["failed"]);
  await quarantined(["failed", "succeeded"]);
  expect(await summaryOf(admin)).toEqual({
    ...before,
    role: "admin",
    reportedCars: 1,
    quarantinedPayments: 2,
    sellersToVerify: (before.sellersToVerify as number) + 1,
    sellers: (before.sellers as number) + 3,
    buyers: (before.buyers as number) + 2,
    users: (before.users as number) + 5,
  });
});
