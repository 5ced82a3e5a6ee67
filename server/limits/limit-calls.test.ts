import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { limits, type Limit } from "#server/platform/http/rate-limits.ts";
import { anAccount } from "#testing/builders.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";
import { pruneAttempts } from "./limit-store.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let other: App;
type Caller = "Buyer" | "Seller" | "admin" | "another" | "signed-in browser";
let callers: Record<Caller, Record<string, string>>;

beforeAll(async () => {
  shop = await createTestApp({ RATE_LIMITS: "on" });
  // Like another process on the same database, or a restart.
  other = await buildApp(shop.deps);
  await other.ready();
  const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });
  callers = {
    Buyer: bearer(await anAccount(shop.deps)),
    another: bearer(await anAccount(shop.deps)),
    Seller: bearer(await anAccount(shop.deps, { role: "Seller" })),
    admin: bearer(await anAccount(shop.deps, { role: "admin" })),
    "signed-in browser": {
      cookie: (await aSignedUpUser(shop, { email: "uploads@limits.example", role: "Seller" }))
        .cookie,
    },
  };
});
beforeEach(() => shop.deps.db.execute(sql`delete from rate_limit_count`));
afterAll(async () => {
  await other.close();
  await shop.close();
});

const unknownId = "0197b0de-0000-7000-8000-000000000000";
type Who = Caller | null;
/** One call for each limit. Some bodies are invalid, because refused calls count too. */
const calls: [Limit, "GET" | "PUT" | "POST", string, Who][] = [
  [limits.signUp, "POST", "/api/auth/sign-up/email", null],
  [limits.record, "POST", "/api/users", "signed-in browser"],
  [limits.upload, "POST", "/api/images", "signed-in browser"],
  [limits.report, "PUT", `/api/reportedProducts/${unknownId}`, "Buyer"],
  [limits.review, "POST", `/api/bookings/${unknownId}/review`, "Buyer"],
  [limits.reviewReport, "PUT", `/api/reviews/${unknownId}/report`, "Buyer"],
  [limits.booking, "POST", "/api/bookings", "Buyer"],
  [limits.payment, "POST", "/api/create-payment-intent", "Buyer"],
  [limits.addProduct, "POST", "/api/addproduct", "Seller"],
  [limits.profile, "POST", "/api/auth/update-user", "signed-in browser"],
  [limits.profile, "PUT", "/api/account/contact", "Seller"],
  [limits.receiptFile, "GET", `/api/bookings/${unknownId}/receipt.pdf`, "Buyer"],
  [limits.auditFile, "GET", "/api/audit.csv", "admin"],
];

