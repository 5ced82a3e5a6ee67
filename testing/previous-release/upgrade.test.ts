import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoPassword } from "#server/demo/demo-accounts.ts";
import { policy } from "#server/policy.ts";
import { cookieOf } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";
import {
  createDatabase,
  serverVariable,
  type TestDatabase,
} from "#testing/database/test-database.ts";

// The data of a shop that ran the release with migrations 0000 to 0014: the demo, sales, refunds, a dispute, reports,
// a suspension, appeals, emails and a quarantined payment.
const lastMigration = 14;
const dump = path.join(import.meta.dirname, "data-0014.sql");
const dumpedAt = "2026-11-22T04:54:00Z";

type Account = { token: string; email: string; id: string };

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Account;
let buyer: Account;
let seller: Account;

beforeAll(async () => {
  shop = await createTestApp({ DEMO: "1" }, { database: await previousDatabase() });
  const signIn = async (email: string): Promise<Account> => {
    const body = { email, password: demoPassword };
    const answer = await shop.call("POST", "/api/auth/sign-in/email", { body });
    const headers = { cookie: cookieOf(answer) };
    const { accessToken: token } = (await shop.call("GET", `/api/jwt?email=${email}`, { headers }))
      .body as { accessToken: string };
    const { body: account } = await shop.call("GET", "/api/account", { token });
    return { token, email, id: account._id as string };
  };
  admin = await signIn("admin@marque.example");
  buyer = await signIn("buyer@marque.example");
  seller = await signIn("seller@marque.example");
});
afterAll(() => shop.close());

/** A database as the previous release left it. */
async function previousDatabase(): Promise<TestDatabase> {
  const database = await createDatabase(process.env[serverVariable]!, "template0");
  const folder = await mkdtemp(path.join(tmpdir(), "marque-migrations-"));
  await cp("db/migrations", folder, { recursive: true });
  const journalFile = path.join(folder, "meta/_journal.json");
  const journal = JSON.parse(await readFile(journalFile, "utf8")) as { entries: { idx: number }[] };
  journal.entries = journal.entries.filter(({ idx }) => idx <= lastMigration);
  await writeFile(journalFile, JSON.stringify(journal));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await migrate(drizzle({ client }), { migrationsFolder: folder });
  await client.query(asOfNow(await readFile(dump, "utf8")));
  await client.end();
  await rm(folder, { recursive: true });
  return database;
}

/** The dump with all times as much later as it is older than today. A car that is held would not be any more. */
function asOfNow(sql: string): string {
  const age = Date.now() - Date.parse(dumpedAt);
  return sql.replace(/'(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d[.\d]*)\+00'/g, (_all, day, time) => {
    return `'${new Date(Date.parse(`${day}T${time}Z`) + age).toISOString()}'`;
  });
}

const read = async (url: string, account?: Account) => {
  const { status, body } = await shop.call("GET", url, { token: account?.token });
  return { url, status, body: body as never };
};

