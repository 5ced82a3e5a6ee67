import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CarDetails } from "#shared/listings/car-details.ts";
import { sizeOf } from "#testing/test-depth.ts";
import { aBooking, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { applyPlan } from "./apply/apply-plan.ts";
import { carRow } from "#testing/feeds/car-rows.ts";
import { changeFeed, openFeed, readFeed, type Feed } from "./feed-store.ts";
import { listKnownCars } from "./plan/known-car-store.ts";
import { listChanges, readPlan, setPlanState } from "./plan/plan-store.ts";
import { makePlan } from "./plan/make-plan.ts";
import { type CarRow, type KnownCar } from "./feed-facts.ts";
import { undoPlan } from "./apply/undo-plan.ts";
import { feedFields, type FeedFacts } from "#server/imports/public-reading.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

let serial = 0;
const firstChanges = { state: "planned", limit: 10, backward: false, last: null } as const;

async function aFeed() {
  const { id, phone } = await anAccount(shop.deps, { role: "Seller" });
  serial += 1;
  const feed = await openFeed(shop.deps.db, id, `Stock ${serial}`);
  return { feed, seller: { id, phone } };
}

async function planOf(feed: Feed, cars: readonly CarRow[], options = {}): Promise<string> {
  const read = { source: "stock.csv", cars, rows: cars.length, refused: 0, isComplete: true };
  const rest = { options, columns: [], leftOut: {}, refusals: [], refusedRows: [] };
  const made = await makePlan(
    shop.deps.db,
    feed.id,
    { ...read, ...rest },
    { keepsUnchanged: true },
  );
  return made.id!;
}

/** What the shop has on sale, and everything that the next plan depends on. */
async function stateOf(feed: Feed) {
  const knownCars = await listKnownCars(shop.deps.db, feed.id);
  return knownCars.filter(({ isRetired }) => !isRetired).map(({ listingId: _id, ...car }) => car);
}

const cars = fc.uniqueArray(
  fc.record({
    identity: fc.integer({ min: 1, max: 12 }).map((n) => `stock ${n}`),
    mileage: fc.constantFrom(10_000, 10_500, 30_000),
    resalePriceMinor: fc.constantFrom(1_000_000, 1_050_000, 2_000_000),
    colour: fc.constantFrom("black", "red", null),
    details: fc.constantFrom<(CarDetails | undefined)[]>(
      undefined,
      { doors: 5, options: ["Sat nav"] },
      { doors: 3, options: ["Sat nav", "Tow bar"] },
    ),
  }),
  { selector: ({ identity }) => identity, maxLength: 12 },
);

test(
  "after any plan the shop has the feed's cars, and after undoing it what it had before",
  { timeout: 15 * 60_000 },
  async () => {
    const { feed, seller } = await aFeed();
    await fc.assert(
      fc.asyncProperty(cars, fc.boolean(), async (day, isUndone) => {
        const rows = day.map(({ identity, ...facts }) => carRow(identity, facts));
        const before = await stateOf(feed);
        const planId = await planOf(feed, rows);
        await applyPlan(shop.deps.db, { planId, seller });
        const after = await stateOf(feed);
        if (rows.length > 0)
          expect(after.map(({ identity, shown }) => [identity, shown])).toEqual(
            rows
              .map(({ identities: [identity], facts }) => [identity, facts] as const)
              .toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
          );
        else expect(after).toEqual(before);
        if (!isUndone) return;
        await undoPlan(shop.deps.db, planId);
        expect(await stateOf(feed)).toEqual(before);
      }),
      { numRuns: sizeOf("feedPlans") },
    );
  },
);

/** Cars by stock number, VIN, registration or facts alone; those without an identity can be equal. */
const anyCars = fc.array(
  fc.record({
    kind: fc.constantFrom("stock", "vin", "registration", "facts"),
    number: fc.integer({ min: 1, max: 4 }),
    mileage: fc.constantFrom(10_000, 10_500, 30_000),
    resalePriceMinor: fc.constantFrom(1_000_000, 1_050_000),
    colour: fc.constantFrom("black", null),
  }),
  { maxLength: 14 },
);
type AnyCar = { kind: string; number: number } & Pick<
  FeedFacts,
  "mileage" | "resalePriceMinor" | "colour"
>;

function rowsOf(day: readonly AnyCar[]): CarRow[] {
  const stated = new Set<string>();
  return day.flatMap(({ kind, number, ...facts }) => {
    if (kind === "facts") return carRow(null, facts);
    const vin = kind === "vin" ? `WBA8B9G50HNU8880${number}` : null;
    const identity = `${kind} ${vin ?? number}`;
    // Repeated identities are one car; which row counts is tested elsewhere.
    if (stated.has(identity)) return [];
    stated.add(identity);
    // Of a model of their own: a car without an identity may be any of those that are alike.
    return carRow(identity, { ...facts, vin, model: `${kind} ${number}` });
  });
}

test(
  "after any plan of cars with every identity the shop has them, and after undoing it what it had",
  { timeout: 15 * 60_000 },
  async () => {
    const { feed, seller } = await aFeed();
    const facts = (shown: FeedFacts) => JSON.stringify(feedFields.map((field) => shown[field]));
    await fc.assert(
      fc.asyncProperty(anyCars, fc.boolean(), async (day, isUndone) => {
        const rows = rowsOf(day);
        const before = await stateOf(feed);
        const planId = await planOf(feed, rows);
        const plan = (await readPlan(shop.deps.db, planId))!;
        await applyPlan(shop.deps.db, { planId, seller });
        const after = await stateOf(feed);
        // Equal rows without an identity are one car.
        const repeats = new Set(plan.repeated.map(({ line }) => line));
        const wanted = rows.filter(({ line }) => !repeats.has(line));
        if (rows.length > 0)
          expect(after.map(({ shown }) => facts(shown)).toSorted()).toEqual(
            wanted.map((row) => facts(row.facts)).toSorted(),
          );
        else expect(after).toEqual(before);
        // The same file again changes nothing.
        const again = (await readPlan(shop.deps.db, await planOf(feed, rows)))!;
        expect(again.unchanged).toBe(wanted.length);
        if (!isUndone) return;
        await undoPlan(shop.deps.db, planId);
        expect(await stateOf(feed)).toEqual(before);
      }),
      { numRuns: sizeOf("feedPlans") },
    );
  },
);

test("a plan that was interrupted continues, and ends as in one run", async () => {
  const { feed, seller } = await aFeed();
  const rows = Array.from({ length: 1_200 }, (_, at) => carRow(`stock ${at}`));
  const planId = await planOf(feed, rows);
  const interrupted = applyPlan(shop.deps.db, {
    planId,
    seller,
    onProgress: (applied) => {
      if (applied > 500) throw new Error("killed");
    },
  });
  await expect(interrupted).rejects.toThrow("killed");
  expect((await stateOf(feed)).length).toBe(500);
  await applyPlan(shop.deps.db, { planId, seller });
  expect(await stateOf(feed)).toHaveLength(1_200);
  expect(await readPlan(shop.deps.db, planId)).toMatchObject({ state: "applied" });
});

test("makes no plan of a half-applied or half-undone feed, whose cars would be listed twice", async () => {
  const { feed, seller } = await aFeed();
  const rows = Array.from({ length: 501 }, (_, at) => carRow(`stock ${at}`));
  const planId = await planOf(feed, rows);
  const stop = new AbortController();
  const { signal } = stop;
  await applyPlan(shop.deps.db, { planId, seller, signal, onProgress: () => stop.abort() });
  expect(await stateOf(feed)).toHaveLength(500);
  await expect(planOf(feed, rows)).rejects.toThrow(/still being applied/);
  await applyPlan(shop.deps.db, { planId, seller });
  expect(await listChanges(shop.deps.db, await planOf(feed, rows), firstChanges)).toEqual([]);
  await setPlanState(shop.deps.db, planId, "undoing");
  await expect(planOf(feed, rows)).rejects.toThrow(/still being applied or undone/);
});

test("refuses a plan once another one was applied", async () => {
  const { feed, seller } = await aFeed();
  const first = await planOf(feed, [carRow("stock 1")]);
  await applyPlan(shop.deps.db, { planId: first, seller });
  const old = await planOf(feed, []);
  const next = await planOf(feed, [carRow("stock 1"), carRow("stock 2")]);
  await applyPlan(shop.deps.db, { planId: next, seller });
  await expect(applyPlan(shop.deps.db, { planId: old, seller })).rejects.toThrow(/Sync it again/);
  await expect(undoPlan(shop.deps.db, first)).rejects.toThrow(/Only the last sync/);
});

test("undoing a plan brings back the options of the one before, unless they were changed since", async () => {
  const { feed, seller } = await aFeed();
  const { db } = shop.deps;
  const apply = async (rate: string) => {
    const planId = await planOf(feed, [carRow("stock 1")], { rate });
    await applyPlan(db, { planId, seller });
    return planId;
  };
  const first = await apply("1");
  await undoPlan(db, first);
  expect(await readFeed(db, feed.id)).toMatchObject({ options: { rate: "1" } });
  await apply("2");
  for (const rate of ["3", "4"]) {
    const planId = await apply(rate);
    await changeFeed(db, feed.id, { fetchEtag: "same" });
    await undoPlan(db, planId);
    expect(await readFeed(db, feed.id)).toMatchObject({ options: { rate: "2" }, fetchEtag: null });
  }
  const last = await apply("5");
  await changeFeed(db, feed.id, { options: { rate: "6" } });
  await undoPlan(db, last);
  expect(await readFeed(db, feed.id)).toMatchObject({ options: { rate: "6" } });
});

test("a feed keeps its last 30 plans", async () => {
  const { feed } = await aFeed();
  const made: string[] = [];
  for (let at = 0; at < 32; at += 1) made.push(await planOf(feed, [carRow("stock 1")]));
  const plans = await Promise.all(made.map((id) => readPlan(shop.deps.db, id)));
  expect(plans.map((plan) => plan !== null)).toEqual(made.map((_, at) => at >= 2));
});

test("a feed keeps its last plan that was applied, whatever was planned since", async () => {
  const { feed, seller } = await aFeed();
  const planId = await planOf(feed, [carRow("stock 1")]);
  await applyPlan(shop.deps.db, { planId, seller });
  for (let at = 0; at < 32; at += 1) await planOf(feed, [carRow("stock 1"), carRow("stock 2")]);
  expect(await readPlan(shop.deps.db, planId)).toMatchObject({ state: "applied" });
  expect(await undoPlan(shop.deps.db, planId)).toEqual({ undone: 1, kept: 0 });
});

test("a stock number that another car gets moves no listing to it, night after night and when it is undone", async () => {
  const { feed, seller } = await aFeed();
  const sync = async (vin: string | null, others: number) => {
    const rest = Array.from({ length: others }, (_, at) => carRow(`stock ${at + 2}`));
    const planId = await planOf(feed, [carRow("stock 1", { vin }), ...rest]);
    await applyPlan(shop.deps.db, { planId, seller });
    return planId;
  };
  const vins = async () =>
    (await stateOf(feed)).flatMap(({ shown: { vin } }) => vin ?? []).toSorted();
  const [first, second, third] = [
    "WBA8B9G50HNU51111",
    "WBA3A5C50CF252222",
    "WBY1Z21000V303333",
  ] as const;
  await sync(first, 5);
  const { id: buyerId } = await anAccount(shop.deps);
  const sold = (await listKnownCars(shop.deps.db, feed.id)).find(
    ({ feedFacts }) => feedFacts.vin === first,
  )!;
  await aBooking(shop.deps, { listingId: sold.listingId, buyerId });
  await sync(second, 5);
  expect(await vins()).toEqual([second, first]);
  await undoPlan(shop.deps.db, await sync(third, 5));
  expect(await vins()).toEqual([second, first]);
  await sync(third, 5);
  expect(await vins()).toEqual([first, third].toSorted());
  const again = await sync(third, 5);
  expect((await readPlan(shop.deps.db, again))!.unchanged).toBe(6);
  const { rows } = await shop.deps.db.execute<{ vin: string }>(
    sql`select vin from listing where id = ${sold.listingId}`,
  );
  expect(rows).toEqual([{ vin: first }]);
});

test("a car that was booked after the plan was made stays as it is, also when the plan is undone", async () => {
  const { feed, seller } = await aFeed();
  const first = await planOf(feed, [carRow("stock 1"), carRow("stock 2")]);
  await applyPlan(shop.deps.db, { planId: first, seller });
  const [one] = await listKnownCars(shop.deps.db, feed.id);
  const next = await planOf(feed, [carRow("stock 1", { resalePriceMinor: 1 }), carRow("stock 2")]);
  const { id: buyerId } = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: one!.listingId, buyerId });
  await applyPlan(shop.deps.db, { planId: next, seller });
  const [booked] = await listKnownCars(shop.deps.db, feed.id);
  expect(booked).toMatchObject({ keptReason: "booked", shown: { resalePriceMinor: 1_500_000 } });
  await undoPlan(shop.deps.db, next);
  expect((await listKnownCars(shop.deps.db, feed.id))[0]).toEqual(booked);
});

