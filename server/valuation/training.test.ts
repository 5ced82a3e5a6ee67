import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { categoryIdOf } from "#shared/makes/sold-makes.ts";
import type { PriceLabel } from "#shared/listings/price-label.ts";
import type { Deps } from "#server/deps.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { atOnce } from "#server/platform/in-steps.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { eventually } from "#testing/eventually.ts";
import { createTestApp } from "#testing/test-app.ts";
import { decodeLabels, encodeLabels } from "./label-file.ts";
import type { PricedCar } from "./model/calibrate.ts";
import { decodeModel } from "./model/model-file.ts";
import { priceEstimator } from "./model/price-estimator.ts";
import { testMarket } from "#testing/valuation/market.ts";
import { priceRater } from "./rate-price.ts";
import { trainVersion } from "./train-version.ts";
import { trainingQueue } from "./training-job-store.ts";
import { isTrainingDue, valuationJobs } from "./valuation-jobs.ts";
import { readPricedListings, readVersion } from "./valuation-store.ts";
import { valuationVersionTable } from "./valuation-table.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let large: string;
let small: string;
// 200 cars were there at the last training, 20 of them of one seller.
beforeAll(async () => {
  shop = await createTestApp();
  const { deps } = shop;
  [large, small] = [
    (await anAccount(deps, { role: "Seller" })).id,
    (await anAccount(deps, { role: "Seller" })).id,
  ];
  const then = new Date(Date.now() - 86_400_000);
  const { id: _, ...car } = await aListing(deps, { sellerId: large, createdAt: then });
  const cars = Array.from({ length: 199 }, (__, at) => ({
    ...car,
    id: crypto.randomUUID(),
    sellerId: at < 20 ? small : large,
  }));
  await deps.db.insert(listingTable).values(cars);
  await deps.db.execute(sql`update listing set updated_at = ${then.toISOString()}`);
  const stats = {} as (typeof valuationVersionTable.$inferInsert)["stats"];
  const createdAt = new Date(then.getTime() + 60_000);
  await deps.db
    .insert(valuationVersionTable)
    .values({ createdAt, isUsed: true, listings: 200, stats });
});
afterAll(() => shop.close());

class Undone extends Error {}

/** Does something in a transaction and undoes it. */
async function andUndo(work: (tx: Executor) => Promise<unknown>): Promise<void> {
  const done = shop.deps.db.transaction(async (tx) => {
    await work(tx);
    throw new Undone();
  });
  await expect(done).rejects.toThrow(Undone);
}

const some = (count: number) =>
  sql`id in (select id from listing where seller_id = ${large} limit ${sql.raw(String(count))})`;

const sell = (count: number, daysAgo = 0) => sql`
  insert into booking (id, listing_id, buyer_id, state, item, image, price_minor, due_now_minor, currency,
    name, email, expires_at, payment_begun_at)
  select gen_random_uuid(), id, ${small}, 'paid', name, '', 1, 1, 'USD', '', '', now(), now() - make_interval(days => ${daysAgo})
  from listing where ${some(count)}`;

test.each<[string, boolean, () => ReturnType<typeof sql>]>([
  ["nothing happened", false, () => sql`select 1`],
  [
    "18 cars were withdrawn",
    false,
    () => sql`update listing set withdrawn_at = now() where ${some(18)}`,
  ],
  [
    "19 cars were withdrawn",
    true,
    () => sql`update listing set withdrawn_at = now() where ${some(19)}`,
  ],
  [
    "19 cars were removed",
    true,
    () => sql`update listing set removed_at = now() where ${some(19)}`,
  ],
  [
    "the seller of 20 was suspended",
    true,
    () => sql`update account set suspended_at = now() where id = ${small}`,
  ],
  [
    "the seller of 20 left",
    true,
    () => sql`update account set deleted_at = now() where id = ${small}`,
  ],
  [
    "19 cars were changed",
    false,
    () => sql`update listing set updated_at = now() where ${some(19)}`,
  ],
  [
    "20 cars were changed",
    true,
    () => sql`update listing set updated_at = now() where ${some(20)}`,
  ],
  ["18 cars lapsed", false, () => sql`update listing set lapsed_at = now() where ${some(18)}`],
  ["19 cars lapsed", true, () => sql`update listing set lapsed_at = now() where ${some(19)}`],
  [
    "19 sales were undone",
    true,
    () => sql`update listing set sale_reversed_at = now() where ${some(19)}`,
  ],
  ["19 cars were sold", false, () => sell(19)],
  ["20 cars were sold", true, () => sell(20)],
  ["20 cars are new", true, () => sql`update listing set created_at = now() where ${some(20)}`],
])("a training is due if %s: %s", async (_, isDue, change) => {
  await andUndo(async (tx) => {
    await tx.execute(change());
    expect(await isTrainingDue({ db: tx as unknown as Deps["db"] })).toBe(isDue);
  });
});