describe("a database of the previous release", () => {
  test("answers every call that a page reads, for every role", async () => {
    const [booking] = (await read("/api/bookings", buyer)).body as { _id: string }[];
    const [car] = (await read("/api/addproduct", seller)).body as { _id: string }[];
    const [listed] = (await read("/api/products/1")).body as { _id: string }[];
    const paths: Record<string, string> = {
      "/api/listings/:id": `/api/listings/${listed!._id}`,
      "/api/listings/:id/similar": `/api/listings/${listed!._id}/similar`,
      "/api/listings/:id/valuation": `/api/listings/${listed!._id}/valuation`,
      "/api/seller/:id/checks": `/api/seller/${seller.id}/checks`,
      "/api/listings/:id/checks": `/api/listings/${listed!._id}/checks`,
      "/api/listings/:id/reviews": `/api/listings/${listed!._id}/reviews`,
      "/api/listings/:id/history": `/api/listings/${listed!._id}/history`,
      "/api/listings/:id/history/seals": `/api/listings/${listed!._id}/history/seals`,
      "/api/valuation/estimate": "/api/valuation/estimate?make=BMW",
      "/api/products/:id": "/api/products/1",
      "/api/products/:id/estimate": `/api/products/${car!._id}/estimate?make=BMW`,
      "/api/addproduct/:id": `/api/addproduct/${car!._id}`,
      "/api/bookings/:id": `/api/bookings/${booking!._id}`,
      "/api/bookings/:id/payment": `/api/bookings/${booking!._id}/payment`,
      "/api/users/admin/:email": `/api/users/admin/${admin.email}`,
      "/api/users/seller/:email": `/api/users/seller/${seller.email}`,
    };
    const roles = { admin, Buyer: buyer, Seller: seller };
    const isSelfReading = (route: string) => route.startsWith("/api/users/") && route.includes(":");
    const failed: unknown[] = [];
    let calls = 0;
    for (const [call, rule] of Object.entries(policy)) {
      const [method, route] = call.split(" ") as [string, string];
      if (method !== "GET" || rule === "session" || route.includes("/receipt")) continue;
      // The previous release had no feeds.
      if (route.startsWith("/api/feeds/:id")) continue;
      // It needs a link of an email, and redirects.
      if (route === "/api/saved-searches/unsubscribe") continue;
      for (const role of ["admin", "Buyer", "Seller"] as const) {
        if (Array.isArray(rule) && !rule.includes(role)) continue;
        if (isSelfReading(route) && role !== "admin") continue;
        // A booking is its buyer's and the admins'.
        if (route.startsWith("/api/bookings/") && role === "Seller") continue;
        const { status, body } = await read(paths[route] ?? route, roles[role]);
        calls += 1;
        if (status !== 200) failed.push({ route, role, status, body });
      }
    }
    expect(failed).toEqual([]);
    expect(calls).toBeGreaterThan(35);
  });

  test("keeps what renamed tables and columns held", async () => {
    const appeals = (await read("/api/appeals", admin)).body as { text: string; kind: string }[];
    expect(appeals.map(({ text }) => text)).toContain("The pictures are right.");
    expect(appeals.map(({ kind }) => kind).toSorted()).toEqual([
      "removal",
      "removal",
      "suspension",
    ]);
    const [action] = (await read("/api/moderation", seller)).body as { reason: string }[];
    expect(action).toMatchObject({
      kind: "removal",
      reason: expect.stringContaining("Not as described"),
      appeal: { text: "The pictures are right.", outcome: null },
    });
    expect((await read("/api/dashboard-summary", admin)).body).toMatchObject({
      role: "admin",
      appealsToDecide: 3,
      quarantinedPayments: 1,
      disputedPayments: 1,
    });
    const { rows } = await shop.deps.pool.query(`
      select (select count(*)::int from email) as emails, (select sum(attempts)::int from email) as attempts,
        (select count from rate_limit_count) as counted,
        (select count(*)::int from identity_session where reauthenticated_at is null) as sessions,
        (select count(*)::int from listing where sale_reversed_at is not null) as reversed`);
    expect(rows).toEqual([{ emails: 39, attempts: 0, counted: 3, sessions: 0, reversed: 1 }]);
  });

  test("keeps each car's image as its first photo and its price as the first of its history", async () => {
    const { rows } = await shop.deps.pool.query<{ photo: boolean; cars: number }>(`
      select image is not null as photo, count(*)::int as cars from listing
      where photos = (case when image is null then '[]'
          else jsonb_build_array(jsonb_build_object('image', image, 'alt', '')) end)
        and updated_at = created_at
        and (select array_agg((price_minor, at)) from listing_price_change where listing_id = listing.id)
          = array[(resale_price_minor, created_at)]
      group by 1 order by 1`);
    expect(rows).toEqual([
      { photo: false, cars: expect.any(Number) },
      { photo: true, cars: expect.any(Number) },
    ]);
    const all = await shop.deps.pool.query("select count(*)::int as cars from listing");
    expect(rows[0]!.cars + rows[1]!.cars).toBe(all.rows[0].cars);
  });

  test("lets a seller change a car", async () => {
    const own = (await read("/api/addproduct", seller)).body as {
      _id: string;
      image: string;
      allowedActions: string[];
    }[];
    const car = own.find(({ allowedActions }) => allowedActions.includes("edit"))!;
    const changed = await shop.call("PATCH", `/api/products/${car._id}`, {
      token: seller.token,
      body: { resalePrice: 12_345 },
    });
    expect(changed.body).toEqual({ modifiedCount: 1 });
    const { rows } = await shop.deps.pool.query(
      "select price_minor::int from listing_price_change where listing_id = $1 order by id",
      [car._id],
    );
    expect(rows).toEqual([{ price_minor: expect.any(Number) }, { price_minor: 1_234_500 }]);
  });

  test("shows a buyer every booking with its state, payment and receipt", async () => {
    const bookings = (await read("/api/bookings", buyer)).body as Record<string, unknown>[];
    const states = bookings.map(({ state, paymentStatus }) => `${state} ${paymentStatus}`);
    expect(states.toSorted()).toEqual([
      "cancelled null",
      "held null",
      "paid succeeded",
      "partly_refunded succeeded",
      "refunded succeeded",
    ]);
    const paid = bookings.filter(({ state }) => state === "paid" || state === "partly_refunded");
    for (const { _id } of paid) {
      const { status, body } = await read(`/api/bookings/${String(_id)}/receipt`, buyer);
      expect([status, body]).toEqual([200, expect.objectContaining({ item: expect.any(String) })]);
      expect((await read(`/api/bookings/${String(_id)}/receipt.pdf`, buyer)).status).toBe(200);
    }
    expect(paid.length).toBeGreaterThan(1);
  });

  test("takes new bookings, reports and moderation", async () => {
    const cars = (await read("/api/products/1?limit=100")).body as {
      _id: string;
      name: string;
      resalePrice: number;
      status: string;
    }[];
    const car = cars.findLast(({ status }) => status === "available")!;
    const booked = await shop.call("POST", "/api/bookings", {
      token: buyer.token,
      body: { productId: car._id, item: car.name, price: car.resalePrice },
    });
    expect([booked.status, booked.body]).toEqual([
      200,
      expect.objectContaining({ acknowledged: true }),
    ]);
    const other = cars.find(({ _id }) => _id !== car._id)!;
    const reported = await shop.call("PUT", `/api/reportedProducts/${other._id}`, {
      token: buyer.token,
      body: { reason: "The price is wrong" },
    });
    expect(reported.status).toBe(200);
    const removed = await shop.call("POST", `/api/reportedProducts/${other._id}/remove`, {
      token: admin.token,
      body: { reason: "Not as described" },
    });
    expect(removed.status).toBe(200);
  });
});
