import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FeedPreview } from "#shared/feeds/feed-preview-contract.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { readPlan } from "./plan-store.ts";

// How many of the values that could not be read a plan keeps, and who loads them.

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
});
afterAll(() => shop.close());

const call = (method: "GET" | "POST", url: string, body?: object) =>
  shop.call(method, url, { token: seller.token, body });

/** A plan of a file with columns of fuels that mean nothing, each value of which is in one row. */
async function plan({ columns, rows, length }: { columns: number; rows: number; length: number }) {
  const headers = Array.from({ length: columns }, (_, at) => `F${at}`);
  const options = {
    currency: "usd",
    columns: Object.fromEntries(headers.map((header) => [header, "fuel"])),
  };
  const created = await call("POST", "/api/feeds", { name: `${columns} columns`, options });
  const url = `/api/feeds/${created.body.insertedId as string}`;
  const lines = Array.from({ length: rows }, (_, row) => {
    const fuels = headers.map((header) => `${header} ${row} `.padEnd(length, "x"));
    return [`S${row},BMW,3 Series,2018,15000,20000`, ...fuels].join(",");
  });
  const head = ["Stock Number,Make,Model,Year,Price,Mileage", ...headers].join(",");
  const { body } = await shop.call("POST", `${url}/plans?file=stock.csv`, {
    token: seller.token,
    body: Buffer.from([head, ...lines].join("\n")),
    headers: { "content-type": "application/octet-stream" },
  });
  return { url, id: body._id as string, headers };
}

test("a plan keeps 500,000 characters of values that could not be read, and counts the others", async () => {
  const { url } = await plan({ columns: 60, rows: 90, length: 195 });
  const preview = (await call("GET", `${url}/preview`)).body as FeedPreview;
  const fuels = preview.values!.filter(({ field }) => field === "fuel");
  expect(fuels).toHaveLength(60);
  for (const { values, more } of fuels) expect(values.length + more.unread).toBe(90);
  const characters = fuels.flatMap(({ values }) =>
    values.map(({ value, reason }) => value.length + (reason?.length ?? 0)),
  );
  const total = characters.reduce((sum, one) => sum + one, 0);
  expect(total).toBeGreaterThan(400_000);
  expect(total).toBeLessThanOrEqual(500_000);
});

test("a plan is shown without loading these values, and the ends of its lists", async () => {
  const { url, id, headers } = await plan({ columns: 2, rows: 3, length: 20 });
  const entries = (entry: object) => JSON.stringify(Array.from({ length: 300 }, () => entry));
  await shop.deps.db.execute(sql`update feed_plan set repeated_rows = null,
    repeated = ${entries({ line: 2, firstLine: 1, fields: [] })}::jsonb where id = ${id}`);
  const loaded = (await readPlan(shop.deps.db, id))!;
  expect(loaded.repeated).toHaveLength(200);
  expect(loaded.columns.filter((column) => "unread" in column)).toEqual([]);
  const shown = (await call("GET", `${url}/plans/${id}`)).body;
  expect(shown.counts.repeated).toBe(300);
  expect(shown.repeated).toHaveLength(200);
  expect(shown.columns.map(({ header }: { header: string }) => header).slice(-2)).toEqual(headers);
});
