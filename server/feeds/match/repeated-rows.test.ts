import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FeedAnswer, FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { carRow } from "#testing/feeds/car-rows.ts";
import { listNewestPlans, listPlans } from "../feed-page-store.ts";
import { withoutRepeats } from "./repeated-rows.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
});
afterAll(() => shop.close());

test("a plan keeps the first 2,000 repeated rows and counts them all, in lists without reading them", async () => {
  const { db } = shop.deps;
  const call = (method: "GET" | "POST", url: string, body?: object) =>
    shop.call(method, url, { token: seller.token, body });
  const created = await call("POST", "/api/feeds", { name: "Lot", options: {} });
  const feed = created.body.insertedId as string;
  const url = `/api/feeds/${feed}`;
  const upload = async (rows: number): Promise<FeedPlanAnswer> => {
    const file = `Stock Number,Make,Model,Year,Price USD,Mileage km\n${"1,BMW,X1,2020,20000,9000\n".repeat(rows)}`;
    const { body } = await shop.call("POST", `${url}/plans?file=stock.csv`, {
      token: seller.token,
      body: Buffer.from(file),
      headers: { "content-type": "application/octet-stream" },
    });
    return body as FeedPlanAnswer;
  };
  await upload(2);
  const plan = await upload(2_501);
  expect([plan.counts.added, plan.counts.repeated, plan.repeated.length]).toEqual([1, 2_500, 200]);
  const { rows } = await db.execute<{ repeatedRows: number }>(
    sql`select jsonb_array_length(repeated) as "repeatedRows" from feed_plan where id = ${plan._id}`,
  );
  expect(rows).toEqual([{ repeatedRows: 2_000 }]);
  const [listed] = (await call("GET", "/api/feeds")).body as FeedAnswer[];
  expect(listed!.lastPlan).toMatchObject({ _id: plan._id, counts: { repeated: 2_500 } });
  const all = await listPlans(db, feed);
  expect(all).toHaveLength(2);
  for (const one of [...all, ...(await listNewestPlans(db, [feed]))])
    for (const list of ["repeated", "held", "columns", "leftOut", "options"])
      expect(one.plan).not.toHaveProperty(list);

  // A plan of an earlier release kept all, and no count.
  await db.execute(sql`update feed_plan set repeated_rows = null where id = ${plan._id}`);
  const { plans } = (await call("GET", url)).body as { plans: FeedPlanAnswer[] };
  expect(plans.map(({ counts }) => counts.repeated)).toEqual([2_000, 1]);
});

test("a repeated row keeps both prices with their currency", () => {
  const rowOf = (sourcePriceMinor: number) =>
    carRow("stock 1", { sourcePriceMinor, sourceCurrency: "EUR" });
  expect(withoutRepeats([rowOf(1_900_000), rowOf(2_000_000)]).repeated).toMatchObject([
    {
      values: {
        first: { sourcePriceMinor: 1_900_000, sourceCurrency: "EUR" },
        again: { sourcePriceMinor: 2_000_000, sourceCurrency: "EUR" },
      },
    },
  ]);
});
