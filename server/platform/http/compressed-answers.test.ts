import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;

beforeAll(async () => {
  shop = await createTestApp();
  const { id: sellerId } = await anAccount(shop.deps, { role: "Seller" });
  const description = "Full service history, two owners, new tires. ".repeat(60);
  for (let car = 0; car < 10; car += 1)
    await aListing(shop.deps, { sellerId, make: "BMW", model: "3 Series", description });
  await shop.deps.catalogue.refresh();
});

afterAll(() => shop.close());

test.each([
  ["br", brotliDecompressSync],
  ["gzip", gunzipSync],
])("compresses a list at once, and so states its length, in %s", async (encoding, unpack) => {
  const ask = (accepted: string) =>
    shop.app.inject({ url: "/api/products/1", headers: { "accept-encoding": accepted } });
  const plain = await ask("identity");
  expect(plain.rawPayload.length).toBeGreaterThan(16_384);
  const packed = await ask(encoding);
  expect(packed.headers).toMatchObject({
    "content-encoding": encoding,
    "content-length": String(packed.rawPayload.length),
  });
  expect(unpack(packed.rawPayload)).toEqual(plain.rawPayload);
});
