import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inContext, currentContext } from "#server/platform/request-context.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { withLockedAccount } from "./account-turns.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

test("an account's transactions run one after another, each in the context of its request", async () => {
  const { id } = await anAccount(shop.deps);
  let running = 0;
  const run = (requestId: string) =>
    inContext({ requestId }, () =>
      withLockedAccount(shop.deps.db, id, async (tx, account) => {
        expect([(running += 1), account?.id]).toEqual([1, id]);
        await tx.execute(sql`select 1`);
        running -= 1;
        return currentContext()?.requestId;
      }),
    );
  const requests = ["a", "b", "c"];
  expect(await Promise.all(requests.map(run))).toEqual(requests);
});

test("an account that was deleted is null, and one that fails keeps none of the next waiting", async () => {
  const { id } = await anAccount(shop.deps);
  const fails = withLockedAccount(shop.deps.db, id, async () => {
    throw new Error("failed");
  });
  const next = withLockedAccount(shop.deps.db, id, async (_, account) => account?.id);
  await expect(fails).rejects.toThrow("failed");
  expect(await next).toBe(id);
  await shop.deps.db.execute(sql`update account set deleted_at = now() where id = ${id}`);
  expect(await withLockedAccount(shop.deps.db, id, async (_, account) => account)).toBeNull();
});
