import { afterAll, beforeAll, expect, test } from "vitest";
import { pages } from "#server/pages/pages.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import type { Priority, Waits } from "#server/platform/http/create-overload.ts";
import { createTestApp } from "#testing/test-app.ts";
import { buildApp } from "#server/app.ts";
import { createGate } from "./create-gate.ts";
import { policy } from "#server/policy.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let app: App;
let address: string;
let asked: { priority: Priority; waits: Waits };

beforeAll(async () => {
  // More requests than even the essential ones that can be answered.
  const overload = {
    isPossible: () => true,
    admits(priority: Priority, waits: Waits) {
      asked = { priority, waits };
      return false;
    },
  };
  const gate = createGate(
    { BRAND_NAME: "Cars & Co", LOAD_SHEDDING: "on", TRUSTED_PROXIES: "127.0.0.1" },
    { simulator: null, openid: null, overload, isOpen: () => true },
  );
  shop = await createTestApp();
  app = await buildApp(shop.deps, gate);
  await pages(app, shop.deps, { build: () => Promise.reject(new Error("every page is refused")) });
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

/** What the overload is asked about a request. */
async function askedOf(method: string, path: string, headers: Record<string, string> = {}) {
  const { status } = await fetch(address + path, { method, headers });
  expect([path, status]).toEqual([path, 503]);
  return asked;
}

test.each(["/api/health", "/api/health/live", "/api/health/ready"])(
  "answers %s in an overload that refuses everything else",
  async (path) => {
    const check = await fetch(address + path);
    expect(check.status).toBe(200);
    expect(await check.json()).toEqual({ status: "ok" });
    expect((await fetch(address + path, { method: "HEAD" })).status).toBe(200);
    expect((await fetch(`${address}/api/listings`)).status).toBe(503);
    expect((await fetch(`${address}/api/bookings`)).status).toBe(503);
  },
);

test("does not take other paths for health checks", async () => {
  for (const path of ["/api/health/", "/api/healthy", "/api/health/live/x", "/api/health/live?x=1"])
    expect((await fetch(address + path)).status).toBe(503);
});

test("a refused request keeps the id that a trusted proxy gave it", async () => {
  const headers = { "x-request-id": "given-by-proxy" };
  const refused = await fetch(`${address}/api/listings`, { headers });
  expect(refused.status).toBe(503);
  expect(refused.headers.get("x-request-id")).toBe("given-by-proxy");
  expect(await refused.json()).toMatchObject({ error: { requestId: "given-by-proxy" } });
});

test.each([
  ["essential", "POST", "/api/auth/sign-in/email"],
  ["essential", "GET", "/api/bookings"],
  ["essential", "HEAD", "/api/bookings"],
  ["essential", "POST", "/api/bookings/1/payment/check"],
  ["essential", "POST", "/api/create-payment-intent"],
  ["essential", "POST", "/api/payments/webhook?account=1"],
  ["essential", "GET", "/assets/entry-1a2b.js"],
  ["essential", "GET", "/login?next=/sell"],
  ["essential", "GET", "/login.data"],
  ["essential", "GET", "/dashboard/payment/1"],
  ["normal", "GET", "/api/listings?facets=1"],
  ["normal", "GET", "/api/products/1"],
  ["normal", "GET", "/api/no-such-call"],
  ["normal", "GET", "/"],
  ["normal", "GET", "/%zz"],
  ["normal", "GET", "/cars/1"],
  ["normal", "GET", "/search?login"],
  ["normal", "GET", "/api/favorites"],
  ["optional", "GET", "/api/listings/suggestions?q=b"],
  ["optional", "GET", "/api/audit.csv"],
  ["optional", "GET", "/sitemap.xml"],
  ["optional", "GET", "/blog"],
  ["optional", "GET", "/api/listings/1/similar"],
])("the priority is %s of %s %s", async (priority, method, path) => {
  expect((await askedOf(method, path)).priority).toBe(priority);
});

test("every call about bookings and payments is refused last", async () => {
  const calls = Object.keys(policy).filter((call) => /booking|payment/.test(call));
  expect(calls.length).toBeGreaterThan(5);
  for (const call of calls) {
    const [method, path] = call.split(" ") as [string, string];
    expect([call, (await askedOf(method, path)).priority]).toEqual([call, "essential"]);
  }
});

test("public reads do not wait for the database, and what visitors read not for bookings", async () => {
  const waits = async (path: string, headers = {}, method = "GET") =>
    (await askedOf(method, path, headers)).waits;
  expect(await waits("/")).toBe(null);
  expect(await waits("/", {}, "POST")).toBe("requests");
  expect(await waits("/", { authorization: "Bearer x" })).toBe("requests");
  expect(await waits("/", { cookie: "session=x" })).toBe("requests");
  expect(await waits("/api/history/head")).toBe("requests");
  expect(await waits("/cars/bmw-1")).toBe("visitors");
  expect(await waits("/cars/bmw-1", { cookie: "session=x" })).toBe("visitors");
  expect(await waits("/api/listings/1/reviews")).toBe("visitors");
  expect(await waits("/api/listings/1/reviews", { cookie: "session=x" })).toBe("requests");
  expect(await waits("/api/listings/1/history/seals")).toBe("visitors");
  expect(await waits("/api/history/chain?after=0")).toBe("visitors");
  expect(await waits("/assets/entry-1a2b.js")).toBe(null);
});
