import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test("a mileage below an earlier one of the VIN is on the car's page and in the admins' list", async () => {
  const { deps, call } = shop;
  const [first, second, admin] = [
    await anAccount(deps, { role: "Seller" }),
    await anAccount(deps, { role: "Seller" }),
    await anAccount(deps, { role: "admin" }),
  ];
  const facts = { vin: "WBA8B9G50HNU88801", year: 2018, mileageUnit: "mi" as const };
  const before = await aListing(deps, { ...facts, sellerId: first.id, mileage: 120_000 });
  await call("DELETE", `/api/addproduct/${before.id}`, { token: first.token });
  const after = await aListing(deps, { ...facts, sellerId: second.id, mileage: 121_000 });
  const flags = async () => (await call("GET", `/api/listings/${after.id}/history`)).body.flags;
  const listed = async () => (await call("GET", "/api/flagged-cars", { token: admin.token })).body;
  expect(await flags()).toEqual([]);
  expect(await listed()).toEqual([]);

  await deps.db.execute(sql`update listing set mileage = 80000 where id = ${after.id}`);
  const flag = {
    kind: "mileage",
    before: { mileage: 120_000, mileageUnit: "mi" },
    after: { mileage: 80_000, mileageUnit: "mi" },
  };
  expect(await flags()).toMatchObject([flag]);
  expect(await listed()).toMatchObject([{ _id: after.id, name: after.name, ...flag }]);
  // What an admin removed no longer counts against other listings.
  await deps.db.execute(sql`update listing set removed_at = now() where id = ${before.id}`);
  await deps.db.execute(sql`update listing set mileage = 79000 where id = ${after.id}`);
  expect(await flags()).toEqual([]);
  expect(await listed()).toEqual([]);
  // The record cannot be changed.
  await expect(deps.db.execute(sql`delete from car_reading`)).rejects.toThrow();
});
