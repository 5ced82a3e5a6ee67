import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startJobs } from "#server/start/start-jobs.ts";
import { paymentTable } from "#server/payments/payment-table.ts";
import { expireDueHolds } from "#server/booking-management/expire-due-holds.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { cards } from "#testing/payments/card-calls.ts";
import { aMultipartForm, aPicture } from "#testing/images/pictures.ts";
import { aCarBeingPaid, deliverAll, lapse, refund } from "#testing/payments/payment-scenes.ts";
import { aHeldCar, payWithCard } from "#testing/payments/payments.ts";
import { readSamples, sumOf, type Sample } from "#testing/read-metrics.ts";
import { createTestApp } from "#testing/test-app.ts";
import { renderMetrics } from "#server/platform/metrics/metrics.ts";
import { createCollector } from "./collect-readings.ts";
import { startMetricsServer } from "./metrics-endpoints.ts";

const token = "metrics-token-of-the-tests";
let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp({ METRICS_TOKEN: token });
});
afterAll(() => shop.close());

const scrape = async (authorization = `Bearer ${token}`) => {
  const { statusCode, headers, body } = await shop.app.inject({
    method: "GET",
    url: "/metrics",
    headers: { authorization },
  });
  return { status: statusCode, headers, body };
};
const samples = async () => readSamples((await scrape()).body);

/** How much a metric rises during `work`. */
async function riseOf(
  name: string,
  labels: Record<string, string>,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = sumOf(await samples(), name, labels);
  await work();
  return sumOf(await samples(), name, labels) - before;
}

test("answers callers with the token only", async () => {
  const answer = await scrape();
  expect(answer.status).toBe(200);
  expect(answer.headers["content-type"]).toContain("text/plain; version=0.0.4");
  expect(answer.headers["cache-control"]).toBe("no-store");
  for (const given of ["", "Bearer ", "Bearer metrics", `Bearer ${token}x`, `Basic ${token}`]) {
    const refused = await scrape(given);
    expect([given, refused.status, refused.headers["www-authenticate"]]).toEqual([
      given,
      401,
      "Bearer",
    ]);
    expect(refused.body).not.toContain("marque_");
  }
});

test("there are no metrics without a setting", async () => {
  const other = await createTestApp();
  expect((await other.call("GET", "/metrics")).status).toBe(404);
  expect((await startMetricsServer(other.deps)).port).toBeNull();
  await other.close();
});

test("serves metrics on a port of its own, on loopback", async () => {
  const config = { ...shop.deps.config, METRICS_PORT: 0, METRICS_TOKEN: undefined };
  const server = await startMetricsServer({ ...shop.deps, config });
  const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);
  expect(await (await get("/metrics")).text()).toContain("marque_build_info{");
  expect((await get("/api/listings")).status).toBe(404);
  const taken = { ...config, METRICS_PORT: server.port! };
  await expect(startMetricsServer({ ...shop.deps, config: taken })).rejects.toThrow(
    /^METRICS_PORT \d+ on 127\.0\.0\.1 cannot be used \(EADDRINUSE\)\.$/,
  );
  server.close();
  const guarded = await startMetricsServer({
    ...shop.deps,
    config: { ...config, METRICS_TOKEN: token },
  });
  const url = `http://127.0.0.1:${guarded.port}/metrics`;
  expect((await fetch(url)).status).toBe(401);
  expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  guarded.close();
});

const requests = "marque_http_request_duration_seconds_count";

test("counts requests by route template and status class, never by path", async () => {
  const listing = await aListing(shop.deps, {
    sellerId: (await anAccount(shop.deps, { role: "Seller" })).id,
  });
  await shop.deps.catalogue.refresh();
  const labels = { method: "GET", route: "/api/listings/:id" };
  expect(
    await riseOf(requests, { ...labels, status: "2xx" }, () =>
      shop.call("GET", `/api/listings/${listing.id}`),
    ),
  ).toBe(1);
  expect(
    await riseOf(requests, { ...labels, status: "4xx" }, () =>
      shop.call("GET", "/api/listings/nothing"),
    ),
  ).toBe(1);
  expect((await scrape()).body).not.toContain(listing.id);
});

