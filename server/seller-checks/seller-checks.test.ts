import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCarPage } from "#server/pages/read-car-page.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { aUserInABrowser } from "#testing/identity/browser.ts";
import { createTestApp } from "#testing/test-app.ts";
import { markLapsed } from "./seller-check-store.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

const aSeller = (given: object = {}) => anAccount(shop.deps, { role: "Seller", ...given });
const record = (sellerId: string, body: object) =>
  shop.call("POST", `/api/seller/${sellerId}/checks`, { token: admin.token, body });
const shown = async (listingId: string) =>
  (await shop.call("GET", `/api/listings/${listingId}/checks`)).body as {
    level: string;
    checkedAt: string | null;
    validUntil: string | null;
  }[];
const levels = async (listingId: string) => (await shown(listingId)).map(({ level }) => level);
const listed = async (sellerId: string) =>
  (await shop.call("GET", `/api/seller/${sellerId}/checks`, { token: admin.token })).body as {
    isEmailConfirmed: boolean;
    checks: { _id: string; level: string; checkedBy: string; note: string; isValid: boolean }[];
  };
const inAYear = new Date(Date.now() + 365 * 86_400_000).toISOString().slice(0, 10);

test("shows what was checked, when and until when, and a seen car on its own page only", async () => {
  const seller = await aSeller();
  const car = await aListing(shop.deps, { sellerId: seller.id });
  const other = await aListing(shop.deps, { sellerId: seller.id });
  expect(await shown(car.id)).toEqual([
    { level: "email", checkedAt: expect.any(String), validUntil: null },
  ]);
  await record(seller.id, { level: "identity", validUntil: inAYear, note: "Passport" });
  await record(seller.id, { level: "car", listingId: car.id });
  expect(await shown(car.id)).toMatchObject([
    { level: "email" },
    { level: "identity", checkedAt: expect.any(String), validUntil: expect.any(String) },
    { level: "car", validUntil: null },
  ]);
  expect(await levels(other.id)).toEqual(["email", "identity"]);
  const page = await readCarPage(shop.deps, other.id, new Date());
  expect(page).toMatchObject({ checks: [{ level: "email" }, { level: "identity" }] });
  const { checks } = await listed(seller.id);
  expect(checks).toMatchObject([
    { level: "car", checkedBy: admin.name },
    { level: "identity", note: "Passport", isValid: true },
  ]);
  expect(JSON.stringify(page)).not.toContain("Passport");
});

test("an unconfirmed email address is no level", async () => {
  const seller = await aSeller({ isConfirmed: false });
  const car = await aListing(shop.deps, { sellerId: seller.id });
  expect(await levels(car.id)).toEqual([]);
  expect((await listed(seller.id)).isEmailConfirmed).toBe(false);
});

test("has the day on which the present email address was confirmed", async () => {
  const seller = await aSeller();
  const car = await aListing(shop.deps, { sellerId: seller.id });
  const set = (values: ReturnType<typeof sql>) =>
    shop.deps.db.execute(sql`update identity_user set ${values} where id = ${seller.identityId}`);
  await set(sql`email_verified_at = '2026-01-02T12:00:00Z'`);
  expect(await shown(car.id)).toMatchObject([{ checkedAt: "2026-01-02T12:00:00.000Z" }]);
  const startedAt = Date.now();
  await set(sql`email = 'new-address@marque.example'`);
  const [email] = await shown(car.id);
  expect(Date.parse(email!.checkedAt!)).toBeGreaterThan(startedAt - 60_000);
  await set(sql`email_verified = false`);
  expect(await shown(car.id)).toEqual([]);
});

test("a check ends by the clock, and pages in memory are rendered again", async () => {
  const seller = await aSeller();
  const car = await aListing(shop.deps, { sellerId: seller.id });
  await record(seller.id, { level: "business", validUntil: inAYear });
  expect(await levels(car.id)).toEqual(["email", "business"]);
  await shop.deps.db.execute(
    sql`update seller_check set valid_until = now() - interval '1 second' where seller_id = ${seller.id}`,
  );
  expect(await levels(car.id)).toEqual(["email"]);
  expect((await listed(seller.id)).checks).toMatchObject([{ isValid: false }]);
  await shop.deps.catalogue.refresh();
  const version = shop.deps.catalogue.version();
  await markLapsed(shop.deps.db, new Date());
  await shop.deps.catalogue.refresh();
  expect(shop.deps.catalogue.version()).not.toBe(version);
});

