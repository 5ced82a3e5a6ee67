import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProductListQuery } from "#shared/listings/listing-contract.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createCatalogue, type Catalogue } from "./public.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let otherDatabase: ReturnType<typeof connectDatabase>;
let other: Catalogue;
let sellerId: string;

beforeAll(async () => {
  shop = await createTestApp();
  otherDatabase = connectDatabase(shop.databaseUrl, 4);
  other = createCatalogue({
    ...otherDatabase,
    config: shop.deps.config,
    log: shop.deps.log,
    ratings: shop.deps.valuation,
  });
  await other.loaded;
  sellerId = (await anAccount(shop.deps, { role: "Seller", isVerified: true, location: "Porto" }))
    .id;
});

afterAll(async () => {
  await other.stop();
  await otherDatabase.pool.end();
  await shop.close();
});

const query = (given: Partial<ProductListQuery> = {}): ProductListQuery => ({
  limit: 50,
  sort: "newest",
  ...given,
});

/** Waits for a change to arrive, also on a busy machine. */
async function arrives(condition: () => boolean): Promise<void> {
  await expect.poll(condition, { timeout: 20_000, interval: 5 }).toBe(true);
}

const listeners = sql`
  select pid from pg_stat_activity where datname = current_database() and query ilike 'listen "catalogue_changed"%'`;

async function sqlCounts() {
  const { rows } = await shop.deps.db.execute<{ category_id: number; cars: number }>(sql`
    select category_id, count(*)::int as cars from listing
    join account on account.id = seller_id and account.deleted_at is null
    where withdrawn_at is null and removed_at is null
      and not exists (select 1 from booking where listing_id = listing.id and state in ('paid', 'partly_refunded'))
    group by 1`);
  return {
    1: 0,
    2: 0,
    3: 0,
    ...Object.fromEntries(rows.map((row) => [row.category_id, row.cars])),
  };
}

test("every kind of change in one process shows in another", async () => {
  const car = await aListing(shop.deps, { sellerId, make: "Audi", location: "" });
  await arrives(() => other.find(car.id)?.status === "available");
  expect(other.find(car.id)).toMatchObject({
    isAdvertise: false,
    location: "Porto",
    isSellerVerified: true,
    isReported: false,
  });

  await shop.deps.db
    .update(listingTable)
    .set({ isAdvertised: true })
    .where(sql`id = ${car.id}`);
  await arrives(() =>
    other.listAdvertised(query()).products.some((product) => product._id === car.id),
  );

  const buyer = await anAccount(shop.deps);
  const booking = await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id });
  await arrives(() => other.find(car.id)?.status === "reserved");

  await shop.deps.db.execute(
    sql`insert into report (id, listing_id, reporter_id) values (${randomUUID()}, ${car.id}, ${buyer.id})`,
  );
  await arrives(() => other.find(car.id)?.isReported === true);

  await shop.deps.db.execute(
    sql`update account set is_verified = false, name = 'Renamed' where id = ${sellerId}`,
  );
  await arrives(
    () => other.find(car.id)?.sellerName === "Renamed" && !other.find(car.id)!.isSellerVerified,
  );

  const suspended = sql`update account set suspended_at = now() where id = ${sellerId}`;
  await shop.deps.db.execute(suspended);
  await arrives(() => other.find(car.id) === null);
  await shop.deps.db.execute(sql`update account set suspended_at = null where id = ${sellerId}`);
  await arrives(() => other.find(car.id)?.status === "reserved");

  const before = other.counts()[3]!;
  await shop.deps.db
    .update(bookingTable)
    .set({ state: "paid" })
    .where(sql`id = ${booking.id}`);
  await arrives(() => other.find(car.id) === null && other.counts()[3] === before - 1);
  expect(other.listAdvertised(query()).products.some((product) => product._id === car.id)).toBe(
    false,
  );
  expect(other.listedCount(sellerId)).toBe(1);

  await shop.deps.db
    .update(bookingTable)
    .set({ state: "cancelled" })
    .where(sql`id = ${booking.id}`);
  await arrives(() => other.find(car.id)?.status === "available");
});

test("a process whose notifications are cut off catches up, and listens again", async () => {
  const cut = sql`select pg_terminate_backend(pid) from (${listeners}) as listening`;
  const before = await shop.deps.db.execute(listeners);
  expect(before.rows).toHaveLength(2);
  await shop.deps.db.execute(cut);
  const car = await aListing(shop.deps, { sellerId });
  await arrives(() => other.find(car.id) !== null);
  const pids = new Set(before.rows.map((row) => row.pid));
  await expect
    .poll(async () => (await shop.deps.db.execute(listeners)).rows, { timeout: 20_000 })
    .toSatisfy(
      (rows: typeof before.rows) => rows.length === 2 && !rows.some((row) => pids.has(row.pid)),
    );

  // Also while the new connections are cut again and again.
  const cutting = setInterval(() => void shop.deps.db.execute(cut), 5);
  const second = await aListing(shop.deps, { sellerId });
  await arrives(() => other.find(second.id) !== null);
  clearInterval(cutting);
});

test("reads all transactions that commit out of order", async () => {
  const late = await otherDatabase.pool.connect();
  const ids = [randomUUID(), randomUUID()];
  const insert = `insert into listing (id, seller_id, name, make, category_id, resale_price_minor) values ($1, $2, 'Late', 'BMW', 1, 100)`;
  await late.query("begin");
  await late.query(insert, [ids[0], sellerId]);
  await otherDatabase.pool.query(insert, [ids[1], sellerId]);
  await arrives(() => other.find(ids[1]!) !== null);
  expect(other.find(ids[0]!)).toBeNull();
  await late.query("commit");
  late.release();
  await arrives(() => other.find(ids[0]!) !== null);
});