test("a caller cannot add series", async () => {
  const paths = Array.from({ length: 50 }, (_, at) => `/api/x${at}/y`);
  const send = async () => {
    for (const path of paths) await shop.call("GET", path);
    for (const path of paths) await shop.call("POST", `/api/products/${path}`);
    for (const path of paths) await shop.call("GET", `/api/listings/${encodeURIComponent(path)}`);
  };
  await send();
  const ours = async () =>
    (await samples()).filter(({ name }) => name.startsWith("marque_")).length;
  const series = await ours();
  expect(await riseOf(requests, { route: "unmatched", method: "GET" }, send)).toBe(50);
  expect(await ours()).toBe(series);
});

test("counts a request that its caller gave up", async () => {
  const server = await shop.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = shop.app.server.address() as AddressInfo;
  expect(server).toContain(String(port));
  const aborted = { route: "/api/images", status: "aborted" };
  const rise = await riseOf(requests, aborted, async () => {
    const sent = httpRequest({
      port,
      host: "127.0.0.1",
      method: "POST",
      path: "/api/images",
      headers: { "content-type": "multipart/form-data; boundary=x", "content-length": "1000" },
    });
    sent.on("error", () => undefined).write("--x\r\n");
    const closed = new Promise((resolve) =>
      shop.app.server.once("request", (incoming) => incoming.once("close", resolve)),
    );
    sent.flushHeaders();
    await new Promise((resolve) => shop.app.server.once("request", resolve));
    sent.destroy();
    await closed.catch(() => undefined);
  });
  expect(rise).toBe(1);
});

test("counts bookings, holds, payments and refunds by outcome, once they are committed", async () => {
  const admin = await anAccount(shop.deps, { role: "admin" });
  const before = await samples();
  const paid = await aCarBeingPaid(shop);
  await payWithCard(shop, paid.intent, cards.declined);
  await deliverAll(shop, paid.intent.id);
  await payWithCard(shop, paid.intent);
  // A repeated event changes nothing.
  await deliverAll(shop, paid.intent.id);
  await deliverAll(shop, paid.intent.id);
  await refund(shop, admin.token, paid.bookingId);
  const held = await aHeldCar(shop);
  await lapse(shop, held.bookingId);
  await expireDueHolds(shop.deps);
  const other = await anAccount(shop.deps);
  await shop.call("POST", "/api/bookings", {
    token: other.token,
    body: { productId: paid.car.id, item: paid.car.name, price: paid.car.resalePriceMinor / 100 },
  });
  const after = await samples();
  const rise = (name: string, outcome: string) =>
    sumOf(after, name, { outcome }) - sumOf(before, name, { outcome });
  expect({
    refusals: rise("marque_booking_requests_total", "not_for_sale"),
    placed: rise("marque_holds_total", "placed"),
    paid: rise("marque_holds_total", "paid"),
    expired: rise("marque_holds_total", "expired"),
    started: rise("marque_payments_total", "started"),
    declined: rise("marque_payments_total", "declined"),
    succeeded: rise("marque_payments_total", "succeeded"),
    requested: rise("marque_refunds_total", "requested"),
    refunded: rise("marque_refunds_total", "succeeded"),
  }).toEqual({
    refusals: 1,
    placed: 2,
    paid: 1,
    expired: 1,
    started: 1,
    declined: 1,
    succeeded: 1,
    requested: 1,
    refunded: 1,
  });
  const calls = { service: "payments", outcome: "ok" };
  const count = "marque_outbound_call_duration_seconds_count";
  expect(sumOf(after, count, calls)).toBeGreaterThan(sumOf(before, count, calls));
});

test("does not count what is rolled back", async () => {
  const { bookingId } = await aHeldCar(shop);
  await lapse(shop, bookingId);
  // Checked at the commit.
  await shop.deps.pool.query(`
    create function refuse_expiry() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$;
    create constraint trigger refuse_expiry after update on booking deferrable initially deferred
      for each row when (new.id = '${bookingId}') execute function refuse_expiry()`);
  const rise = await riseOf("marque_holds_total", { outcome: "expired" }, async () => {
    await expect(expireDueHolds(shop.deps)).rejects.toThrow();
  });
  expect(rise).toBe(0);
  await shop.deps.pool.query("drop trigger refuse_expiry on booking");
});

