import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FeedAnswer, FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { lockPlan } from "../apply/lock-plan.ts";
import { ownPlan } from "../own-feeds.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
});
afterAll(() => shop.close());

const call = (method: "GET" | "POST", url: string, body: object = {}) =>
  shop.call(method, url, { token: seller.token, ...(method === "POST" && { body }) });

async function aFeed(name: string): Promise<string> {
  return (await call("POST", "/api/feeds", { name, options: {} })).body.insertedId as string;
}

async function upload(feed: string, rows: readonly string[]): Promise<FeedPlanAnswer> {
  const header = "Stock Number,Make,Model,Year,Price USD,Mileage km,VIN";
  const { body } = await shop.call("POST", `/api/feeds/${feed}/plans?file=stock.csv`, {
    token: seller.token,
    body: Buffer.from([header, ...rows].join("\n")),
    headers: { "content-type": "application/octet-stream" },
  });
  return body as FeedPlanAnswer;
}

test("a plan keeps the first 2,000 held cars until it is discarded, and counts them all", async () => {
  const { db } = shop.deps;
  const row = (stock: number) => `${stock},BMW,X1,2020,20000,9000,WBA8E9C50GK644300`;
  const first = await aFeed("Lot");
  const { _id } = await upload(first, [row(1)]);
  await call("POST", `/api/feeds/${first}/plans/${_id}/apply`);

  const id = await aFeed("Portal");
  const rows = Array.from({ length: 2_501 }, (_, at) => row(at + 2));
  const plan = await upload(id, rows);
  expect([plan.counts.added, plan.counts.kept, plan.kept.length]).toEqual([0, 2_501, 200]);
  const stored = async () =>
    (
      await db.execute<{ held: number }>(
        sql`select jsonb_array_length(held) as held from feed_plan where id = ${plan._id}`,
      )
    ).rows;
  expect(await stored()).toEqual([{ held: 2_000 }]);
  const listed = async () => {
    const feeds = (await call("GET", "/api/feeds")).body as FeedAnswer[];
    return feeds.find((feed) => feed._id === id)!.lastPlan;
  };
  expect(await listed()).toMatchObject({ state: "waiting", counts: { kept: 2_501 } });

  // What most calls about a plan read.
  const own = await ownPlan(db, { accountId: seller.id }, { id, planId: plan._id });
  const locked = await db.transaction((tx) => lockPlan(tx, plan._id));
  for (const read of [own.plan, locked.plan])
    for (const list of ["held", "repeated", "columns", "leftOut"])
      expect(read).not.toHaveProperty(list);

  const { body } = await call("POST", `/api/feeds/${id}/plans/${plan._id}/discard`);
  expect(body).toMatchObject({ state: "discarded", counts: { kept: 2_501 }, kept: [] });
  expect(await stored()).toEqual([{ held: 0 }]);
  expect(await listed()).toMatchObject({ state: "discarded", counts: { kept: 2_501 } });
});

test("a plan of an earlier release, which kept all its held cars, still counts them", async () => {
  const id = await aFeed("Old");
  const plan = await upload(id, ["9001,BMW,X1,2020,20000,9000,WBA8E9C50GK644300"]);
  await shop.deps.db.execute(
    sql`update feed_plan set held_cars = null, counts = null where id = ${plan._id}`,
  );
  const read = async () =>
    (await call("GET", `/api/feeds/${id}/plans/${plan._id}`)).body as FeedPlanAnswer;
  expect((await read()).counts.kept).toBe(1);
  await call("POST", `/api/feeds/${id}/plans/${plan._id}/discard`);
  expect((await read()).counts.kept).toBe(1);
});
