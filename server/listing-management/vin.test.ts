import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let [seller, other] = [] as unknown as Awaited<ReturnType<typeof anAccount>>[];
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());
beforeEach(async () => {
  seller = await anAccount(shop.deps, { role: "Seller" });
  other = await anAccount(shop.deps, { role: "Seller" });
});

let serial = 10_000;
const aVin = () => `WBA8B9G50HNU${++serial}`;
const form = {
  name: "BMW 320d",
  category: "BMW",
  condition: "Good",
  year: 2018,
  originalPrice: 30_000,
  resalePrice: 20_000,
};
const add = (body: object, account = seller) =>
  shop.call("POST", "/api/addproduct", { token: account!.token, body: { ...form, ...body } });
const change = (id: string, body: object, account = seller) =>
  shop.call("PATCH", `/api/products/${id}`, { token: account!.token, body });
const fieldsOf = (answer: { status: number; body: { error: { fields: object } } }) => {
  expect(answer.status).toBe(400);
  return answer.body.error.fields;
};
const isTaken = { vin: "A car with this VIN is already for sale here." };

test("a wrong VIN is refused with its reason at the field", async () => {
  expect(fieldsOf(await add({ vin: "WBA8B9G50HNU1234" }))).toEqual({
    vin: "A VIN has 17 characters, and this one has 16.",
  });
  expect(fieldsOf(await add({ vin: "5UXKR0C5XJ0X12345" }))).toMatchObject({
    vin: expect.stringContaining("check digit"),
  });
  expect(fieldsOf(await add({ vin: "IOQ" }))).toHaveProperty("vin");
});

test("a VIN of another manufacturer is listed once the seller confirms it", async () => {
  const vin = `WVWZZZ1KZAW0${++serial}`;
  expect(fieldsOf(await add({ vin }))).toMatchObject({ vin: expect.stringContaining("WVW") });
  const { status, body } = await add({ vin, vinConfirmed: true });
  expect(status).toBe(200);
  // A VIN that stays is not asked about again.
  expect((await change(body.insertedId, { vin, description: "New." })).body).toEqual({
    modifiedCount: 1,
  });
});

describe("a VIN that is for sale is refused", () => {
  test("to its own and to other sellers, when a car is added or changed", async () => {
    const vin = aVin();
    const { body } = await add({ vin });
    expect(fieldsOf(await add({ vin: vin.toLowerCase() }))).toEqual(isTaken);
    expect(fieldsOf(await add({ vin: ` ${vin.slice(0, 9)}-${vin.slice(9)}` }, other))).toEqual(
      isTaken,
    );
    const { id } = await aListing(shop.deps, { sellerId: other!.id });
    expect(fieldsOf(await change(id, { vin }, other))).toEqual(isTaken);
    expect((await change(body.insertedId, { vin, mileage: 1 })).status).toBe(200);
  });

  test("until that car is sold, deleted or has lapsed, or its seller is suspended", async () => {
    const now = new Date();
    const buyer = await anAccount(shop.deps);
    for (const end of ["sold", "deleted", "lapsed", "suspended"]) {
      const vin = aVin();
      const { id } = await aListing(shop.deps, {
        sellerId: other!.id,
        vin,
        ...(end === "deleted" && { withdrawnAt: now }),
        ...(end === "lapsed" && { lapsedAt: now }),
      });
      if (end === "sold")
        await aBooking(shop.deps, { listingId: id, buyerId: buyer.id, state: "paid" });
      if (end === "suspended")
        await shop.deps.db.execute(
          sql`update account set suspended_at = now() where id = ${other!.id}`,
        );
      expect([end, (await add({ vin })).status]).toEqual([end, 200]);
      if (end !== "lapsed") continue;
      // Now the lapsed one cannot come back.
      const confirm = await shop.call("POST", `/api/products/${id}/confirm`, {
        token: other!.token,
      });
      expect(confirm.body).toMatchObject({ modifiedCount: 0 });
      expect(fieldsOf(await change(id, { description: "Back." }, other))).toEqual(isTaken);
    }
  });

  test("to all but one of many who list it at the same time", async () => {
    const vin = aVin();
    const answers = await Promise.all(
      [seller, other, seller, other, seller, other].map((account) => add({ vin }, account)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test("cars that have a VIN twice from before can still be changed", async () => {
  const vin = aVin();
  const one = await aListing(shop.deps, { sellerId: seller!.id, vin });
  await aListing(shop.deps, { sellerId: other!.id, vin });
  expect((await change(one.id, { description: "Still here." })).body).toEqual({ modifiedCount: 1 });
});
