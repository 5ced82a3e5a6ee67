import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { readInTurn } from "./read-in-turn.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test.each([
  ["slow searches", "GET", "/plans/PLAN/changes?q=x", "feed_change"],
  ["plans", "GET", "/plans/PLAN", "feed_change"],
  ["photos", "GET", "/photos", "feed_photo"],
  ["photos that are tried again", "POST", "/photos/retry", "feed_photo"],
  ["decisions about all edits", "POST", "/edits/bulk/all", "feed_car"],
] as const)(
  "a seller's %s take one connection of the database, and the eleventh is refused",
  async (_, method, part, table) => {
    const { db } = shop.deps;
    const { token, id: sellerId } = await anAccount(shop.deps, {
      role: "Seller",
      isVerified: true,
    });
    const [feed] = (
      await db.execute<{ id: string }>(sql`insert into feed (seller_id, name)
      values (${sellerId}, 'Stock') returning id`)
    ).rows;
    const [plan] = (
      await db.execute<{ id: string }>(sql`insert into feed_plan (feed_id, feed_version, source,
        options, columns, rows, refused, unchanged, held, repeated, review, left_out)
      values (${feed!.id}, 0, 'a.csv', '{}', '[]', 0, 0, 0, '[]', '[]', '[]', '{}') returning id`)
    ).rows;
    const search = () =>
      shop.call(method, `/api/feeds/${feed!.id}${part.replace("PLAN", plan!.id)}`, {
        token,
        ...(method === "POST" && { body: { winner: "shop", count: 1 } }),
      });
    let searches: ReturnType<typeof search>[] = [];
    await db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${sql.raw(table)} in access exclusive mode`);
      searches = Array.from({ length: 11 }, search);
      // The others wait for the lock, or for the one that does.
      expect(await Promise.race(searches)).toMatchObject({
        status: 429,
        body: { error: { message: expect.stringContaining("are being read already") } },
      });
      const waiting = async () =>
        (
          await tx.execute<{ searches: number }>(sql`select count(*)::int as searches
          from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)
        ).rows[0]!.searches;
      await expect.poll(waiting).toBe(1);
    });
    const statuses = (await Promise.all(searches)).map(({ status }) => status);
    // No edits wait.
    const done = part.startsWith("/edits") ? 409 : 200;
    expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => done), 429]);
  },
);

test("sellers do not wait for each other, and what its caller no longer waits for is not read", async () => {
  const { signal } = new AbortController();
  let end = () => {};
  const first = readInTurn(
    { accountId: "a", signal },
    () => new Promise<void>((resolve) => (end = resolve)),
  );
  const caller = new AbortController();
  let wasRead = false;
  const read = async () => {
    wasRead = true;
  };
  const left = readInTurn({ accountId: "a", signal: caller.signal }, read);
  caller.abort();
  expect(await readInTurn({ accountId: "b", signal }, async () => "b")).toBe("b");
  end();
  await first;
  await expect(left).rejects.toMatchObject({ code: "timed_out" });
  expect(wasRead).toBe(false);
});
