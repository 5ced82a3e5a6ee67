import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SystemState } from "#shared/system/system-contract.ts";
import { fetchFeeds } from "#server/feeds/fetch/fetch-feeds.ts";
import { renderMetrics } from "#server/platform/metrics/metrics.ts";
import { anAccount } from "#testing/builders.ts";
import { readSamples, sumOf } from "#testing/read-metrics.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createCollector } from "./collect-readings.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let admin: typeof seller;
let dealer: Server;
let file: { status: number; text: string };
beforeAll(async () => {
  shop = await createTestApp({ DEMO: "1", METRICS_TOKEN: "metrics-token-of-the-tests" });
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  admin = await anAccount(shop.deps, { role: "admin" });
  dealer = createServer((_request, response) => response.writeHead(file.status).end(file.text));
  await new Promise<void>((resolve) => dealer.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await shop.close();
  dealer.close();
});

const cars = (...numbers: number[]) =>
  [
    "Stock Number,Make,Model,Year,Price,Mileage",
    ...numbers.map((number) => `S${number},BMW,X5,2019,3000${number},1000${number}`),
    "",
  ].join("\n");

async function aFeed(name: string): Promise<string> {
  const body = { name, options: { currency: "usd", distanceUnit: "mi" } };
  const made = await shop.call("POST", "/api/feeds", { token: seller.token, body });
  return made.body.insertedId as string;
}
const change = (feed: string, body: object) =>
  shop.call("PATCH", `/api/feeds/${feed}`, { token: seller.token, body });
/** Counters are of the process, which has run other files before. */
function countedSince(
  { fetches: before }: Awaited<ReturnType<typeof readMetrics>>,
  { fetches: after }: Awaited<ReturnType<typeof readMetrics>>,
) {
  return Object.fromEntries(
    Object.entries(after).map(([outcome, value]) => [outcome, value - before[outcome]!]),
  );
}
const fetchDue = () => fetchFeeds(shop.deps, { allowPrivate: true });
async function fetchAgain(feed: string, setting = sql``): Promise<void> {
  await shop.deps.db.execute(
    sql`update feed set next_fetch_at = now() - interval '1 second' ${setting} where id = ${feed}`,
  );
  await fetchDue();
}

async function readSystem(): Promise<SystemState> {
  return (await shop.call("GET", "/api/system", { token: admin.token })).body as SystemState;
}
async function readMetrics() {
  const { text } = await renderMetrics(await createCollector(shop.deps)());
  const samples = readSamples(text);
  const by = (name: string, label: string, values: string[]) =>
    Object.fromEntries(values.map((value) => [value, sumOf(samples, name, { [label]: value })]));
  return {
    runs: sumOf(samples, "marque_shop_imports", { outcome: "done" }),
    imported: sumOf(samples, "marque_shop_import_rows", { result: "imported" }),
    feeds: by("marque_shop_feeds", "state", ["ok", "failing", "overdue"]),
    fetches: by("marque_feed_fetches_total", "outcome", [
      "applied",
      "unchanged",
      "waiting",
      "failed",
    ]),
  };
}

test("shows an uploaded file once its plan is applied", async () => {
  expect(await readSystem()).toMatchObject({
    lastImport: null,
    feeds: { fetched: 0, lastAt: null },
  });
  const feed = await aFeed("Uploaded");
  const { body: plan } = await shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token: seller.token,
    headers: { "content-type": "application/octet-stream" },
    body: `${cars(1, 2)}x,BMW\n`,
  });
  expect((await readSystem()).lastImport).toBeNull();
  const apply = `/api/feeds/${feed}/plans/${plan._id as string}/apply`;
  expect((await shop.call("POST", apply, { token: seller.token, body: {} })).status).toBe(200);
  expect((await readSystem()).lastImport).toMatchObject({
    outcome: "done",
    rows: 3,
    imported: 2,
    duplicates: 0,
    quarantined: 1,
  });
  expect(await readMetrics()).toMatchObject({
    runs: 1,
    imported: 2,
    feeds: { ok: 0, failing: 0, overdue: 0 },
  });
  // Applying it again changes nothing.
  await shop.call("POST", apply, { token: seller.token, body: {} });
  expect((await readMetrics()).runs).toBe(1);
});

test("shows feeds that the shop fetches, and those whose fetch fails", async () => {
  const url = `http://127.0.0.1:${(dealer.address() as AddressInfo).port}/stock.csv`;
  const feed = await aFeed("Nightly");
  file = { status: 200, text: cars(3, 4, 5) };
  await change(feed, { fetch: { url, hour: 5 } });
  const before = await readMetrics();
  await fetchDue();
  await fetchAgain(feed);
  file = { status: 200, text: cars(3) };
  await fetchAgain(feed);
  const after = await readMetrics();
  expect([after.runs - before.runs, after.imported - before.imported]).toEqual([1, 3]);
  expect(countedSince(before, after)).toEqual({ applied: 1, unchanged: 1, waiting: 1, failed: 0 });
  // A plan that waits for its seller is no failure.
  expect(after.feeds).toEqual({ ok: 1, failing: 0, overdue: 0 });
  expect((await readSystem()).feeds).toEqual({
    fetched: 1,
    failing: 0,
    overdue: 0,
    lastAt: expect.any(String),
  });

  file = { status: 503, text: "" };
  await fetchAgain(feed);
  const failed = await readMetrics();
  expect(failed.feeds).toEqual({ ok: 0, failing: 1, overdue: 0 });
  expect(countedSince(after, failed)).toEqual({ applied: 0, unchanged: 0, waiting: 0, failed: 1 });
  await fetchAgain(feed, sql`, fetched_at = now() - interval '31 hours'`);
  expect((await readMetrics()).feeds).toEqual({ ok: 0, failing: 0, overdue: 1 });
  expect((await readSystem()).feeds).toMatchObject({ fetched: 1, failing: 1, overdue: 1 });

  // One that never succeeded is overdue at once. A suspended seller's feeds are no one's to repair.
  const other = await aFeed("Mistyped");
  await change(other, { fetch: { url: `${url}?x`, hour: 5 } });
  expect((await readMetrics()).feeds).toEqual({ ok: 1, failing: 0, overdue: 1 });
  await fetchDue();
  expect((await readMetrics()).feeds).toEqual({ ok: 0, failing: 0, overdue: 2 });
  await shop.deps.db.execute(sql`update account set suspended_at = now() where id = ${seller.id}`);
  expect((await readMetrics()).feeds).toEqual({ ok: 0, failing: 0, overdue: 0 });
});