test("undoing a plan keeps cars that were booked since, with the reason, and takes back the rest", async () => {
  const { feed, seller } = await aFeed();
  const { db } = shop.deps;
  const rows = ["stock 1", "stock 2", "stock 3"].map((stock) => carRow(stock));
  await applyPlan(db, { planId: await planOf(feed, rows), seller });
  const planId = await planOf(feed, [
    ...["stock 1", "stock 2"].map((stock) => carRow(stock, { resalePriceMinor: 1_450_000 })),
    ...["stock 4", "stock 5"].map((stock) => carRow(stock)),
  ]);
  await applyPlan(db, { planId, seller });
  const { id: buyerId } = await anAccount(shop.deps);
  for (const { identity, listingId } of await listKnownCars(db, feed.id))
    if (identity === "stock 1" || identity === "stock 4")
      await aBooking(shop.deps, { listingId, buyerId });
  expect(await undoPlan(db, planId)).toEqual({ undone: 3, kept: 2 });
  const changes = await listChanges(db, planId, { state: "kept", limit: 10, backward: false });
  expect(changes.map(({ identity, kind, reason }) => [identity, kind, reason]).toSorted()).toEqual([
    ["stock 1", "changed", "booked"],
    ["stock 4", "added", "booked"],
  ]);
  const { rows: onSale } = await db.execute(sql`select identity, resale_price_minor::int as price
    from listing join feed_car on listing_id = id
    where feed_id = ${feed.id} and withdrawn_at is null and not is_retired order by identity`);
  expect(onSale).toEqual([
    { identity: "stock 1", price: 1_450_000 },
    { identity: "stock 2", price: 1_500_000 },
    { identity: "stock 3", price: 1_500_000 },
    { identity: "stock 4", price: 1_500_000 },
  ]);
});

