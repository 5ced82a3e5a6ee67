import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
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

const isBusy = { code: "too_many_requests", retryAfter: 5 };
/** Begins a transaction of an account, which runs until `end` or `fail` is called. */
function aLongTurn(id: string) {
  type Begun = { turn: Promise<void>; end: () => void; fail: (error: Error) => void };
  return new Promise<Begun>((begin) => {
    const turn = withLockedAccount(
      shop.deps.db,
      id,
      () => new Promise<void>((end, fail) => begin({ turn, end, fail })),
    );
  });
}
const next = (id: string) => withLockedAccount(shop.deps.db, id, async () => "done");

test("twenty transactions of an account wait, and more are refused at once", async () => {
  const { id } = await anAccount(shop.deps);
  const { turn, end } = await aLongTurn(id);
  const waiting = Array.from({ length: 20 }, () => next(id));
  await expect(next(id)).rejects.toMatchObject(isBusy);
  end();
  await turn;
  expect(await Promise.all(waiting)).toEqual(Array.from({ length: 20 }, () => "done"));
});

test("a transaction waits five seconds for those before it, and one that runs may take longer", async () => {
  const { id } = await anAccount(shop.deps);
  const { turn, end } = await aLongTurn(id);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const refused = expect(next(id)).rejects.toMatchObject(isBusy);
  vi.advanceTimersByTime(5_000);
  vi.useRealTimers();
  await refused;
  end();
  await turn;
  expect(await next(id)).toBe("done");
});

test("those behind a transaction that the database gave up do not wait as long", async () => {
  const { id } = await anAccount(shop.deps);
  const { turn, fail } = await aLongTurn(id);
  const refused = expect(next(id)).rejects.toMatchObject(isBusy);
  const tooLong = Object.assign(new Error("statement timeout"), { code: "57014" });
  fail(tooLong);
  await expect(turn).rejects.toBe(tooLong);
  await refused;
  expect(await next(id)).toBe("done");
});
