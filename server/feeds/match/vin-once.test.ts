import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lockSeller } from "#server/listings/public.ts";
import { eventually } from "#testing/eventually.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { aFeed, planCars, syncCars } from "#testing/feeds/sync-cars.ts";
import { createTestApp } from "#testing/test-app.ts";
import { applyPlan } from "../apply/apply-plan.ts";
import { carRow } from "#testing/feeds/car-rows.ts";
import { lockFeed } from "../feed-store.ts";
import { listChanges, type FeedChange } from "../plan/plan-store.ts";
import { undoPlan } from "../apply/undo-plan.ts";

// A VIN is for sale once, whatever a feed does.

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

let serial = 10_000;
const aVin = () => `WBA8B9G50HNU${++serial}`;

const aSeller = async () => (await anAccount(shop.deps, { role: "Seller" })).id;

const changesOf = (planId: string, state: FeedChange["state"]) =>
  listChanges(shop.deps.db, planId, { state, limit: 10, backward: false });
const onSale = async (vin: string) => {
  const { rows } = await shop.deps.db.execute<{ seller_id: string }>(sql`
    select seller_id from listing where vin = ${vin} and withdrawn_at is null and lapsed_at is null`);
  return rows.map(({ seller_id }) => seller_id);
};

test("undoing a plan does not relist a car whose VIN is for sale by now", async () => {
  const vin = aVin();
  const other = await aSeller();
  const given = await aFeed(shop.deps);
  await syncCars(shop.deps, given, [carRow("stock 1", { vin }), carRow("stock 2")]);
  const planId = await syncCars(shop.deps, given, [carRow("stock 2")]);
  await aListing(shop.deps, { sellerId: other, vin });
  expect(await undoPlan(shop.deps.db, planId)).toEqual({ undone: 0, kept: 1 });
  expect(await changesOf(planId, "kept")).toMatchObject([{ reason: "vin_taken" }]);
  expect(await onSale(vin)).toEqual([other]);
  // Without that listing, the next file has the car back.
  await shop.deps.db.execute(
    sql`update listing set withdrawn_at = now() where seller_id = ${other}`,
  );
  await syncCars(shop.deps, given, [carRow("stock 1", { vin }), carRow("stock 2")]);
  expect(await onSale(vin)).toEqual([given.seller.id]);
});

test("undoing a plan does not give a car its earlier VIN back if that is for sale by now", async () => {
  const before = aVin();
  const after = aVin();
  const other = await aSeller();
  const given = await aFeed(shop.deps);
  await syncCars(shop.deps, given, [carRow("stock 1", { vin: before })]);
  const planId = await syncCars(shop.deps, given, [carRow("stock 1", { vin: after })]);
  await aListing(shop.deps, { sellerId: other, vin: before });
  expect(await undoPlan(shop.deps.db, planId)).toEqual({ undone: 0, kept: 1 });
  expect([await onSale(before), await onSale(after)]).toEqual([[other], [given.seller.id]]);
});

test("a change does not put a lapsed car on sale whose VIN is for sale by now", async () => {
  const vin = aVin();
  const other = await aSeller();
  const given = await aFeed(shop.deps);
  await syncCars(shop.deps, given, [carRow("stock 1", { vin })]);
  await shop.deps.db.execute(
    sql`update listing set lapsed_at = now() where seller_id = ${given.seller.id}`,
  );
  await aListing(shop.deps, { sellerId: other, vin });
  const planId = await syncCars(shop.deps, given, [
    carRow("stock 1", { vin, resalePriceMinor: 1_400_000 }),
  ]);
  expect(await changesOf(planId, "skipped")).toMatchObject([{ reason: "vin_taken" }]);
  expect(await onSale(vin)).toEqual([other]);
});

