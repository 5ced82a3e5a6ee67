import { createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase } from "#testing/database/test-database.ts";
import { followFeed } from "./follow-feed.ts";

// Time stands still unless a test advances it, so that a read has one possible cause.
beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => vi.useRealTimers());

type Log = Parameters<typeof followFeed>[0]["log"];

/** A feed that counts its reads. `nextRead` and `nextWarning` wait for what happens after their call. */
function aFeed(connectionString: string) {
  const pool = new pg.Pool({ connectionString, max: 2 });
  const waiting = { read: [] as (() => void)[], warning: [] as (() => void)[] };
  const happened = (what: keyof typeof waiting) =>
    waiting[what].splice(0).forEach((wake) => wake());
  const next = (what: keyof typeof waiting) =>
    new Promise<void>((resolve) => waiting[what].push(resolve));
  let reads = 0;
  const feed = followFeed(
    { directUrl: connectionString, log: { warn: () => happened("warning") } as unknown as Log },
    () => {
      reads += 1;
      happened("read");
      return Promise.resolve();
    },
  );
  return {
    feed,
    pool,
    reads: () => reads,
    nextRead: () => next("read"),
    nextWarning: () => next("warning"),
    async close() {
      await feed.stop();
      await pool.end();
    },
  };
}

test("reads every 300 ms while no connection brings notifications", async () => {
  // A database that accepts connections and never answers.
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
  await new Promise((resolve) => silent.once("listening", resolve));
  const { port } = silent.address() as AddressInfo;
  const { feed, reads, close } = aFeed(`postgres://marque@127.0.0.1:${port}/marque`);
  await feed.start();
  expect(reads()).toBe(1);
  await vi.advanceTimersByTimeAsync(299);
  expect(reads()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(reads()).toBe(2);
  await vi.advanceTimersByTimeAsync(900);
  expect(reads()).toBe(5);
  await close();
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test("reads at once on a notification, and again after a cut connection is replaced", async () => {
  const database = await createTestDatabase();
  const { feed, pool, nextRead, nextWarning, close } = aFeed(database.url);
  const first = nextRead();
  await feed.start();
  await first;
  // It listens from now on, and reads what it may have missed before.
  await nextRead();

  const onNotification = nextRead();
  await pool.query("notify catalogue_changed");
  await onNotification;

  const isCut = nextWarning();
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`,
  );
  await isCut;
  const caughtUp = nextRead();
  await vi.advanceTimersByTimeAsync(0);
  await caughtUp;
  const onNextNotification = nextRead();
  await pool.query("notify catalogue_changed");
  await onNextNotification;
  await close();
  await database.drop();
});
