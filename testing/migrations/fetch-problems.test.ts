import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { earlierDatabase } from "./earlier-database.ts";

const earlierSeller = "00000000-0000-4000-8000-000000000001";
const stops =
  "The shop no longer fetches it. Once the file is smaller, save the feed's settings to fetch it again.";
const feeds = [
  ["Fine", 0, null],
  ["Fails", 1, "answered with status 500"],
  ["Stopped", 2, `This file takes too much memory. ${stops}`],
  ["Waits", 0, "9 of 9 cars would be taken off sale. The plan waits for you."],
] as const;

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  const database = await earlierDatabase(54, async (client) => {
    await client.query(
      "insert into account (id, name, email, role) values ($1, 'First', 'first@marque.example', 'Seller')",
      [earlierSeller],
    );
    for (const [name, heavy, error] of feeds)
      await client.query(
        `insert into feed (seller_id, name, fetch_url, fetch_hour, next_fetch_at, fetched_at,
          heavy_fetches, fetch_error) values ($1, $2, 'https://dealer.example', 3, now(), now(), $3, $4)`,
        [earlierSeller, name, heavy, error],
      );
  });
  shop = await createTestApp({}, { database });
});
afterAll(() => shop.close());

test("feeds that were stopped, or whose plans wait, are known from their texts once", async () => {
  const { id, token } = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  await shop.deps.db.execute(sql`update feed set seller_id = ${id}`);
  const { body } = await shop.call("GET", "/api/feeds", { token });
  expect(
    (body as FeedAnswer[]).map(({ name, fetch }) => [name, fetch!.isStopped, fetch!.error]),
  ).toEqual(
    feeds
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, , error]) => [name, name === "Stopped", error]),
  );
  const { rows } = await shop.deps.db.execute(
    sql`select name, fetch_problem as problem from feed order by name`,
  );
  expect(rows).toEqual([
    { name: "Fails", problem: "failed" },
    { name: "Fine", problem: null },
    { name: "Stopped", problem: "stopped" },
    { name: "Waits", problem: "plan_waits" },
  ]);
});
