import { afterAll, beforeAll, expect, test } from "vitest";
import { aPicture } from "#testing/images/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";
import { storeUpload } from "./store-upload.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test("a person's upload does not wait for the photos of feeds", async () => {
  const picture = await aPicture({ width: 1_000, height: 800 });
  const done: string[] = [];
  const copies = Array.from({ length: 12 }, (_, at) =>
    storeUpload(shop.deps, picture, { isBackground: true }).then(() => done.push(`copy ${at}`)),
  );
  await copies[0];
  await storeUpload(shop.deps, picture).then(() => done.push("upload"));
  await Promise.all(copies);
  // One copy was in progress, and others may be written at the same time.
  expect(done.indexOf("upload")).toBeLessThan(8);
});
