import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { answerUnavailable, busy } from "./answer-unavailable.ts";
import { policy } from "./policy.ts";
import { priorityOf, waitsFor } from "./priority-of.ts";

test.each([
  "/api/auth/sign-in/email",
  "/api/bookings",
  "/api/bookings/1/payment/check",
  "/api/create-payment-intent",
  "/api/payments/webhook",
  "/assets/entry-1a2b.js",
  "/login?next=/sell",
  "/dashboard/payment/1",
])("refuses %s last", (url) => expect(priorityOf(url)).toBe("essential"));

test.each([
  "/api/listings?facets=1",
  "/api/products/1",
  "/",
  "/cars/1",
  "/search?login",
  "/api/favorites",
])("refuses %s before them", (url) => expect(priorityOf(url)).toBe("normal"));

test.each([
  "/api/listings/suggestions?q=b",
  "/api/audit.csv",
  "/sitemap.xml",
  "/api/listings/1/similar",
])("refuses %s first", (url) => expect(priorityOf(url)).toBe("optional"));

test("every call about bookings and payments is refused last", () => {
  const calls = Object.keys(policy).filter((call) => /booking|payment/.test(call));
  expect(calls.length).toBeGreaterThan(5);
  for (const call of calls)
    expect([call, priorityOf(call.split(" ")[1]!)]).toEqual([call, "essential"]);
});

test("knows that public reads do not wait for the database, and what visitors read not for bookings", () => {
  const waits = (method: string, headers: object = {}, url = "/") =>
    waitsFor({ method, headers, url } as IncomingMessage);
  expect(waits("GET")).toBe(null);
  expect(waits("POST")).toBe("requests");
  expect(waits("GET", { authorization: "Bearer x" })).toBe("requests");
  expect(waits("GET", { cookie: "session=x" })).toBe("requests");
  expect(waits("GET", {}, "/api/history/head")).toBe("requests");
  expect(waits("GET", {}, "/cars/bmw-1")).toBe("visitors");
  expect(waits("GET", { cookie: "session=x" }, "/cars/bmw-1")).toBe("visitors");
  expect(waits("GET", {}, "/api/listings/1/reviews")).toBe("visitors");
  expect(waits("GET", {}, "/api/listings/1/history/seals")).toBe("visitors");
  expect(waits("GET", {}, "/api/history/chain?after=0")).toBe("visitors");
  expect(waits("GET", {}, "/cars/sizes/bmw-480.avif")).toBe(null);
});

test("answers a refused call in JSON and a page with a small page, both with Retry-After", async () => {
  const server = createServer((request, response) =>
    answerUnavailable(request, response, { BRAND_NAME: "Cars & Co" }, busy, "request-1"),
  ).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = await fetch(`${address}/api/listings`);
  expect(call.status).toBe(503);
  expect(Number(call.headers.get("retry-after"))).toBeGreaterThanOrEqual(2);
  expect(Number(call.headers.get("retry-after"))).toBeLessThanOrEqual(5);
  expect(call.headers.get("cache-control")).toBe("no-store");
  expect(call.headers.get("x-request-id")).toBe("request-1");
  expect(await call.json()).toMatchObject({
    error: { code: "unavailable", requestId: "request-1" },
    message: "The shop is very busy right now. Please try again in a few seconds.",
  });
  const page = await fetch(`${address}/cars/1`);
  expect(page.status).toBe(503);
  const text = await page.text();
  expect(text).toContain("<h1>We’re very busy</h1>");
  expect(text).toContain("Cars &amp; Co");
  expect(text).toContain(`http-equiv="refresh" content="${page.headers.get("retry-after")}"`);
  server.close();
});
