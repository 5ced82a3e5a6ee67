import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { statsDays } from "#shared/seller-stats/seller-stats-contract.ts";
import { createLogger } from "#server/platform/logger.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createViewCounter } from "./create-view-counter.ts";
import { pruneVisits } from "./view-store.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let car: Awaited<ReturnType<typeof aListing>>;
beforeAll(async () => {
  shop = await createTestApp();
});
beforeEach(async () => {
  seller = await anAccount(shop.deps, { role: "Seller" });
  car = await aListing(shop.deps, { sellerId: seller.id, name: "Counted" });
});
afterAll(() => shop.close());

const browser =
  "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0 Safari/537.36";
async function open(given: { token?: string; agent?: string; id?: string; ip?: string } = {}) {
  const { token, agent = browser, id = car.id, ip = "203.0.113.7" } = given;
  const answer = await shop.app.inject({
    method: "POST",
    url: `/api/products/${id}/views`,
    remoteAddress: ip,
    headers: { "user-agent": agent, ...(token && { authorization: `Bearer ${token}` }) },
  });
  return { status: answer.statusCode, body: answer.json<unknown>() };
}
const readStats = async (token = seller.token) =>
  (await shop.call("GET", "/api/seller/stats", { token })).body as {
    days: string[];
    views: number[];
    bookings: number[];
    cars: {
      name: string;
      views: number;
      viewsByDay: number[];
      bookings: number;
      daysListed: number;
    }[];
  };

test("counts each visitor once a day, and shows it to the seller at once", async () => {
  for (let time = 0; time < 3; time++)
    expect(await open()).toMatchObject({ status: 200, body: { acknowledged: true } });
  // Callers choose their user agent, so a different one is not a new visitor.
  for (let time = 0; time < 5; time++) await open({ agent: `${browser} another/${time}` });
  await open({ ip: "203.0.113.8" });
  const buyer = await anAccount(shop.deps);
  await open({ token: buyer.token });
  await open({ token: buyer.token, agent: "Mozilla/5.0 (iPhone)" });
  const { days, views, cars } = await readStats();
  expect(days).toHaveLength(statsDays);
  expect(days.at(-1)).toBe(new Date().toISOString().slice(0, 10));
  expect(views).toEqual([...Array<number>(statsDays - 1).fill(0), 3]);
  expect(cars).toMatchObject([{ name: "Counted", views: 3, bookings: 0, daysListed: 0 }]);
});

test("counts other sellers, but not the car's own seller, admins or bots", async () => {
  const admin = await anAccount(shop.deps, { role: "admin" });
  const other = await anAccount(shop.deps, { role: "Seller" });
  await open({ token: seller.token });
  await open({ token: admin.token });
  await open({ agent: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" });
  await open({ agent: "curl/8.0" });
  await open({ agent: "" });
  expect((await readStats()).views.at(-1)).toBe(0);
  await open({ token: other.token });
  expect((await readStats()).views.at(-1)).toBe(1);
});

test("refuses a view of a car that visitors cannot see", async () => {
  await shop.deps.db.execute(sql`update listing set removed_at = now() where id = ${car.id}`);
  await shop.deps.catalogue.refresh();
  expect((await open()).status).toBe(404);
  expect((await open({ id: "nothing" })).status).toBe(404);
});

test("sellers see only the stats of their own cars", async () => {
  await open();
  const buyer = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id });
  const other = await anAccount(shop.deps, { role: "Seller" });
  await aListing(shop.deps, { sellerId: other.id, removedAt: new Date() });
  const theirs = await readStats(other.token);
  expect(theirs.cars).toEqual([]);
  expect(theirs.views.every((count) => count === 0)).toBe(true);
  expect(theirs.bookings.every((count) => count === 0)).toBe(true);
});

