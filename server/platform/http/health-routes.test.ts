import pg from "pg";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { serverVariable } from "#testing/database/test-database.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: pg.Client;
beforeAll(async () => {
  shop = await createTestApp();
  admin = new pg.Client({ connectionString: process.env[serverVariable] });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await shop.close();
});

const live = () => shop.call("GET", "/api/health/live");
const ready = () => shop.call("GET", "/api/health/ready");
const newest = sql`(select max(created_at) from drizzle.__drizzle_migrations)`;

test("is live and ready while everything works", async () => {
  for (const answer of [await live(), await ready()])
    expect(answer).toMatchObject({ status: 200, body: { status: "ok" } });
});

test("is live but not ready while it drains", async () => {
  shop.deps.lifecycle.isDraining = true;
  expect(await ready()).toMatchObject({
    status: 503,
    headers: { "retry-after": "1" },
    body: { error: { code: "unavailable", message: "The shop is stopping." } },
  });
  expect((await live()).status).toBe(200);
  shop.deps.lifecycle.isDraining = false;
  expect((await ready()).status).toBe(200);
});

test("is not ready while the database lacks a migration of this version", async () => {
  await shop.deps.db.execute(
    sql`update drizzle.__drizzle_migrations set created_at = -created_at where created_at = ${newest}`,
  );
  expect(await ready()).toMatchObject({
    status: 503,
    body: { error: { message: "The database lacks migrations of this version." } },
  });
  await shop.deps.db.execute(
    sql`update drizzle.__drizzle_migrations set created_at = -created_at where created_at < 0`,
  );
  expect((await ready()).status).toBe(200);
});

test("is ready when a newer version has migrated the database", async () => {
  await shop.deps.db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${newest} + 1)`,
  );
  expect((await ready()).status).toBe(200);
});

test("is ready while requests use all connections of the pool", async () => {
  const { pool, config } = shop.deps;
  const taken = await Promise.all(
    Array.from({ length: config.DATABASE_POOL }, () => pool.connect()),
  );
  expect((await ready()).status).toBe(200);
  for (const client of taken) client.release();
});

test("asks the database once for checks that arrive together", async () => {
  const asked = [
    vi.spyOn(shop.deps.monitor.db, "execute"),
    vi.spyOn(shop.deps.pool, "query"),
  ] as const;
  const checks = Array.from({ length: 50 }, () => [ready(), shop.call("GET", "/api/health")]);
  const answers = await Promise.all(checks.flat());
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  // A few, because they do not all arrive before the first answer.
  for (const { mock } of asked) expect(mock.calls.length).toBeLessThan(15);
  vi.restoreAllMocks();
  expect((await ready()).status).toBe(200);
});

test("is live but not ready while the database is down, and ready when it is back", async () => {
  const name = new URL(shop.databaseUrl).pathname.slice(1);
  await admin.query(`alter database ${name} with allow_connections false`);
  await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
    name,
  ]);
  expect(await ready()).toMatchObject({
    status: 503,
    body: { error: { message: "The database does not respond." } },
  });
  expect((await live()).status).toBe(200);
  await admin.query(`alter database ${name} with allow_connections true`);
  expect((await ready()).status).toBe(200);
});