test("counts uploads by outcome", async () => {
  const upload = (picture: Buffer) =>
    shop.app.inject({
      method: "POST",
      url: "/api/images",
      ...aMultipartForm("image", "a.jpg", "image/jpeg", picture),
    });
  const uploads = "marque_uploads_total";
  const picture = await aPicture();
  expect(await riseOf(uploads, { outcome: "stored" }, () => upload(picture))).toBe(1);
  expect(
    await riseOf(uploads, { outcome: "refused" }, () => upload(Buffer.from("not a picture"))),
  ).toBe(1);
});

const shopGauge = (all: Sample[], name: string, labels?: Record<string, string>) =>
  sumOf(all, `marque_shop_${name}`, labels);

/** A hold and an ended one, and payments of which one is quarantined and the latest refund of another failed. */
async function addMoney(deps: typeof shop.deps): Promise<void> {
  const seller = await anAccount(deps, { role: "Seller" });
  const buyer = await anAccount(deps);
  for (const state of ["held", "cancelled"] as const) {
    const car = await aListing(deps, { sellerId: seller.id });
    await aBooking(deps, { listingId: car.id, buyerId: buyer.id, state });
  }
  type Reason = (typeof paymentTable.$inferInsert)["quarantineReason"];
  const payments: [quarantineReason: Reason, refunds: string[]][] = [
    ["unknown", []],
    ["unknown", ["failed", "succeeded"]],
    [null, ["succeeded", "failed"]],
  ];
  for (const [quarantineReason, refunds] of payments) {
    const id = randomUUID();
    const payment = { id, intentId: `pi_${id}`, amountMinor: 100, currency: "USD" };
    await deps.db.insert(paymentTable).values({ ...payment, quarantineReason });
    for (const [at, status] of refunds.entries())
      await deps.db.execute(sql`
        insert into refund (id, payment_id, amount_minor, cause, why, status, created_at)
        values (gen_random_uuid(), ${id}, 100, 'admin', '', ${status}, now() + make_interval(secs => ${at}))`);
  }
}

test("reports queues, emails, imports, money and the schema from the database", async () => {
  const other = await createTestApp({ METRICS_TOKEN: token });
  await startJobs(other.deps);
  await other.deps.db.execute(sql`
    insert into email (id, kind, to_address, subject, text, html, created_at, sent_at) values
      (gen_random_uuid(), 'x', 'a@b.example', '', '', '', now() - interval '1 hour', null),
      (gen_random_uuid(), 'x', 'a@b.example', '', '', '', now() - interval '1 day', now())`);
  await other.deps.db.execute(sql`
    insert into import_run (started_at, outcome, rows, imported, duplicates, quarantined)
    values (now(), 'done', 10, 7, 2, 1), (now(), 'failed', 0, 0, 0, 0)`);
  // In the future, so that no worker takes it; then made due.
  await other.deps.jobs.createQueue("test.queue");
  await other.deps.jobs.send("test.queue", {});
  await other.deps.db.execute(sql`
    update pgboss.job set start_after = now() - interval '5 minutes' where name = 'test.queue'`);
  // One is due tomorrow; of two that failed, one did so hours ago.
  for (const [state, ago] of [
    ["created", -24],
    ["failed", 0],
    ["failed", 2],
  ] as const)
    await other.deps.db.execute(sql`
      insert into pgboss.job (name, state, start_after, completed_on) select 'test.queue', ${state}::pgboss.job_state,
        now() - make_interval(hours => ${ago}),
        case when ${state} = 'failed' then now() - make_interval(hours => ${ago}) end`);
  // No provider knows the payments below, so jobs that look for them would change them. Without its jobs, this process
  // does not tell that it runs.
  await other.deps.jobs.stop({ graceful: true, wait: true });
  await other.deps.db.execute(sql`
    insert into shop_process (id, host, pid, version, seen_at)
    values (gen_random_uuid(), 'running', 1, '1.0.0', now()),
      (gen_random_uuid(), 'crashed', 1, '1.0.0', now() - interval '2 minutes')`);
  await addMoney(other.deps);
  const answer = await other.app.inject({
    method: "GET",
    url: "/metrics",
    headers: { authorization: `Bearer ${token}` },
  });
  const all = readSamples(answer.body);
  expect(shopGauge(all, "database_up")).toBe(1);
  expect(shopGauge(all, "emails_unsent")).toBe(1);
  const oldest = shopGauge(all, "emails_oldest_unsent_seconds");
  expect(oldest).toBeGreaterThanOrEqual(3_600);
  expect(oldest).toBeLessThan(7_200);
  expect(shopGauge(all, "imports", { outcome: "done" })).toBe(1);
  expect(shopGauge(all, "imports", { outcome: "failed" })).toBe(1);
  expect(shopGauge(all, "import_rows", { result: "imported" })).toBe(7);
  expect(shopGauge(all, "queue_jobs", { queue: "test.queue", state: "waiting" })).toBe(1);
  expect(shopGauge(all, "queue_oldest_seconds", { queue: "test.queue" })).toBeGreaterThanOrEqual(
    300,
  );
  expect(shopGauge(all, "queue_jobs", { queue: "test.queue", state: "failed" })).toBe(1);
  expect(shopGauge(all, "holds")).toBe(1);
  expect(shopGauge(all, "payments_quarantined")).toBe(1);
  expect(shopGauge(all, "refunds_failed")).toBe(1);
  expect(shopGauge(all, "schema_migrations")).toBeGreaterThan(18);
  expect(shopGauge(all, "processes")).toBe(1);
  expect(sumOf(all, "marque_database_pool_size", { pool: "requests" })).toBe(10);
  await other.close();
});