/** The same in each run, because a car's id decides whether it is kept apart. */
const idOf = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;

test("a version records how many of its cars were sold, and when they were listed", async () => {
  await andUndo(async (tx) => {
    await tx.delete(valuationVersionTable);
    await tx.execute(sell(7));
    await tx.execute(sql`update listing set created_at = '2026-01-05T08:00:00Z' where ${some(1)}`);
    await tx.execute(sql`update listing set withdrawn_at = now() where seller_id = ${small}`);
    const { version, listings } = await trainVersion(tx);
    // Sold cars are among those that it learns from.
    expect(listings).toBe(180);
    const { stats } = (await readVersion(tx, version!))!;
    expect(stats.stock).toEqual({
      sold: 7,
      from: "2026-01-05T08:00:00.000Z",
      to: expect.any(String),
    });
    expect(stats.trainedOn + stats.outliers + stats.heldOut).toBe(180);
  });
});

test.each<[string, number, () => ReturnType<typeof sql>]>([
  ["cars sold half a year ago", 181, () => sell(19, 181)],
  ["cars sold a little later", 200, () => sell(19, 179)],
  ["cars that lapsed", 181, () => sql`update listing set lapsed_at = now() where ${some(19)}`],
  [
    "cars whose sale was undone",
    181,
    () => sql`update listing set sale_reversed_at = now() where ${some(19)}`,
  ],
])("of 200 cars with 19 %s, a version learns from %d", async (_, listings, change) => {
  await andUndo(async (tx) => {
    await tx.execute(change());
    expect(await trainVersion(tx)).toMatchObject({ listings });
  });
});

test.each([169, 170])(
  "a shop of %d cars is trained if it has enough, or asks for no training",
  async (count) => {
    await andUndo(async (tx) => {
      await tx.delete(valuationVersionTable);
      await tx.update(listingTable).set({ withdrawnAt: new Date() });
      await tx.insert(listingTable).values(testMarket(count).map(rowOf));
      const isDue = await isTrainingDue({ db: tx as unknown as Deps["db"] });
      expect(isDue).toBe(count >= 170);
      expect((await trainVersion(tx)).version !== null).toBe(isDue);
    });
  },
);

const rowOf = ({ car: { miles, mpg: _mpg, ...car }, priceMinor }: PricedCar, at: number) => ({
  ...car,
  id: idOf(at),
  sellerId: large,
  name: `Car ${at}`,
  categoryId: categoryIdOf(car.make),
  resalePriceMinor: priceMinor,
  mileage: miles,
  mileageUnit: "mi" as const,
});

test("a new version keeps the label that a car has near a limit", async () => {
  await andUndo(async (tx) => {
    await tx.delete(valuationVersionTable);
    await tx.update(listingTable).set({ withdrawnAt: new Date() });
    const cars = testMarket(600).map(rowOf);
    await tx.insert(listingTable).values(cars);
    const train = async () => (await trainVersion(tx)).version!;
    const labelsOf = async (version: number) =>
      atOnce(decodeLabels((await readVersion(tx, version))!.labels!));
    const first = await train();
    const plain = await labelsOf(first);
    const good = new Map(cars.map(({ id }) => [id, "good" as const]));
    await tx.update(valuationVersionTable).set({ labels: encodeLabels(good) });
    const labels = await labelsOf(await train());
    // Only the version in use keeps its bytes.
    expect(await readVersion(tx, first)).toMatchObject({ isUsed: true, model: null, labels: null });
    const staysGood = (label: PriceLabel) =>
      cars.filter(({ id }) => plain.get(id) === label && labels.get(id) === "good").length;
    expect(staysGood("great")).toBeGreaterThan(0);
    expect(staysGood("fair")).toBeGreaterThan(0);
    expect(staysGood("high") + staysGood("very_high")).toBe(0);
  });
});

