import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AuditEntry } from "#shared/audit/audit-contract.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { createTestApp } from "#testing/test-app.ts";
import { auditRoutes } from "./audit-routes.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let ada: Awaited<ReturnType<typeof anAccount>>;
let bert: Awaited<ReturnType<typeof anAccount>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let car: Awaited<ReturnType<typeof aListing>>;
let bookingId: string;

beforeAll(async () => {
  shop = await createTestApp();
  ada = await anAccount(shop.deps, { role: "admin", name: "Ada Admin" });
  bert = await anAccount(shop.deps, { role: "admin", name: "=HYPERLINK(1)" });
  seller = await anAccount(shop.deps, { role: "Seller", name: "100%_Sure" });
  car = await aListing(shop.deps, { sellerId: seller.id, name: 'Audi "A6"' });
  const buyer = await anAccount(shop.deps);
  bookingId = (
    await aBooking(shop.deps, { listingId: car.id, buyerId: buyer.id, item: "The booked one" })
  ).id;
  const days: [string, string | null, string, string | null, object][] = [
    ["2026-01-01T00:00:00Z", null, "user.make_admin", ada.id, { was: null }],
    ["2026-01-01T23:59:59.999999Z", ada.id, "seller.verify", seller.id, {}],
    ["2026-01-02T12:00:00Z", bert.id, "seller.unverify", seller.id, {}],
    ["2026-01-03T00:00:00Z", ada.id, "listing.remove", car.id, { reason: "Stolen", reports: 2 }],
    ["2026-01-03T00:00:00Z", ada.id, "booking.refund", bookingId, { amountMinor: 500 }],
    ["2026-01-04T00:00:00Z", null, "demo.loaded", null, {}],
  ];
  for (const [at, actor, action, subject, details] of days)
    await shop.deps.db.execute(
      sql`insert into audit (at, actor_id, action, subject_id, details)
        values (${at}, ${actor}, ${action}, ${subject}, ${JSON.stringify(details)}::jsonb)`,
    );
});
afterAll(() => shop.close());

const read = async (query = "") => {
  const answer = await shop.call("GET", `/api/audit${query}`, { token: ada.token });
  return { ...answer, body: answer.body as AuditEntry[] };
};
const actions = async (query: string) => (await read(query)).body.map(({ action }) => action);

// ASVS 16.2.1
test("an entry names the time, admin, action, subject and details, newest first", async () => {
  const { body, headers } = await read();
  expect(headers["x-total-count"]).toBe("6");
  expect(body.map(({ action }) => action)).toEqual([
    "demo.loaded",
    "booking.refund",
    "listing.remove",
    "seller.unverify",
    "seller.verify",
    "user.make_admin",
  ]);
  expect(body[0]).toMatchObject({ actor: null, subject: null });
  expect(body[1]!.subject).toMatchObject({ kind: "booking", name: "The booked one", email: null });
  expect(body[2]).toEqual({
    _id: expect.any(String),
    at: "2026-01-03T00:00:00.000Z",
    action: "listing.remove",
    actor: { name: "Ada Admin", email: ada.email },
    subject: { _id: car.id, kind: "listing", name: 'Audi "A6"', email: null },
    details: { reason: "Stolen", reports: 2 },
  });
  expect(body[3]!.subject).toMatchObject({ kind: "account", email: seller.email });
});

test.each([
  ["?action=seller.verify", ["seller.verify"]],
  ["?actor=ADA", ["booking.refund", "listing.remove", "seller.verify"]],
  ["?actor=command%20line", ["demo.loaded", "user.make_admin"]],
  ["?subject=100%25_s", ["seller.unverify", "seller.verify"]],
  ["?subject=1%25", []],
  ["?subject=the%20booked", ["booking.refund"]],
  ["?from=2026-01-03", ["demo.loaded", "booking.refund", "listing.remove"]],
  ["?to=2026-01-01", ["seller.verify", "user.make_admin"]],
  ["?from=2026-01-02&to=2026-01-02", ["seller.unverify"]],
  ["?from=2026-01-02&to=2026-01-01", []],
  ["?actor=ada&action=listing.remove&from=2026-01-03&to=2026-01-03", ["listing.remove"]],
  ["?actor='%20or%201=1--", []],
  ["?actor=", "all"],
])("filters by %s", async (query, expected) => {
  expect(await actions(query)).toEqual(expected === "all" ? await actions("") : expected);
});

test("finds the entries about one subject by its id", async () => {
  const entries = await read(`?subject=${seller.id}`);
  expect(entries.body.map(({ action }) => action)).toEqual(["seller.unverify", "seller.verify"]);
  expect(entries.headers["x-total-count"]).toBe("2");
  expect(await actions(`?subject=${randomUUID()}`)).toEqual([]);
});

test.each([
  "?action=everything",
  "?from=yesterday",
  "?to=2026-02-30",
  "?from=0000-01-01",
  "?actor=%00",
  `?subject=${"x".repeat(255)}`,
  "?limit=0",
])("refuses the query %s", async (query) => {
  expect((await read(query)).status).toBe(400);
});

