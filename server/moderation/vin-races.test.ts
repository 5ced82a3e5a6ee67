import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isVinTaken, lockVins } from "#server/bookings/public.ts";
import { lockAccount } from "#server/accounts/public.ts";
import { eventually } from "#testing/eventually.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { endSuspension } from "./lift-suspension.ts";

// A VIN is for sale once, even if it is listed while its other seller's suspension is lifted.

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

/** A car of a suspended seller, and another seller with the same car. */
async function aScene(vin: string) {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const other = await anAccount(shop.deps, { role: "Seller" });
  await aListing(shop.deps, { sellerId: seller.id, vin });
  const lift = () =>
    shop.call("DELETE", `/api/seller/suspend/${seller.id}`, { token: admin.token });
  const body = { reason: "Fraud" };
  await shop.call("PUT", `/api/seller/suspend/${seller.id}`, { token: admin.token, body });
  return { seller, other, vin, lift };
}
async function forSale(vin: string): Promise<number> {
  const { rows } = await shop.deps.db.execute(sql`
    select from listing join account on account.id = seller_id and suspended_at is null
    where vin = ${vin} and withdrawn_at is null and lapsed_at is null and removed_at is null`);
  return rows.length;
}
/** Waits until a transaction of this database waits for an advisory lock; fails if `work` is over before. */
async function untilWaiting(work: Promise<unknown>): Promise<void> {
  let isOver = false;
  void work.finally(() => (isOver = true));
  await eventually(async () => {
    expect(isOver).toBe(false);
    const { rows } = await shop.deps.db.execute(sql`
      select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`);
    expect(rows).not.toEqual([]);
  });
}

test("the suspension is lifted while another seller lists the car", async () => {
  const { other, vin, lift } = await aScene("WBA8B9G50HNU66601");
  let lifting: ReturnType<typeof lift>;
  await shop.deps.db.transaction(async (tx) => {
    const { id } = await aListing({ ...shop.deps, db: tx }, { sellerId: other.id, vin });
    expect(await isVinTaken(tx, id)).toBe(false);
    lifting = lift();
    await untilWaiting(lifting);
  });
  expect((await lifting!).body).toEqual({ modifiedCount: 1 });
  expect(await forSale(vin)).toBe(1);
});

const listAs = ({ token }: { token: string }, vin: string) => {
  const form = { name: "BMW 320d", category: "BMW", condition: "Good", year: 2018, vin };
  const body = { ...form, originalPrice: 30_000, resalePrice: 20_000 };
  return shop.call("POST", "/api/addproduct", { token, body });
};

test("two sellers list the same car at once", async () => {
  const vin = "WBA8B9G50HNU66600";
  const first = await anAccount(shop.deps, { role: "Seller" });
  const second = await anAccount(shop.deps, { role: "Seller" });
  let adding: ReturnType<typeof listAs>;
  await shop.deps.db.transaction(async (tx) => {
    const { id } = await aListing({ ...shop.deps, db: tx }, { sellerId: first.id, vin });
    expect(await isVinTaken(tx, id)).toBe(false);
    adding = listAs(second, vin);
    await untilWaiting(adding);
  });
  expect((await adding!).status).toBe(400);
  expect(await forSale(vin)).toBe(1);
});

test("another seller lists the car while the suspension is lifted", async () => {
  const { seller, other, vin } = await aScene("WBA8B9G50HNU66602");
  let adding: ReturnType<typeof listAs>;
  await shop.deps.db.transaction(async (tx) => {
    await lockAccount(tx, seller.id);
    expect(await endSuspension(tx, { accountId: admin.id }, seller.id)).toMatchObject({
      offSale: 0,
    });
    adding = listAs(other, vin);
    await untilWaiting(adding);
  });
  expect((await adding!).status).toBe(400);
  expect(await forSale(vin)).toBe(1);
});

test("the suspensions of two sellers with the same car are lifted at once", async () => {
  const { other, vin, lift } = await aScene("WBA8B9G50HNU66603");
  await aListing(shop.deps, { sellerId: other.id, vin });
  const ofOther = `/api/seller/suspend/${other.id}`;
  const body = { reason: "Fraud" };
  await shop.call("PUT", ofOther, { token: admin.token, body });
  await Promise.all([lift(), shop.call("DELETE", ofOther, { token: admin.token })]);
  expect(await forSale(vin)).toBe(1);
});

test("a file brings back more cars than PostgreSQL has locks, and another seller lists one of them", async () => {
  const vins = Array.from({ length: 30_000 }, (_, at) => `WBA8B9G50HN${100_000 + at}`);
  let locking: Promise<void>;
  await shop.deps.db.transaction(async (tx) => {
    await lockVins(tx, vins);
    locking = shop.deps.db.transaction((other) => lockVins(other, vins.slice(-1)));
    await untilWaiting(locking);
  });
  await locking!;
});
