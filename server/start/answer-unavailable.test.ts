import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { answerUnavailable, busy } from "./answer-unavailable.ts";

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
