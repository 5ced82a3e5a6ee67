import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OwnModerationAction } from "#shared/moderation/moderation-contract.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

// A shop with listed cars of a make that MAKES leaves out does not start, so none goes back on sale.

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

const aPorsche = (given: Partial<Parameters<typeof aListing>[1]>) =>
  aListing(shop.deps, { sellerId: seller.id, make: "Porsche", categoryId: 4, ...given });
const refusal = "This shop no longer sells Porsche.";
async function overturnRemoval(id: string) {
  await shop.call("DELETE", `/api/addproduct/${id}`, { token: admin.token });
  const actions = await shop.call("GET", "/api/moderation", { token: seller.token });
  const action = (actions.body as OwnModerationAction[]).find(({ endedAt }) => endedAt === null)!;
  const appeal = { actionId: action._id, text: "It is mine." };
  const { body } = await shop.call("POST", "/api/appeals", { token: seller.token, body: appeal });
  const decision = { outcome: "overturned", reason: "We looked again" };
  const url = `/api/appeals/${body.insertedId as string}/decide`;
  return (await shop.call("POST", url, { token: admin.token, body: decision })).body;
}

test("its seller cannot put one back on sale", async () => {
  const off = { withdrawnAt: new Date(), offSaleAt: new Date() };
  const car = await aPorsche(off);
  const bmw = await aListing(shop.deps, { sellerId: seller.id, ...off });
  const body = { action: "relist", cars: [{ _id: car.id }, { _id: bmw.id }] };
  const answer = await shop.call("POST", "/api/products/bulk", { token: seller.token, body });
  expect(answer.body).toMatchObject({
    cars: [
      { isDone: false, message: refusal },
      { isDone: true, message: null },
    ],
  });
});

test("an admin cannot restore a removed one, unless it stays off sale", async () => {
  const listed = await aPorsche({});
  expect(await overturnRemoval(listed.id)).toEqual({
    modifiedCount: 0,
    message: `${refusal} You can only uphold the removal.`,
  });
  await shop.deps.db.execute(sql`update moderation_action set ended_at = now()`);
  const off = await aPorsche({ withdrawnAt: new Date(), offSaleAt: new Date() });
  expect(await overturnRemoval(off.id)).toEqual({ modifiedCount: 1 });
});

test("an admin cannot relist one whose booking was refunded", async () => {
  const car = await aPorsche({ saleReversedAt: new Date() });
  const buyer = await anAccount(shop.deps);
  const given = { listingId: car.id, buyerId: buyer.id, state: "refunded" } as const;
  const { id } = await aBooking(shop.deps, given);
  const answer = await shop.call("POST", `/api/bookings/${id}/relist`, { token: admin.token });
  expect(answer.body).toEqual({ modifiedCount: 0, message: refusal });
});
