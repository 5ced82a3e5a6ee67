import { afterAll, beforeAll, expect, test } from "vitest";
import { readSamples, sumOf } from "#testing/read-metrics.ts";
import { createTestApp } from "#testing/test-app.ts";

const token = "metrics-token-of-the-tests";
let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp({ METRICS_TOKEN: token, DATABASE_POOL: "7" });
});
afterAll(() => shop.close());

/** A metric of each pool. */
async function byPool(name: string, labels: Record<string, string> = {}) {
  const { body } = await shop.call("GET", "/metrics", { token });
  const samples = readSamples(String(body));
  const pools = new Set(samples.flatMap(({ labels: { pool } }) => pool ?? []));
  return Object.fromEntries(
    [...pools].map((pool) => [
      pool,
      sumOf(samples, `marque_database_pool_${name}`, { pool, ...labels }),
    ]),
  );
}

test("has the size of every pool, and no pool of replicas without replicas", async () => {
  expect(await byPool("size")).toEqual({ requests: 7, visitors: 4, background: 4, jobs: 4 });
});

test("shows car pages that wait for connections apart from requests", async () => {
  const { visitors } = shop.deps;
  const taken = await Promise.all(Array.from({ length: 4 }, () => visitors.pool.connect()));
  const waiting = visitors.pool.query("select 1");
  expect(await byPool("waiting")).toEqual({ requests: 0, visitors: 1, background: 0, jobs: 0 });
  expect(await byPool("connections", { state: "busy" })).toMatchObject({ visitors: 4 });
  for (const client of taken) client.release();
  await waiting;
  expect(await byPool("waiting")).toMatchObject({ visitors: 0 });
  expect(await byPool("connections", { state: "busy" })).toMatchObject({ visitors: 0 });
});