test("reports when a backup was made and restored, and whether the latest ones failed", async () => {
  const other = await createTestApp({ METRICS_TOKEN: token, BACKUP_URL: "/nowhere" });
  const read = async () => {
    const { text } = await renderMetrics(await createCollector(other.deps)());
    return readSamples(text);
  };
  const before = await read();
  expect(shopGauge(before, "backup_scheduled")).toBe(1);
  expect(shopGauge(before, "trial_restore_scheduled")).toBe(1);
  expect(before.some(({ name }) => name.includes("last_backup"))).toBe(false);
  await other.deps.db.execute(sql`
    insert into backup (name, kind, place, started_at, finished_at, verified_at, restored_at, error) values
      ('good', 'dump', '/nowhere', to_timestamp(1000), now(), now(), to_timestamp(2000), null),
      ('bad', 'dump', '/nowhere', to_timestamp(3000), now(), null, null, 'It broke.')`);
  await other.deps.db.execute(sql`
    insert into trial_restore (place, started_at, finished_at, error) values
      ('/nowhere', to_timestamp(2000), now(), null), ('/nowhere', to_timestamp(4000), now(), 'It is damaged.')`);
  const after = await read();
  expect(shopGauge(after, "last_backup_timestamp_seconds")).toBe(1_000);
  expect(shopGauge(after, "last_restored_backup_timestamp_seconds")).toBe(2_000);
  expect(shopGauge(after, "backup_failed")).toBe(1);
  expect(shopGauge(after, "trial_restore_failed")).toBe(1);
  // One that is still running says nothing yet.
  await other.deps.db.execute(sql`
    insert into trial_restore (place, started_at, finished_at) values
      ('/nowhere', to_timestamp(5000), now()), ('/nowhere', to_timestamp(6000), null)`);
  expect(shopGauge(await read(), "trial_restore_failed")).toBe(0);
  await other.close();
});

test("reports how old the oldest change is that the catalog has not read", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const lag = async () => sumOf(await samples(), "marque_catalogue_lag_seconds");
  await aListing(shop.deps, { sellerId: seller.id });
  await shop.deps.catalogue.refresh();
  expect(await lag()).toBe(0);
  await shop.deps.catalogue.stop();
  await shop.deps.db.execute(
    sql`update listing set name = name || '!' where seller_id = ${seller.id}`,
  );
  await shop.deps.db.execute(
    sql`update catalogue_change set at = at - interval '10 minutes' where id = (select max(id) from catalogue_change)`,
  );
  expect(await lag()).toBeGreaterThanOrEqual(600);
});
