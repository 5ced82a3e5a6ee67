import { afterAll, beforeAll, expect, test } from "vitest";
import { countAgainst } from "#server/limits/public.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp({ DEMO: "1", RATE_LIMITS: "on" });
});
afterAll(() => shop.close());

test("setting where a feed is fetched from counts as an upload, because it is fetched at once", async () => {
  const { id, token } = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const created = await shop.call("POST", "/api/feeds", { token, body: { name: "Nightly" } });
  const url = `/api/feeds/${created.body.insertedId as string}`;
  const change = async (body: object) => (await shop.call("PATCH", url, { token, body })).status;
  const fetch = { url: "http://127.0.0.1:1/stock.csv" };
  expect(await change({ fetch })).toBe(200);
  await countAgainst(shop.deps, limits.feedUpload, { account: id, ip: null }, 59);
  expect(await change({ fetch })).toBe(429);
  // What fetches nothing does not count.
  expect(await change({ fetch: null })).toBe(200);
  expect(await change({ name: "Daily" })).toBe(200);
});
