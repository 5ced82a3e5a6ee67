import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aFeed, planCars, syncCars } from "#testing/feeds/sync-cars.ts";
import { createTestApp } from "#testing/test-app.ts";
import { applyPlan } from "../apply/apply-plan.ts";
import { carRow } from "#testing/feeds/car-rows.ts";
import { decideInBatch } from "../edits/decide-in-batch.ts";
import { listChanges, type FeedChange } from "./plan-store.ts";
import { undoPlan } from "../apply/undo-plan.ts";

// A plan can be older than the setting MAKES: it puts no car of a make on sale that the shop sells no longer.

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const changesOf = (planId: string, state: FeedChange["state"]) =>
  listChanges(shop.deps.db, planId, { state, limit: 10, backward: false });
const porsche = { make: "Porsche", categoryId: 4 } as const;
const onSale = async (sellerId: string) => {
  const { rows } = await shop.deps.db.execute<{ make: string }>(sql`
    select make from listing where seller_id = ${sellerId} and withdrawn_at is null order by make`);
  return rows.map(({ make }) => make);
};
const makeThemPorsches = (sellerId: string) =>
  shop.deps.db.execute(sql`update listing set make = 'Porsche', category_id = 4
    where seller_id = ${sellerId} and withdrawn_at is not null`);

test("a plan that waited adds and changes cars only to makes that are sold", async () => {
  const given = await aFeed(shop.deps);
  await syncCars(shop.deps, given, [carRow("stock 1")]);
  const rows = [carRow("stock 1", porsche), carRow("stock 2", porsche), carRow("stock 3")];
  const planId = await syncCars(shop.deps, given, rows);
  expect(await changesOf(planId, "skipped")).toMatchObject([
    { kind: "changed", reason: "make_not_sold" },
    { kind: "added", reason: "make_not_sold" },
  ]);
  expect(await onSale(given.seller.id)).toEqual(["BMW", "BMW"]);
});

test("a plan that waited does not relist a car of a left-out make", async () => {
  const given = await aFeed(shop.deps);
  const rows = [carRow("stock 1"), carRow("stock 2")];
  await syncCars(shop.deps, given, rows);
  await syncCars(shop.deps, given, rows.slice(1));
  const planId = await planCars(shop.deps, given.feed, rows);
  await makeThemPorsches(given.seller.id);
  await applyPlan(shop.deps.db, { planId, seller: given.seller });
  expect(await changesOf(planId, "skipped")).toMatchObject([
    { kind: "relisted", reason: "make_not_sold" },
  ]);
  expect(await onSale(given.seller.id)).toEqual(["BMW"]);
});

test("undoing a plan neither relists a car of a left-out make nor changes one back to it", async () => {
  const given = await aFeed(shop.deps);
  const before = [carRow("stock 1"), carRow("stock 2")];
  await syncCars(shop.deps, given, before);
  const planId = await syncCars(shop.deps, given, [
    carRow("stock 2", { make: "Audi", categoryId: 3 }),
  ]);
  await makeThemPorsches(given.seller.id);
  await shop.deps.db.execute(sql`update feed_change
    set shown_before = shown_before || '{"make": "Porsche", "categoryId": 4}' where plan_id = ${planId} and kind = 'changed'`);
  expect(await undoPlan(shop.deps.db, planId)).toEqual({ undone: 0, kept: 2 });
  const reasons = (await changesOf(planId, "kept")).map(({ reason }) => reason);
  expect(reasons).toEqual(["make_not_sold", "make_not_sold"]);
  expect(await onSale(given.seller.id)).toEqual(["Audi"]);
});

test("a seller cannot let the feed win with a left-out make, but can keep theirs", async () => {
  const { feed, seller } = await aFeed(shop.deps);
  await syncCars(shop.deps, { feed, seller }, [carRow("stock 1")]);
  const { rows } = await shop.deps.db.execute<{ listing_id: string }>(sql`update feed_car
    set said = said || '{"make": "Porsche", "categoryId": 4}' where feed_id = ${feed.id} returning listing_id`);
  const decide = async (winner: "feed" | "shop") => {
    const cars = [{ listingId: rows[0]!.listing_id, fields: ["make" as const] }];
    const given = { feedId: feed.id, sellerId: seller.id, winner, cars };
    return (await decideInBatch(shop.deps.db, given))[0]!.message;
  };
  expect(await decide("feed")).toBe("This shop no longer sells Porsche.");
  expect(await onSale(seller.id)).toEqual(["BMW"]);
  expect(await decide("shop")).toBeNull();
});