test("undoing a plan keeps the moment at which the seller deleted one of its cars", async () => {
  const { feed, seller } = await aFeed();
  const { db } = shop.deps;
  const planId = await planOf(feed, [carRow("stock 1"), carRow("stock 2")]);
  await applyPlan(db, { planId, seller });
  const [one, two] = await listKnownCars(db, feed.id);
  const monday = "2026-06-01T09:00:00.000Z";
  await db.execute(
    sql`update listing set withdrawn_at = ${monday}::timestamptz where id = ${one!.listingId}`,
  );
  await undoPlan(db, planId);
  const { rows: withdrawn } = await db.execute(sql`select id from listing
    where id in (${one!.listingId}, ${two!.listingId}) and withdrawn_at = ${monday}::timestamptz`);
  expect(withdrawn).toEqual([{ id: one!.listingId }]);
});

test("undoing a plan keeps the moment at which the seller took a car that it relisted off sale", async () => {
  const { feed, seller } = await aFeed();
  const { db } = shop.deps;
  const rows = ["stock 1", "stock 2", "stock 3"].map((stock) => carRow(stock));
  const sync = async (cars: readonly CarRow[]) => {
    const planId = await planOf(feed, cars);
    await applyPlan(db, { planId, seller });
    return planId;
  };
  await sync(rows);
  await sync(rows.slice(2));
  const planId = await sync(rows);
  const [one, two] = await listKnownCars(db, feed.id);
  const monday = "2026-06-01T09:00:00.000Z";
  await db.execute(sql`update listing set withdrawn_at = ${monday}::timestamptz,
    off_sale_at = ${monday}::timestamptz where id = ${one!.listingId}`);
  await undoPlan(db, planId);
  const { rows: moments } = await db.execute(sql`select identity,
    withdrawn_at = ${monday}::timestamptz as "isWithdrawnOnMonday",
    off_sale_at = ${monday}::timestamptz as "isOffSaleOnMonday"
    from listing join feed_car on listing_id = id
    where id in (${one!.listingId}, ${two!.listingId}) order by identity`);
  expect(moments).toEqual([
    { identity: "stock 1", isWithdrawnOnMonday: true, isOffSaleOnMonday: true },
    { identity: "stock 2", isWithdrawnOnMonday: false, isOffSaleOnMonday: false },
  ]);
});

