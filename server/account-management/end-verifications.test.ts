import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCarPage } from "#server/pages/read-car-page.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { endVerifications } from "./end-verifications.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

const lastDay = "2090-06-30";
const lastMoment = new Date("2090-06-30T23:59:59.999Z");
const midnight = new Date("2090-07-01T00:00:00.000Z");

const verify = (id: string, body?: object) =>
  shop.call("PUT", `/api/seller/verify/${id}`, { token: admin.token, ...(body && { body }) });
async function aSellerWithCar() {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  return { ...seller, car: (await aListing(shop.deps, { sellerId: seller.id })).id };
}
const hasBadge = async (car: string) => {
  await shop.deps.catalogue.refresh();
  return shop.deps.catalogue.find(car)!.isSellerVerified;
};

test("a badge ends at the midnight after its last day, and the seller is told", async () => {
  const { id, email, car } = await aSellerWithCar();
  await verify(id, { checked: ["identity"], validUntil: lastDay });
  const page = await readCarPage(shop.deps, car, new Date());
  expect(page).toMatchObject({
    product: { sellerVerification: { validUntil: midnight.toISOString() } },
  });

  expect(await endVerifications(shop.deps, lastMoment)).toBe(0);
  expect(await hasBadge(car)).toBe(true);
  expect(await endVerifications(shop.deps, midnight)).toBe(1);
  expect(await hasBadge(car)).toBe(false);
  expect(await endVerifications(shop.deps, midnight)).toBe(0);

  const { rows } = await shop.deps.db.execute(
    sql`select subject from email where to_address = ${email} order by created_at desc limit 1`,
  );
  expect(rows).toEqual([{ subject: expect.stringContaining("has ended") }]);
  const audit = await shop.call("GET", `/api/audit?action=seller.unverify`, {
    token: admin.token,
  });
  expect(audit.body).toMatchObject([{ details: { reason: "The last day is over." } }]);
});

test("a badge that the previous release gives again is not ended by the end of the one before", async () => {
  const { id, car } = await aSellerWithCar();
  await verify(id, { validUntil: lastDay });
  await shop.deps.db.execute(
    sql`update account set verified_at = ${new Date("2090-08-01")} where id = ${id}`,
  );
  expect(await endVerifications(shop.deps, new Date("2090-08-02"))).toBe(0);
  expect(await hasBadge(car)).toBe(true);
});

test("Verify without a last day gives a badge that does not end", async () => {
  const { id, car } = await aSellerWithCar();
  expect((await verify(id)).body).toEqual({ modifiedCount: 1 });
  expect(await endVerifications(shop.deps, new Date("2099-12-31"))).toBe(0);
  expect(await hasBadge(car)).toBe(true);
});

test("a badge that ended can be given again, with or without a last day", async () => {
  const { id, car } = await aSellerWithCar();
  await verify(id, { validUntil: lastDay });
  await endVerifications(shop.deps, midnight);
  expect((await verify(id)).body).toEqual({ modifiedCount: 1 });
  expect(await endVerifications(shop.deps, midnight)).toBe(0);
  expect(await hasBadge(car)).toBe(true);
});

test("refuses a last day that is over or is no day", async () => {
  const { id, car } = await aSellerWithCar();
  expect((await verify(id, { validUntil: "2024-01-01" })).body).toEqual({
    modifiedCount: 0,
    message: "The last day is over already.",
  });
  expect((await verify(id, { validUntil: "tomorrow" })).status).toBe(400);
  expect(await hasBadge(car)).toBe(false);
});

test("a seller whose account is being updated keeps no other badge from ending", async () => {
  const sellers = [await aSellerWithCar(), await aSellerWithCar()];
  for (const { id } of sellers) await verify(id, { validUntil: lastDay });
  await shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`select from account where id = ${sellers[0]!.id} for no key update`);
    expect(await endVerifications(shop.deps, midnight)).toBe(1);
  });
  expect(await Promise.all(sellers.map(({ car }) => hasBadge(car)))).toEqual([true, false]);
  expect(await endVerifications(shop.deps, midnight)).toBe(1);
});
