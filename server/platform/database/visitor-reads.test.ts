import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const processOf = (fails = false) => {
  let process = 0;
  const work = shop.deps.visitors.read(async (db) => {
    const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    process = rows[0]!.pid;
    if (fails) await db.execute(sql`select 1 / 0`);
  });
  return work.then(
    () => process,
    () => process,
  );
};

test("reads on the connection of the read before", async () => {
  const first = await processOf();
  expect(await processOf()).toBe(first);
});

test("closes the connection of a read that failed, whose statements may still run", async () => {
  const failed = await processOf(true);
  expect(await processOf()).not.toBe(failed);
  expect(await processOf()).not.toBe(failed);
});