test("returns every entry once across pages", async () => {
  let url: string | undefined = "/api/audit?limit=2&to=2026-01-03";
  const seen: string[] = [];
  while (url) {
    const page = await shop.call("GET", url, { token: ada.token });
    seen.push(...(page.body as AuditEntry[]).map(({ action }) => action));
    url = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ""))?.[1];
  }
  expect(seen).toEqual(await actions("?to=2026-01-03"));
  const broken = await read("?cursor=nonsense");
  expect(broken.status).toBe(400);
});

// ASVS 16.2.4
test("the file contains only matching entries, with formulas escaped", async () => {
  const csv = await shop.call("GET", "/api/audit.csv?subject=sure", { token: ada.token });
  expect(csv.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(csv.headers["content-disposition"]).toBe('attachment; filename="audit.csv"');
  expect(csv.headers["cache-control"]).toBe("private, no-store");
  expect(csv.body).toBe(
    '\uFEFF"At (UTC)","Action","Actor","Actor email","Subject","Subject email","Subject id","Details"\r\n' +
      `"2026-01-02T12:00:00.000Z","seller.unverify","'=HYPERLINK(1)","${bert.email}","100%_Sure","${seller.email}","${seller.id}","{}"\r\n` +
      `"2026-01-01T23:59:59.999Z","seller.verify","Ada Admin","${ada.email}","100%_Sure","${seller.email}","${seller.id}","{}"\r\n`,
  );
  expect((await shop.call("GET", "/api/audit.csv?to=x", { token: ada.token })).status).toBe(400);
});

test("the file is complete when the log is longer than one page", async () => {
  await shop.deps.db.execute(sql`
    insert into audit (at, actor_id, action, subject_id)
    select '2025-06-01', ${ada.id}, 'buyer.delete', ${seller.id} from generate_series(1, 1201)`);
  const csv = await shop.call("GET", "/api/audit.csv?to=2025-12-31", { token: ada.token });
  expect(String(csv.body).trimEnd().split("\r\n")).toHaveLength(1 + 1201);
});

test("disconnects a caller who stops downloading the file", async () => {
  // Larger than the socket buffers of both ends.
  await shop.deps.db.execute(sql`
    insert into audit (at, actor_id, action, subject_id, details)
    select '2024-06-01', ${ada.id}, 'buyer.delete', ${seller.id}, jsonb_build_object('reason', repeat('x', 5000))
    from generate_series(1, 6000)`);
  const app = Fastify() as unknown as App;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  auditRoutes(app, shop.deps, { stall: 500, total: 60_000 });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const accepted = once(app.server, "connection") as Promise<[Socket]>;
  const caller = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  try {
    caller.write("GET /api/audit.csv?to=2024-12-31 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const [connection] = await accepted;
    await once(connection, "close");
    expect(connection.bytesWritten).toBeLessThan(30_000_000);
  } finally {
    caller.destroy();
    await app.close();
  }
});

test("identifies deleted accounts by role and id, and finds entries by either", async () => {
  const deletedSeller = await anAccount(shop.deps, { role: "Seller", name: "Gone Seller" });
  const left = await anAccount(shop.deps, { role: "admin", name: "Gone Admin" });
  const marks = [
    `Deleted seller ${deletedSeller.id.slice(0, 8)}`,
    `Deleted admin ${left.id.slice(0, 8)}`,
  ];
  await shop.deps.db.execute(sql`
    insert into audit (actor_id, action, subject_id, details)
    values (${left.id}, 'seller.suspend', ${deletedSeller.id}, '{}')`);
  const removed = await shop.call("DELETE", `/api/seller/${deletedSeller.id}`, {
    token: ada.token,
  });
  expect(removed.body).toEqual({ deletedCount: 1 });
  await shop.deps.db.execute(
    sql`update account set deleted_at = now(), name = 'Deleted account', email = '' where id = ${left.id}`,
  );
  const { body } = await read(`?action=seller.suspend&subject=${marks[0]!.slice(8)}`);
  expect(body).toMatchObject([
    {
      subject: { _id: deletedSeller.id, name: marks[0], email: null },
      actor: { name: marks[1], email: "" },
    },
  ]);
  expect((await read(`?actor=${encodeURIComponent(marks[1]!)}`)).body).toHaveLength(1);
  const csv = await shop.call("GET", "/api/audit.csv?action=seller.suspend", { token: ada.token });
  expect(csv.body).toContain(`"${marks[1]}","","${marks[0]}","","${deletedSeller.id}"`);
  expect(JSON.stringify([body, csv.body])).not.toContain("Gone");
});

// ASVS 16.4.2
test("refuses every change and deletion of an entry", async () => {
  for (const change of [
    "update audit set actor_id = null",
    "delete from audit",
    "delete from audit where false",
    "truncate audit",
  ])
    await expect(shop.deps.pool.query(change), change).rejects.toThrow("audit is append-only");
});
