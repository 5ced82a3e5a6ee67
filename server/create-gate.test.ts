import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestApp } from "#testing/test-app.ts";
import { createGate } from "./create-gate.ts";

let server: Awaited<ReturnType<typeof createTestApp>>;
let address: string;
beforeAll(async () => {
  // More requests than even the essential ones that can be answered.
  const overload = { isPossible: () => true, admits: () => false };
  const gate = createGate(
    { BRAND_NAME: "Cars & Co", LOAD_SHEDDING: "on", TRUSTED_PROXIES: "127.0.0.1" },
    { simulator: null, openid: null, overload, isOpen: () => true },
  );
  server = await createTestApp({}, { gate });
  address = await server.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => server.close());

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