test("a car with the same facts as one of the same feed does not get its VIN", async () => {
  const vin = aVin();
  const given = await aFeed(shop.deps);
  const first = carRow("stock 1", { vin });
  await syncCars(shop.deps, given, [first]);
  const changed = carRow("stock 1", { vin, resalePriceMinor: 1_450_000 });
  const second = { ...carRow("stock 2", { vin }), fingerprint: first.fingerprint };
  const planId = await syncCars(shop.deps, given, [changed, second]);
  expect(await changesOf(planId, "skipped")).toMatchObject([
    { identity: "stock 2", reason: "vin_taken" },
  ]);
  expect(await onSale(vin)).toHaveLength(1);
});

test("a car that comes back is skipped if its seller listed it by hand meanwhile", async () => {
  const vin = aVin();
  const given = await aFeed(shop.deps);
  const cars = [carRow("stock 1", { vin }), carRow("stock 2")];
  await syncCars(shop.deps, given, cars);
  await syncCars(shop.deps, given, cars.slice(1));
  await aListing(shop.deps, { sellerId: given.seller.id, vin });
  const planId = await syncCars(shop.deps, given, cars);
  expect(await changesOf(planId, "skipped")).toMatchObject([{ reason: "vin_taken" }]);
  expect(await onSale(vin)).toHaveLength(1);
});

test("a car of a one-off import gets its VIN in the feed that adopts it meanwhile", async () => {
  const vin = aVin();
  const given = await aFeed(shop.deps);
  const row = carRow("stock 1", { vin });
  const planId = await planCars(shop.deps, given.feed, [row]);
  // Imported by hand after the plan was made, with the same facts.
  const { id } = await aListing(shop.deps, {
    sellerId: given.seller.id,
    vin,
    importFingerprint: row.fingerprint,
  });
  await applyPlan(shop.deps.db, { planId, seller: given.seller });
  expect(await changesOf(planId, "skipped")).toEqual([]);
  expect(await changesOf(planId, "applied")).toMatchObject([{ identity: "stock 1" }]);
  const { rows } = await shop.deps.db.execute(
    sql`select listing_id from feed_car where feed_id = ${given.feed.id}`,
  );
  expect(rows).toEqual([{ listing_id: id }]);
  expect(await onSale(vin)).toEqual([given.seller.id]);
});

test("a plan locks the seller before the feed, as everywhere", async () => {
  const { feed, seller } = await aFeed(shop.deps);
  const made = await shop.deps.db.transaction(async (tx) => {
    await lockSeller(tx, seller.id);
    const plan = planCars(shop.deps, feed, [carRow("stock 1")]);
    await eventually(async () => {
      const { rows } = await shop.deps.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rows).toHaveLength(1);
    });
    await tx.execute(sql`set local lock_timeout = '1s'`);
    expect(await lockFeed(tx, feed.id)).toMatchObject({ id: feed.id });
    return { plan };
  });
  expect(await made.plan).toEqual(expect.any(String));
});

test("cars of a feed with the VIN of another seller's earlier car wait for an admin", async () => {
  const added = aVin();
  const given = aVin();
  const free = aVin();
  for (const vin of [added, given])
    await aListing(shop.deps, { sellerId: await aSeller(), vin, withdrawnAt: new Date() });
  const stock = await aFeed(shop.deps);
  await syncCars(shop.deps, stock, [
    carRow("stock 1", { vin: added }),
    carRow("stock 2"),
    carRow("stock 3", { vin: free }),
  ]);
  const waiting = async () => {
    const { rows } = await shop.deps.db.execute<{ vin: string }>(sql`
      select vin from vin_claim join listing on listing.id = listing_id
      where listing.seller_id = ${stock.seller.id} and status = 'pending' order by vin`);
    return rows.map(({ vin }) => vin);
  };
  expect(await waiting()).toEqual([added]);
  await syncCars(shop.deps, stock, [
    carRow("stock 1", { vin: added }),
    carRow("stock 2", { vin: given }),
    carRow("stock 3", { vin: free }),
  ]);
  expect(await waiting()).toEqual([added, given].toSorted());
});