test("covers the last 30 days by day in UTC, the most viewed car first", async () => {
  const quiet = await aListing(shop.deps, {
    sellerId: seller.id,
    name: "Quiet",
    createdAt: new Date(Date.now() - 45.5 * 86_400_000),
  });
  const buyer = await anAccount(shop.deps);
  const { rows } = await shop.deps.db.execute<{ day: string }>(
    sql`select to_char((now() at time zone 'UTC')::date - n, 'YYYY-MM-DD') as day from generate_series(0, 30) as n`,
  );
  const day = (ago: number) => rows[ago]!.day;
  await shop.deps.db.execute(sql`insert into listing_view_day (listing_id, day, views)
    values (${car.id}, ${day(29)}, 5), (${car.id}, ${day(30)}, 50), (${quiet.id}, ${day(1)}, 2)`);
  await aBooking(shop.deps, { listingId: quiet.id, buyerId: buyer.id, state: "cancelled" });
  await aBooking(shop.deps, {
    listingId: quiet.id,
    buyerId: buyer.id,
    // A sale, although a part of the payment went back.
    state: "partly_refunded",
    createdAt: new Date(`${day(2)}T23:59:59.999Z`),
  });
  const { views, bookings, cars } = await readStats();
  expect(views[0]).toBe(5);
  expect(views.reduce((sum, count) => sum + count)).toBe(7);
  expect([bookings.at(-1), bookings.at(-3)]).toEqual([1, 1]);
  expect(cars.map(({ name, views: total, bookings: booked }) => [name, total, booked])).toEqual([
    ["Counted", 5, 0],
    ["Quiet", 2, 2],
  ]);
  // It was sold at the end of the day before yesterday: one to two days ago.
  expect([43, 44]).toContain(cars[1]!.daysListed);
});

test("counts a visitor once, whichever processes the views reach", async () => {
  const log = createLogger({ ...shop.deps.config, LOG_LEVEL: "silent" });
  const processes = Array.from({ length: 3 }, () => createViewCounter({ db: shop.deps.db, log }));
  for (let time = 0; time < 2; time++) {
    for (const counter of processes)
      for (const visitor of ["one", "two"]) counter.note(car.id, visitor);
    await Promise.all(processes.map((counter) => counter.flush()));
  }
  processes[1]!.note(car.id, "three");
  // A restarted process knows the visitors of its predecessor, too.
  const restarted = createViewCounter({ db: shop.deps.db, log });
  restarted.note(car.id, "one");
  await Promise.all([...processes, restarted].map((counter) => counter.stop()));
  expect((await readStats()).views.at(-1)).toBe(3);
});

test("stores visitors only as hashes, which reach no log, replica or physical backup", async () => {
  await open({ ip: "203.0.113.99" });
  await shop.deps.views.flush();
  const { rows } = await shop.deps.db.execute(
    sql`select relname, relpersistence from pg_class
      where relname in ('listing_view_salt', 'listing_view_visit') order by relname`,
  );
  expect(rows).toEqual([
    { relname: "listing_view_salt", relpersistence: "u" },
    { relname: "listing_view_visit", relpersistence: "u" },
  ]);
  const visits = await shop.deps.db.execute<{ visit: Buffer }>(
    sql`select visit from listing_view_visit`,
  );
  for (const { visit } of visits.rows) {
    expect(visit).toHaveLength(16);
    expect(visit.toString("latin1")).not.toContain("203.0.113");
  }
});

test("the cleanup forgets the visitors of past days and still recognizes those of today", async () => {
  await open();
  expect((await readStats()).views.at(-1)).toBe(1);
  await shop.deps.db.execute(
    sql`insert into listing_view_visit select day - 2, visit from listing_view_visit on conflict do nothing`,
  );
  await shop.deps.db.execute(
    sql`insert into listing_view_salt select day - 2, salt from listing_view_salt on conflict do nothing`,
  );
  await pruneVisits(shop.deps.db);
  await open();
  expect((await readStats()).views.at(-1)).toBe(1);
  const { rows } = await shop.deps.db.execute(
    sql`select day from listing_view_visit where day < current_date - 1
        union all select day from listing_view_salt where day < current_date - 1`,
  );
  expect(rows).toEqual([]);
});

test("forgets visitors every day, and saves counts later if saving fails", async () => {
  let now = new Date("2026-03-01T23:59:00Z");
  const log = createLogger({ ...shop.deps.config, LOG_LEVEL: "silent" });
  let broken = true;
  const db = new Proxy(shop.deps.db, {
    get: (target, name) => {
      if (broken && name === "insert") throw new Error("no database");
      return Reflect.get(target, name) as unknown;
    },
  });
  const counter = createViewCounter({ db, log }, () => now);
  counter.note(car.id, "one");
  counter.note(car.id, "one");
  await counter.flush();
  now = new Date("2026-03-02T00:01:00Z");
  counter.note(car.id, "one");
  broken = false;
  await counter.stop();
  const { rows } = await shop.deps.db.execute(
    sql`select day::text, views from listing_view_day where listing_id = ${car.id} order by day`,
  );
  expect(rows).toEqual([
    { day: "2026-03-01", views: 1 },
    { day: "2026-03-02", views: 1 },
  ]);
});
