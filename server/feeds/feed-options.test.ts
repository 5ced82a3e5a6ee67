import { afterAll, beforeAll, expect, test } from "vitest";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let token: string;
beforeAll(async () => {
  shop = await createTestApp();
  ({ token } = await anAccount(shop.deps, { role: "Seller", isVerified: true }));
});
afterAll(() => shop.close());

const call = (method: "GET" | "POST" | "PATCH", url: string, body?: object) =>
  shop.call(method, url, { token, body });
const headers = "Stock Number,Make,Model,Year,Price,Mileage";
const upload = (feed: string, rows: string[]) =>
  shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token,
    body: Buffer.from(`${[headers, ...rows].join("\n")}\n`),
    headers: { "content-type": "application/octet-stream" },
  });

test("reads a currency sign as the feed's options say", async () => {
  const { body: created } = await call("POST", "/api/feeds", {
    ...{ name: "Signs", options: { distanceUnit: "mi", symbols: {} } },
  });
  const feed = created.insertedId as string;
  const optionsOf = async () => (await call("GET", `/api/feeds/${feed}`)).body.options as object;
  const change = (symbols?: object) =>
    call("PATCH", `/api/feeds/${feed}`, { options: { distanceUnit: "mi", symbols } });
  const rows = ["A1,BMW,3 Series,2018,$15000,20000"];
  expect(await optionsOf()).toEqual({ distanceUnit: "mi" });
  expect((await upload(feed, rows)).body.counts).toMatchObject({ added: 0, refused: 1 });
  expect((await change({ $: "usd", " KR ": "SEK" })).status).toBe(200);
  const symbols = { $: "USD", kr: "SEK" };
  expect(await optionsOf()).toEqual({ distanceUnit: "mi", symbols });
  expect((await upload(feed, rows)).body.counts).toMatchObject({ added: 1, refused: 0 });
  // What an earlier client leaves out stays.
  await change();
  expect(await optionsOf()).toEqual({ distanceUnit: "mi", symbols });
  for (const wrong of [{ $: "dollars" }, { "": "USD" }, { 5: "USD" }])
    expect((await change(wrong)).body.error.fields).toHaveProperty("symbols");
  await change({});
  expect(await optionsOf()).toEqual({ distanceUnit: "mi" });
});