test("a car that an admin removed after the plan was made stays as it is, with the reason", async () => {
  const { feed, seller } = await aFeed();
  const first = await planOf(feed, [carRow("stock 1"), carRow("stock 2")]);
  await applyPlan(shop.deps.db, { planId: first, seller });
  const [one] = await listKnownCars(shop.deps.db, feed.id);
  const planId = await planOf(feed, [carRow("stock 1", { resalePriceMinor: 1_450_000 })]);
  await shop.deps.db.execute(
    sql`update listing set removed_at = now() where id = ${one!.listingId}`,
  );
  await applyPlan(shop.deps.db, { planId, seller });
  const query = { state: "skipped", limit: 10, backward: false } as const;
  expect(await listChanges(shop.deps.db, planId, query)).toMatchObject([
    { identity: "stock 1", kind: "changed", reason: "removed" },
  ]);
  expect((await listKnownCars(shop.deps.db, feed.id))[0]!.shown.resalePriceMinor).toBe(1_500_000);
});

test("a price that the seller changes after the plan was made stays, and the rest is applied", async () => {
  const { feed, seller } = await aFeed();
  const first = await planOf(feed, [carRow("stock 1")]);
  await applyPlan(shop.deps.db, { planId: first, seller });
  const [{ listingId }] = (await listKnownCars(shop.deps.db, feed.id)) as [KnownCar];
  const planId = await planOf(feed, [
    carRow("stock 1", { resalePriceMinor: 1_450_000, colour: "green" }),
  ]);
  const setPrice = (priceMinor: number) =>
    shop.deps.db.execute(
      sql`update listing set resale_price_minor = ${priceMinor} where id = ${listingId}`,
    );
  const shown = async () => (await listKnownCars(shop.deps.db, feed.id))[0]!.shown;
  await setPrice(1_480_000);
  await applyPlan(shop.deps.db, { planId, seller });
  expect(await shown()).toMatchObject({ resalePriceMinor: 1_480_000, colour: "green" });
  // What the seller changes after the sync stays when it is undone.
  await shop.deps.db.execute(sql`update listing set colour = 'white' where id = ${listingId}`);
  await undoPlan(shop.deps.db, planId);
  expect(await shown()).toMatchObject({ resalePriceMinor: 1_480_000, colour: "white" });
});

test("a car whose VIN another listing has on sale is skipped, with the reason", async () => {
  const vin = "WBA8B9G50HNU77701";
  const first = await aFeed();
  const second = await aFeed();
  await applyPlan(shop.deps.db, {
    planId: await planOf(first.feed, [carRow("stock 1", { vin })]),
    seller: first.seller,
  });
  const rows = [carRow("stock 2", { vin }), carRow("stock 3", { vin: "WBA8B9G50HNU77702" })];
  const planId = await planOf(second.feed, rows);
  await applyPlan(shop.deps.db, { planId, seller: second.seller });
  expect((await stateOf(second.feed)).map(({ identity }) => identity)).toEqual(["stock 3"]);
  const changes = await listChanges(shop.deps.db, planId, {
    state: "skipped",
    limit: 10,
    backward: false,
  });
  expect(changes).toMatchObject([{ identity: "stock 2", reason: "vin_taken" }]);
});