test("the version increases only when something that visitors see changes", async () => {
  const car = await aListing(shop.deps, { sellerId });
  await shop.deps.catalogue.refresh();
  const before = shop.deps.catalogue.version();
  await shop.deps.db.execute(
    sql`update listing set phone = '+1 800 555 0177' where id = ${car.id}`,
  );
  await shop.deps.catalogue.refresh();
  expect(shop.deps.catalogue.version()).toBe(before);
  await shop.deps.db.execute(sql`update listing set name = 'New name' where id = ${car.id}`);
  await shop.deps.catalogue.refresh();
  expect(shop.deps.catalogue.version()).toBeGreaterThan(before);
});

test("counts match the database, even after a seller is deleted and cars are added in bulk", async () => {
  const leaving = await anAccount(shop.deps, { role: "Seller" });
  await shop.deps.db.execute(sql`
    insert into listing (id, seller_id, name, make, category_id, resale_price_minor, created_at)
    select gen_random_uuid(), case when n % 10 = 0 then ${leaving.id}::uuid else ${sellerId}::uuid end, 'Bulk', 'BMW', 1 + n % 3, 100 + n * 7 % 900, now() - make_interval(secs => n % 500)
    from generate_series(1, 3000) as n`);
  await shop.deps.catalogue.refresh();
  expect(shop.deps.catalogue.counts()).toEqual(await sqlCounts());
  await shop.deps.db.execute(sql`update account set deleted_at = now() where id = ${leaving.id}`);
  await shop.deps.db.execute(
    sql`update listing set withdrawn_at = now() where resale_price_minor = 107`,
  );
  await shop.deps.catalogue.refresh();
  expect(shop.deps.catalogue.counts()).toEqual(await sqlCounts());
  await arrives(
    () => JSON.stringify(other.counts()) === JSON.stringify(shop.deps.catalogue.counts()),
  );
  expect(shop.deps.catalogue.listedCount(leaving.id)).toBe(0);
});

test.each(["newest", "price-asc", "price-desc"] as const)(
  "pages sorted by %s contain every car once, in order, while cars are added",
  async (sort) => {
    const { catalogue } = shop.deps;
    const expected = await inOrder(sort);
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = catalogue.listCategory(2, query({ sort, limit: 37, cursor }))!;
      seen.push(...page.products.map((product) => product._id));
      cursor = page.nextCursor ?? undefined;
      if (seen.length < 200)
        await aListing(shop.deps, {
          sellerId,
          make: "Mercedes-Benz",
          resalePriceMinor: 50 + seen.length * 9,
        });
    } while (cursor);
    const were = new Set(expected);
    expect(seen.filter((id) => were.has(id))).toEqual(expected);
    expect(new Set(seen).size).toBe(seen.length);

    const offsets: [number, number][] = [];
    let before = 0;
    do {
      const page = catalogue.listCategory(2, query({ sort, limit: 37, cursor }))!;
      offsets.push([page.offset, before]);
      before += page.products.length;
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    for (const [offset, counted] of offsets) expect(offset).toBe(counted);
    expect(offsets.length).toBeGreaterThan(2);
  },
);

async function inOrder(sort: ProductListQuery["sort"]): Promise<string[]> {
  const order = {
    newest: sql`listing.created_at desc, listing.id desc`,
    "price-asc": sql`resale_price_minor asc, listing.created_at desc, listing.id desc`,
    "price-desc": sql`resale_price_minor desc, listing.created_at asc, listing.id asc`,
  }[sort];
  const { rows } = await shop.deps.db.execute<{ id: string }>(sql`
    select listing.id from listing join account on account.id = seller_id and account.deleted_at is null
    where category_id = 2 and withdrawn_at is null and removed_at is null order by ${order}`);
  return rows.map((row) => row.id);
}

test("refuses a malformed cursor and one from another order", async () => {
  const { catalogue } = shop.deps;
  const { nextCursor } = catalogue.listCategory(1, query({ limit: 1 }))!;
  const refused = expect.objectContaining({ code: "invalid_cursor" });
  expect(() =>
    catalogue.listCategory(1, query({ sort: "price-asc", cursor: nextCursor! })),
  ).toThrow(refused);
  for (const cursor of ["", "x", "W10", "bnVsbA", nextCursor!.slice(3)])
    expect(() => catalogue.listCategory(1, query({ cursor }))).toThrow(refused);
  expect(catalogue.listCategory(4, query())).toBeNull();
});

test("the version increases when a car is removed or one of its dates changes", async () => {
  const { catalogue, db } = shop.deps;
  const car = await aListing(shop.deps, { sellerId });
  const changes = [
    sql`update listing set created_at = created_at - interval '1 day' where id = ${car.id}`,
    sql`update listing set withdrawn_at = now() where id = ${car.id}`,
  ];
  await catalogue.refresh();
  for (const [index, change] of changes.entries()) {
    const before = catalogue.version();
    await db.execute(change);
    await catalogue.refresh();
    expect([index, catalogue.version() > before]).toEqual([index, true]);
  }
  expect(catalogue.find(car.id)).toBeNull();
});

test("a page's total counts the whole list", () => {
  const { catalogue } = shop.deps;
  const inAll = catalogue.counts()[2]!;
  expect(inAll).toBeGreaterThan(2);
  expect(catalogue.listCategory(2, query({ limit: 2 }))).toMatchObject({ total: inAll });
});
