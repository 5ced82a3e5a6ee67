import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aListing, anAccount } from "#testing/builders.ts";
import { eventually } from "#testing/eventually.ts";
import { createTestApp } from "#testing/test-app.ts";

const connections = 2;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let buyer: Awaited<ReturnType<typeof anAccount>>;
let car: Awaited<ReturnType<typeof aListing>>;

beforeAll(async () => {
  shop = await createTestApp({
    DATABASE_POOL: String(connections),
    DATABASE_WAIT: "1",
    DATABASE_STATEMENT_TIMEOUT: "1",
  });
  buyer = await anAccount(shop.deps);
  const seller = await anAccount(shop.deps, { role: "Seller" });
  car = await aListing(shop.deps, { sellerId: seller.id });
});
afterAll(() => shop.close());

const listBookings = () => shop.call("GET", "/api/bookings", { token: buyer.token });
const book = () =>
  shop.call("POST", "/api/bookings", {
    token: buyer.token,
    body: { productId: car.id, item: car.name, price: car.resalePriceMinor / 100 },
  });
const unavailable = {
  status: 503,
  headers: { "retry-after": expect.stringMatching(/^\d+$/) },
  body: { error: { code: "unavailable" } },
};

test("answers 503 with Retry-After while no connection is free, and a car from memory", async () => {
  const taken = await Promise.all(
    Array.from({ length: connections }, () => shop.deps.pool.connect()),
  );
  try {
    expect(await listBookings()).toMatchObject(unavailable);
    expect((await shop.call("GET", `/api/listings/${car.id}`)).status).toBe(200);
    expect((await shop.call("GET", `/api/listings/${car.id}/history`)).status).toBe(200);
  } finally {
    for (const client of taken) client.release();
  }
  expect((await listBookings()).status).toBe(200);
});

test("answers 503 with Retry-After for a statement that takes too long, and books nothing", async () => {
  const blocker = new pg.Client({ connectionString: shop.databaseUrl });
  await blocker.connect();
  try {
    await blocker.query("begin");
    await blocker.query("select from listing where id = $1 for update", [car.id]);
    expect(await book()).toMatchObject(unavailable);
    await blocker.query("rollback");
  } finally {
    await blocker.end();
  }
  expect((await listBookings()).body).toEqual([]);
  expect((await book()).status).toBe(200);
  expect((await listBookings()).body).toHaveLength(1);
});

test("one slow statement delays only its own request", async () => {
  const other = await aListing(shop.deps, { sellerId: car.sellerId });
  const second = await anAccount(shop.deps);
  const blocker = new pg.Client({ connectionString: shop.databaseUrl });
  await blocker.connect();
  try {
    await blocker.query("begin");
    await blocker.query("select from listing where id = $1 for update", [other.id]);
    const call = { token: second.token, body: { productId: other.id, item: "x", price: 20_000 } };
    let isAnswered = false;
    const slow = shop.call("POST", "/api/bookings", call).finally(() => (isAnswered = true));
    for (let count = 0; count < 5; count += 1) expect((await listBookings()).status).toBe(200);
    expect(isAnswered).toBe(false);
    await blocker.query("rollback");
    expect((await slow).body).toMatchObject({ acknowledged: true });
  } finally {
    await blocker.end();
  }
});

test("what visitors read keeps no booking waiting", async () => {
  const waiting = await createTestApp({ DATABASE_POOL: "2", DATABASE_WAIT: "3" });
  const blocker = new pg.Client({ connectionString: waiting.databaseUrl });
  await blocker.connect();
  try {
    const seller = await anAccount(waiting.deps, { role: "Seller" });
    const { token } = await anAccount(waiting.deps);
    const wanted = await aListing(waiting.deps, { sellerId: seller.id });
    await waiting.deps.catalogue.refresh();
    await blocker.query("begin");
    await blocker.query("lock table seller_check in access exclusive mode");
    let answered = 0;
    const reads = Array.from({ length: 8 }, () =>
      waiting.call("GET", `/api/listings/${wanted.id}/checks`).finally(() => void (answered += 1)),
    );
    await eventually(async () => {
      const { rows } = await waiting.deps.monitor.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rows.length).toBeGreaterThanOrEqual(2);
    });
    const body = { productId: wanted.id, item: wanted.name, price: 20_000 };
    const booked = await waiting.call("POST", "/api/bookings", { token, body });
    expect(booked.body).toMatchObject({ acknowledged: true });
    // Those that got no connection are told to come back, and the others are still waiting.
    await eventually(() => expect(answered).toBeGreaterThanOrEqual(4));
    await blocker.query("rollback");
    const answers = await Promise.all(reads);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
    for (const { status, headers } of answers)
      if (status === 503) expect(headers["retry-after"]).toMatch(/^\d+$/);
  } finally {
    await blocker.end();
    await waiting.close();
  }
});

test("jobs may take longer than requests", async () => {
  const slow = "select pg_sleep(1.5)";
  await expect(shop.deps.pool.query(slow)).rejects.toThrow("statement timeout");
  await expect(shop.deps.background.pool.query(slow)).resolves.toBeDefined();
});