test("an admin withdraws a check once", async () => {
  const seller = await aSeller();
  const car = await aListing(shop.deps, { sellerId: seller.id });
  const { body } = await record(seller.id, { level: "phone" });
  const withdraw = () =>
    shop.call("DELETE", `/api/seller-checks/${body.insertedId}`, { token: admin.token });
  expect((await withdraw()).body).toEqual({ deletedCount: 1 });
  expect((await withdraw()).body.deletedCount).toBe(0);
  expect(await levels(car.id)).toEqual(["email"]);
});

test("a checked phone number ends when the seller changes it, and nothing else does", async () => {
  const seller = await aSeller();
  const car = await aListing(shop.deps, { sellerId: seller.id });
  const change = (contact: object) =>
    shop.call("PUT", "/api/account/contact", { token: seller.token, body: contact });
  expect((await change({ phone: "+1 555 0100", location: "Boston" })).status).toBe(200);
  await record(seller.id, { level: "phone", validUntil: inAYear });
  await record(seller.id, { level: "identity" });
  await change({ phone: "+1 555 0100", location: "Denver" });
  expect(await levels(car.id)).toEqual(["email", "phone", "identity"]);
  await change({ phone: "+1 555 0199", location: "Denver" });
  expect(await levels(car.id)).toEqual(["email", "identity"]);
});

test("checks of identity and business end when the seller changes the name", async () => {
  const user = await aUserInABrowser(shop, "renamed@example.com", "Seller");
  const { rows } = await shop.deps.db.execute<{ id: string }>(
    sql`select id from account where email = ${user.email}`,
  );
  const { id } = rows[0]!;
  const car = await aListing(shop.deps, { sellerId: id });
  const recordedOf = async () => (await levels(car.id)).filter((level) => level !== "email");
  for (const level of ["phone", "identity", "business"])
    await record(id, { level, validUntil: inAYear });
  const change = async (body: object) =>
    (await user.call("POST", "/api/auth/update-user", body)).status;
  expect(await change({ name: "Person", image: null })).toBe(200);
  expect(await recordedOf()).toEqual(["phone", "identity", "business"]);
  expect(await change({ name: "Lakeside Motor Company" })).toBe(200);
  expect(await recordedOf()).toEqual(["phone"]);
  // An admin can check them again.
  await record(id, { level: "business" });
  expect(await recordedOf()).toEqual(["phone", "business"]);
});

test.each([
  ["VIN", { vin: "WBA8E9G50GNT22222" }],
  ["brand", { category: "Audi", vin: null }],
  ["model", { model: "5 Series" }],
  ["year", { year: 2019 }],
])("a seen car is no longer seen with another %s", async (_, change) => {
  const seller = await aSeller();
  const facts = { sellerId: seller.id, vin: "WBA8E9G50GNT11111", model: "3 Series", year: 2018 };
  const car = await aListing(shop.deps, facts);
  const other = await aListing(shop.deps, { sellerId: seller.id });
  for (const { id } of [car, other]) await record(seller.id, { level: "car", listingId: id });
  const patch = async (body: object) =>
    (await shop.call("PATCH", `/api/products/${car.id}`, { token: seller.token, body })).body;
  const same = { resalePrice: 18_000, mileage: 60_000, model: "3 Series", year: 2018 };
  expect(await patch(same)).toEqual({ modifiedCount: 1 });
  expect(await levels(car.id)).toEqual(["email", "car"]);
  expect(await patch({ ...change, vinConfirmed: true })).toEqual({ modifiedCount: 1 });
  expect(await levels(car.id)).toEqual(["email"]);
  expect(await levels(other.id)).toEqual(["email", "car"]);
});

test("refuses other people's cars, days that are over, and suspended sellers", async () => {
  const seller = await aSeller();
  const another = await aSeller();
  const car = await aListing(shop.deps, { sellerId: another.id });
  const suspended = await aSeller({ suspendedAt: new Date() });
  const buyer = await anAccount(shop.deps);
  for (const [id, body] of [
    [seller.id, { level: "car", listingId: car.id }],
    [seller.id, { level: "phone", validUntil: "2024-01-01" }],
    [suspended.id, { level: "phone" }],
  ] as const)
    expect((await record(id, body)).body).toMatchObject({ acknowledged: false });
  expect((await record(seller.id, { level: "car" })).status).toBe(400);
  expect((await record(seller.id, { level: "email" })).status).toBe(400);
  expect((await record(buyer.id, { level: "phone" })).status).toBe(404);
});

test("does not give or take the verified mark", async () => {
  const seller = await aSeller();
  const car = await aListing(shop.deps, { sellerId: seller.id });
  await record(seller.id, { level: "identity" });
  expect(shop.deps.catalogue.find(car.id)?.isSellerVerified).toBe(false);
  await shop.call("PUT", `/api/seller/verify/${seller.id}`, { token: admin.token });
  expect(shop.deps.catalogue.find(car.id)?.isSellerVerified).toBe(true);
});
