import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestApp } from "#testing/test-app.ts";

const patience = { timeout: 20_000 };

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeEach(async () => {
  shop = await createTestApp();
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

test("jobs go on after the clock was set back while one ran", async () => {
  const { jobs } = shop.deps;
  const done: string[] = [];
  await jobs.createQueue("clock");
  await jobs.work<{ name: string }>("clock", { pollingIntervalSeconds: 0.5 }, async ([job]) => {
    done.push(job!.data.name);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
  });
  for (const name of ["first", "second"]) {
    await jobs.send("clock", { name });
    await vi.waitFor(() => expect(done).toContain(name), patience);
  }
});

test("so does the start of scheduled jobs", async () => {
  const { jobs, pool } = shop.deps;
  let started = 0;
  await jobs.createQueue("every-minute");
  await jobs.work("every-minute", { pollingIntervalSeconds: 0.5 }, async () => void (started += 1));
  // The clock is set back while both workers wait for the answer to a poll.
  const lock = await pool.connect();
  await lock.query("begin; lock table pgboss.job");
  await vi.waitFor(async () => {
    const { rows } = await lock.query("select pid from pg_locks where not granted");
    expect(rows.length).toBeGreaterThanOrEqual(2);
  }, patience);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 3_600_000 });
  await lock.query("rollback");
  lock.release();
  // What pg-boss stores when a schedule is due.
  await jobs.insert([{ name: "__pgboss__send-it", data: { name: "every-minute" } }]);
  await vi.waitFor(() => expect(started).toBe(1), patience);
});