async function ask(
  app: App,
  [, method, url, who]: (typeof calls)[number],
  {
    ip = "203.0.113.7",
    as = who,
    headers = {},
  }: { ip?: string; as?: Who; headers?: Record<string, string> } = {},
) {
  const answer = await app.inject({
    method,
    url,
    remoteAddress: ip,
    headers: { ...(as && callers[as]), ...headers },
    ...(method === "POST" && { payload: {} }),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.body };
}

/** Simulates this many earlier calls. */
const setCounts = (count: number, like: string) =>
  shop.deps.db.execute(sql`update rate_limit_count set count = ${count} where key like ${like}`);

describe.each(calls.map((call) => [call[0].name, call] as const))("%s", (name, call) => {
  const [limit] = call;
  test("limits an IP address across all processes", async () => {
    expect((await ask(shop.app, call)).status).not.toBe(429);
    await setCounts(0, `${name}-account:%`);
    await setCounts(limit.perAddress! - 1, `${name}-address:%`);
    expect((await ask(other, call)).status).not.toBe(429);
    const refused = await ask(shop.app, call);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(limit.seconds);
    expect(JSON.parse(refused.body)).toMatchObject({
      error: { code: "too_many_requests" },
      message: expect.stringMatching(
        /^Too many attempts\. Please try again in \d+ (seconds?|minutes)\.$/,
      ),
    });
    // A header that the caller sets has no effect. Another address is not limited.
    const spoofed = { "x-forwarded-for": "198.51.100.1", forwarded: "for=198.51.100.1" };
    expect((await ask(other, call, { headers: spoofed })).status).toBe(429);
    expect((await ask(other, call, { ip: "198.51.100.1" })).status).not.toBe(429);
  });
});

const byAccount = calls.filter(([limit]) => limit.perAccount !== null);
describe.each(byAccount.map((call) => [call[0].name, call] as const))("%s", (name, call) => {
  const [limit] = call;
  test("limits an account across IP addresses", async () => {
    const first = await ask(shop.app, call);
    expect(first.headers["ratelimit-policy"]).toBe(
      `"${name}-address";q=${limit.perAddress};w=${limit.seconds}, "${name}-account";q=${limit.perAccount};w=${limit.seconds}`,
    );
    expect(first.headers.ratelimit).toContain(`"${name}-account";r=${limit.perAccount! - 1};t=`);
    await setCounts(limit.perAccount! - 1, `${name}-account:%`);
    expect((await ask(other, call, { ip: "198.51.100.1" })).status).not.toBe(429);
    expect((await ask(shop.app, call, { ip: "198.51.100.2" })).status).toBe(429);
    // An upload without an account is counted by IP address only.
    if (limit === limits.upload)
      expect((await ask(shop.app, call, { ip: "198.51.100.2", as: null })).status).not.toBe(429);
    if (call[3] === "Buyer")
      expect((await ask(shop.app, call, { as: "another" })).status).not.toBe(429);
  });
});

// ASVS 2.4.1
test("counts all addresses of an IPv6 network together", async () => {
  const statuses = [];
  for (let index = 0; index < 25; index++)
    statuses.push((await ask(shop.app, calls[0]!, { ip: `2001:db8:7:7::${index}` })).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  expect((await ask(shop.app, calls[0]!, { ip: "2001:db8:7:8::1" })).status).not.toBe(429);
});

test("further attempts do not extend a window", async () => {
  const [, signUp] = calls;
  await ask(shop.app, signUp!);
  await shop.deps.db.execute(
    sql`update rate_limit_count set window_ends_at = now() + interval '30 seconds'`,
  );
  const { headers } = await ask(shop.app, signUp!);
  const left = [...String(headers.ratelimit).matchAll(/;t=(\d+)/g)].map(([, t]) => Number(t));
  expect(left).not.toEqual([]);
  for (const seconds of left) expect(seconds).toBeLessThanOrEqual(30);
});

test("the cleanup keeps current windows", async () => {
  const [, signUp] = calls;
  const [limit] = signUp!;
  await ask(shop.app, signUp!);
  await setCounts(limit.perAddress!, "%-address:%");
  await pruneAttempts(shop.deps.db);
  expect((await ask(shop.app, signUp!)).status).toBe(429);
});

test("concurrent calls cannot exceed the limit", async () => {
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => ask(index % 2 ? shop.app : other, calls[0]!)),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
});

test("behind a trusted proxy, counts the proxy's forwarded address and ignores the caller's", async () => {
  const proxied = await buildApp({
    ...shop.deps,
    config: { ...shop.deps.config, TRUSTED_PROXIES: "192.0.2.0/24" },
  });
  await proxied.ready();
  const by = (forwarded: string, ip = "192.0.2.1") =>
    ask(proxied, calls[0]!, { ip, headers: { "x-forwarded-for": forwarded } });
  for (let index = 0; index < 20; index++) await by(`10.0.0.${index}, 203.0.113.9`);
  expect((await by("10.0.0.99, 203.0.113.9")).status).toBe(429);
  expect((await by("203.0.113.10")).status).not.toBe(429);
  expect((await by("203.0.113.10", "203.0.113.9")).status).toBe(429);
  await proxied.close();
});

test("stores no email and no IP address", async () => {
  await ask(shop.app, calls[4]!);
  await shop.call("POST", "/api/auth/sign-in/email", {
    body: { email: "secret@example.com", password: "Wrong!2026" },
  });
  const { rows } = await shop.deps.db.execute<{ key: string }>(
    sql`select key from rate_limit_count`,
  );
  expect(rows.length).toBeGreaterThan(2);
  for (const { key } of rows) expect(key).toMatch(/^\w+-(account|address):[\w-]{43}$/);
});

// ASVS 2.1.3, 6.1.1
test("the rate limit page lists every limit correctly", () => {
  const page = readFileSync("docs/limits.md", "utf8");
  const rows = [...page.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map((row) =>
    row.slice(1, 5),
  );
  const words: Record<number, string> = { 60: "1 minute", 3_600: "1 hour", 86_400: "1 day" };
  const window = (seconds: number) => words[seconds] ?? `${seconds / 60} minutes`;
  expect(rows.slice(2)).toEqual(
    Object.values(limits).map(({ what, perAccount, perAddress, seconds }) => [
      what,
      perAccount === null ? "–" : String(perAccount),
      perAddress === null ? "–" : String(perAddress),
      window(seconds),
    ]),
  );
});
