import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listBookings } from "#server/booking-management/list-bookings.ts";
import { requestBooking } from "#server/booking-management/request-booking.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { listReported } from "#server/reports/list-reported.ts";
import { anAccount } from "#testing/builders.ts";
import { readPlans, stepsOf } from "#testing/database/read-plans.ts";
import { createTestApp } from "#testing/test-app.ts";
import { listOwnListings } from "./list-own-listings.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Viewer;
let admin: Viewer;
let buyer: Viewer;

beforeAll(async () => {
  shop = await createTestApp();
  const { deps } = shop;
  const viewer = async (role: Viewer["role"]) => {
    const account = await anAccount(deps, { role });
    return {
      accountId: account.id,
      identityId: "",
      sessionId: "",
      name: account.name,
      email: account.email,
      role,
      isVerified: false,
    };
  };
  [seller, admin, buyer] = [await viewer("Seller"), await viewer("admin"), await viewer("Buyer")];
  await deps.db.execute(sql`
    insert into listing (id, seller_id, name, make, category_id, resale_price_minor, created_at)
    select gen_random_uuid(), ${seller.accountId}, 'Car ' || n % 3000, 'BMW', 1 + n % 3, 100 + n, now() - make_interval(secs => n) from generate_series(1, 34568) as n`);
  await deps.db.execute(
    sql`insert into report (id, listing_id, reporter_id) select gen_random_uuid(), id, ${buyer.accountId} from listing order by id limit 300`,
  );
  await deps.db.execute(sql`
    insert into booking (id, listing_id, buyer_id, state, item, image, price_minor, due_now_minor, currency, name, email, expires_at)
    select gen_random_uuid(), id, ${buyer.accountId}, 'cancelled', name, '', 100, 100, 'USD', '', '', now() from listing order by id desc limit 3000`);
  await deps.db.execute(sql`analyze`);
  // Refresh now, so that the catalog's own queries are not measured with those of a list.
  await deps.catalogue.refresh();
});

afterAll(() => shop.close());

/** Runs `work` and returns the tables that each statement scans completely, according to PostgreSQL's plans. */
async function tablesReadWhole(
  work: () => Promise<unknown>,
): Promise<{ statement: string; tables: string[] }[]> {
  const plans = await readPlans(shop.deps.pool, work);
  expect(plans.length).toBeGreaterThan(0);
  return plans.map(({ statement, plan }) => ({
    statement: statement.slice(-400),
    tables: stepsOf(plan)
      .filter((step) => step["Node Type"] === "Seq Scan")
      .map((step) => step["Relation Name"] ?? ""),
  }));
}

const lists: [string, () => Promise<unknown>][] = [
  ["a seller's products", () => listOwnListings(shop.deps, seller, { limit: 200 })],
  ["all products, for an admin", () => listOwnListings(shop.deps, admin, { limit: 200 })],
  ["reported products", () => listReported(shop.deps, { limit: 200, sort: "-reported" })],
  [
    "a buyer's bookings",
    () => listBookings(shop.deps, buyer, { email: buyer.email, limit: 200, sort: "-booked" }),
  ],
];

test.each(lists)("reads %s by an index among 34,568 cars, on every page", async (_name, list) => {
  for (const { statement, tables } of await tablesReadWhole(list))
    expect(tables, statement).not.toContain("listing");
});

test("the admin's lists of users read no listings", async () => {
  const account = await anAccount(shop.deps, { role: "admin" });
  for (const path of ["/api/seller", "/api/buyer", "/api/users"]) {
    const plans = await tablesReadWhole(() => shop.call("GET", path, { token: account.token }));
    for (const { statement, tables } of plans) {
      expect(tables).not.toContain("listing");
      expect(statement).not.toContain('"listing"');
    }
  }
  const { body } = await shop.call("GET", "/api/seller", { token: account.token });
  expect(body[0].listingCount).toBe(34_568);
});

test("reads the second page of listings by an index", async () => {
  for (const viewer of [seller, admin]) {
    const { nextCursor } = await listOwnListings(shop.deps, viewer, { limit: 50 });
    const plans = await tablesReadWhole(() =>
      listOwnListings(shop.deps, viewer, { limit: 50, cursor: nextCursor! }),
    );
    for (const { statement, tables } of plans) expect(tables, statement).not.toContain("listing");
  }
});

test("public lists send no statements", async () => {
  const { pool } = shop.deps;
  const { rows: before } = await pool.query<{ calls: string }>(
    `select coalesce(sum(seq_scan), 0) as calls from pg_stat_user_tables where relname = 'listing'`,
  );
  for (const path of [
    "/api/products",
    "/api/products/1?sort=price-desc&limit=200",
    "/api/category",
  ])
    expect((await shop.call("GET", path)).status).toBe(200);
  const { rows: after } = await pool.query<{ calls: string }>(
    `select coalesce(sum(seq_scan), 0) as calls from pg_stat_user_tables where relname = 'listing'`,
  );
  expect(after).toEqual(before);
});

test("a booking by name finds its listing by an index", async () => {
  const { rows } = await shop.deps.db.execute<{ "QUERY PLAN": string }>(
    sql`explain select id from listing where name = 'Car 7' and withdrawn_at is null and removed_at is null`,
  );
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("listing_name");
  const answer = await requestBooking(
    shop.deps,
    buyer,
    { item: "Car 7", price: 1, image: "/cars/none.webp", phone: "", location: "" },
    "127.0.0.1",
  );
  expect(answer.acknowledged).toBe(false);
});