test("the first label of a new car, and of a car with a new price, stays at the next training", async () => {
  await andUndo(async (tx) => {
    await tx.delete(valuationVersionTable);
    await tx.update(listingTable).set({ withdrawnAt: new Date() });
    const cars = testMarket(1_500).map(rowOf);
    const old = cars.slice(0, 1_000);
    const added = cars.slice(1_000);
    await tx.insert(listingTable).values(old);
    const before = (await trainVersion(tx)).version!;
    const shownBefore = await raterOf(tx, before);
    await tx.insert(listingTable).values(added);
    const repriced = old.slice(0, 100);
    for (const [at, { id, resalePriceMinor }] of repriced.entries())
      await tx
        .update(listingTable)
        .set({ resalePriceMinor: Math.round(resalePriceMinor * (0.95 + (at % 11) / 100)) })
        .where(eq(listingTable.id, id));
    const shown = await labelsFrom(tx, shownBefore);
    const training = await trainVersion(tx);
    expect(training.isUsed).toBe(true);
    const rater = await raterOf(tx, training.version!);
    const after = await labelsFrom(tx, rater);
    const plain = await labelsFrom(tx, await raterOf(tx, training.version!, new Map()));
    for (const own of [added, repriced]) {
      const changed = (labels: Map<string, PriceLabel>) =>
        own.filter(({ id }) => labels.get(id) !== shown.get(id)).length;
      expect(changed(after)).toBeLessThan(own.length * 0.1);
      // Without the margin, many more of them would change.
      expect(changed(plain)).toBeGreaterThan(changed(after) * 2);
    }
  });
});

/** What rates prices by a version, as lists do. */
async function raterOf(tx: Executor, id: number, stored?: Map<string, PriceLabel>) {
  const { stats, labels, model } = (await readVersion(tx, id))!;
  return priceRater({
    stats,
    labels: stored ?? atOnce(decodeLabels(labels!)),
    ...priceEstimator(decodeModel(model!)!),
  });
}

async function labelsFrom(tx: Executor, rate: Awaited<ReturnType<typeof raterOf>>) {
  const rows = await readPricedListings(tx);
  return new Map(rows.map((row) => [row.id, rate(row)!.label]));
}

test("of two processes that check at the same moment, one queues a training", async () => {
  const { deps } = shop;
  const checks: (() => Promise<unknown>)[] = [];
  const work = (queue: string, handler: () => Promise<unknown>) => {
    if (queue === "valuation.check") checks.push(handler);
    return Promise.resolve("");
  };
  const jobs = new Proxy(deps.jobs, {
    get: (all, name) => (name === "work" ? work : Reflect.get(all, name, all).bind(all)),
  });
  for (let process = 0; process < 2; process += 1) await valuationJobs({ ...deps, jobs });
  await deps.db.execute(sql`update listing set updated_at = now()`);
  const client = await deps.pool.connect();
  try {
    // Both have seen that no training waits before one of them can queue it.
    await client.query("begin");
    await client.query("lock table listing in access exclusive mode");
    const locking = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const checking = Promise.all(checks.map((check) => check()));
    await eventually(async () => {
      const waiting = sql`select 1 from pg_stat_activity
        where ${locking.rows[0]!.pid} = any(pg_blocking_pids(pid)) and query like 'select count(*)%'`;
      expect((await deps.db.execute(waiting)).rows).toHaveLength(2);
    });
    await client.query("commit");
    await checking;
  } finally {
    await client.query("rollback");
    client.release();
  }
  const { rows } = await deps.db.execute(
    sql`select state from pgboss.job where name = ${trainingQueue}`,
  );
  expect(rows).toEqual([{ state: "created" }]);
});
