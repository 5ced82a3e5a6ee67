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

test("refused rows are counted and filtered by reason, whatever the value", async () => {
  const { body: created } = await call("POST", "/api/feeds", { name: "Without currency" });
  const feed = created.insertedId as string;
  const prices = ["20000", "21000", "22000"];
  const rows = prices.map((price, at) => `W${at},BMW,3 Series,2018,${price},30000 miles`);
  const { body: plan } = await upload(feed, [...rows, "W9,BMW,3 Series,1066,23000,30000 miles"]);
  const url = `/api/feeds/${feed}/plans/${plan._id}/refused`;
  const { reasons } = (await call("GET", `${url}?limit=1`)).body;
  const missing = "Price: … has no currency (use --currency)";
  expect(reasons).toEqual([
    { reason: missing, rows: 4 },
    { reason: expect.stringMatching(/^Year: /), rows: 1 },
  ]);
  const linesOf = async (reason: string) =>
    (await call("GET", `${url}?reason=${encodeURIComponent(reason)}`)).body.rows.map(
      ({ line }: { line: number }) => line,
    );
  expect(await linesOf(missing)).toEqual([2, 3, 4, 5]);
  expect(await linesOf(reasons[1].reason)).toEqual([5]);
  expect(await linesOf("Other")).toEqual([]);
});

test("a row that states the shop's currency is in it, and the currency of the options is that of the others", async () => {
  const options = { currency: "GBP", rate: "1.25", distanceUnit: "mi" };
  const { body: created } = await call("POST", "/api/feeds", { name: "Pounds", options });
  const feed = created.insertedId as string;
  const row = (number: number, price: string, currency = "") =>
    `P${number},BMW,3 Series,2018,${price},2000${number},${currency},100`;
  const rows = [
    row(1, "20000"),
    row(2, "£20000"),
    row(3, "20000", "USD"),
    row(4, "US$ 20000"),
    row(5, "$20000", "USD"),
    row(6, "20000", "EUR"),
    row(7, "€20000"),
    row(8, "£20000", "USD"),
    row(9, "$20000"),
  ];
  const file = [`${headers},Currency,Annual tax`, ...rows].join("\n");
  const { body: plan } = await shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token,
    body: Buffer.from(`${file}\n`),
    headers: { "content-type": "application/octet-stream" },
  });
  expect(plan.counts).toMatchObject({ added: 5, refused: 4 });
  const { changes } = (await call("GET", `/api/feeds/${feed}/plans/${plan._id}/changes`)).body;
  expect((changes as { price: number }[]).map(({ price }) => price)).toEqual([
    25_000, 25_000, 20_000, 20_000, 20_000,
  ]);
  const { body } = await call("GET", `/api/feeds/${feed}/plans/${plan._id}/refused`);
  const other =
    "the price is in EUR, the feed in GBP (use --currency EUR with --rate, the USD for one EUR)";
  expect(
    (body.rows as { faults: { reason: string }[] }[]).map(({ faults }) => faults[0]!.reason),
  ).toEqual([
    other,
    other,
    "the price is in USD, the feed in GBP, and the row names both",
    expect.stringContaining("(use --symbol if the sign means GBP)"),
  ]);
  await call("POST", `/api/feeds/${feed}/plans/${plan._id}/apply`, { confirm: true });
  const { rows: listed } = await shop.deps.pool.query(
    `select source_currency as currency, source_rate::float as rate, annual_tax_minor::int as tax
     from listing where source_file = 'stock.csv' and mileage in (20001, 20003) order by mileage`,
  );
  expect(listed).toEqual([
    { currency: "GBP", rate: 1.25, tax: 12_500 },
    { currency: "USD", rate: 1, tax: 10_000 },
  ]);
});

test("without a rate, only rows that state the shop's currency are read, and the reason names the rate", async () => {
  const options = { currency: "GBP", distanceUnit: "mi" };
  const { body: created } = await call("POST", "/api/feeds", { name: "No rate", options });
  const feed = created.insertedId as string;
  const rows = ["1,BMW,3 Series,2018,15000,20001", "2,BMW,3 Series,2018,US$ 15000,20002"];
  const { body: plan } = await upload(feed, rows);
  expect(plan.counts).toMatchObject({ added: 1, refused: 1 });
  const { body } = await call("GET", `/api/feeds/${feed}/plans/${plan._id}/refused`);
  expect(body.rows).toMatchObject([
    {
      line: 2,
      faults: [
        { reason: "the price is in GBP, the shop in USD (use --rate, the USD for one GBP)" },
      ],
    },
  ]);
  const refused = await upload(feed, rows.slice(0, 1));
  expect(refused.status).toBe(400);
  expect(refused.body.error.fields.file).toContain("add the exchange rate, the USD for one GBP");
});

test("reads a currency sign as the feed's options say", async () => {
  const { body: created } = await call("POST", "/api/feeds", {
    name: "Signs",
    options: { distanceUnit: "mi", symbols: {} },
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
