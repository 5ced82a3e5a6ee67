import { randomUUID } from "node:crypto";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accountTable } from "#server/accounts/account-table.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { createCatalogue, type Catalogue } from "./public.ts";

// One process writes to the database. Another one follows it, with its notifications through `line`.
const sellerId = randomUUID();
let database: TestDatabase;
let line: ReturnType<typeof cuttableLine>;
let writing: ReturnType<typeof connectDatabase>;
let reading: ReturnType<typeof connectDatabase>;
let catalogue: Catalogue;

beforeEach(async () => {
  database = await createTestDatabase();
  line = cuttableLine(new URL(database.url));
  const directUrl = new URL(database.url);
  directUrl.host = `127.0.0.1:${await line.open()}`;
  writing = connectDatabase(database.url, 2);
  reading = connectDatabase(database.url, 2, { directUrl: directUrl.toString() });
  const account = { id: sellerId, name: "Seller", email: "seller@marque.example" };
  await writing.db.insert(accountTable).values({ ...account, role: "Seller" });
  // The clock of the process that reads stands still unless a test moves it, however slow the machine is.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  catalogue = createCatalogue({
    ...reading,
    config: loadConfig({ NODE_ENV: "test" }),
    log: { warn: () => undefined } as never,
    ratings: { rater: () => Promise.resolve(null) },
  });
  await catalogue.loaded;
  await listens();
});

afterEach(async () => {
  vi.useRealTimers();
  await catalogue.stop();
  await Promise.all([reading.pool.end(), writing.pool.end()]);
  line.close();
  await database.drop();
});

test("a change arrives by notification, without any time passing", async () => {
  for (let change = 0; change < 5; change++) {
    const id = await writeListing();
    await eventually(() => catalogue.find(id) !== null);
  }
});

test("while the notifications are cut, every change arrives within a second", async () => {
  line.cut();
  await eventually(async () => (await listenerCount()) === 0);
  for (let change = 0; change < 5; change++) {
    const id = await writeListing();
    let passed = 0;
    for (; passed < 1_000 && !catalogue.find(id); passed += 100) await passTime(100);
    expect(catalogue.find(id)?._id, `change ${change} after ${passed} ms`).toBe(id);
  }
});

test("notifications arrive again once the connection can be replaced", async () => {
  line.cut();
  await eventually(async () => (await listenerCount()) === 0);
  await passTime(3_000);
  line.mend();
  await listens();
  const id = await writeListing();
  await eventually(() => catalogue.find(id) !== null);
});

async function writeListing(): Promise<string> {
  const id = randomUUID();
  const car = { id, sellerId, name: "BMW X5", make: "BMW", categoryId: 3 } as const;
  await writing.db.insert(listingTable).values({ ...car, resalePriceMinor: 2_000_000 });
  return id;
}

/** Moves the clock, and lets the reads that this starts come to their end. */
async function passTime(milliseconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  const { pool } = reading;
  await eventually(() => pool.waitingCount === 0 && pool.idleCount === pool.totalCount);
}

/** Waits without moving the clock, which `expect.poll` does. A test that waits in vain reaches its time limit. */
async function eventually(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve));
}

async function listenerCount(): Promise<number> {
  const { rows } = await writing.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and query ilike 'listen "catalogue_changed"%'`);
  return rows[0]!.count;
}

/** Lets time pass until the process listens. */
async function listens(): Promise<void> {
  await eventually(async () => {
    await passTime(100);
    return (await listenerCount()) === 1;
  });
  await passTime(0);
}

/** A way to the database that lets no connection through between `cut` and `mend`. */
function cuttableLine({ hostname, port: databasePort }: URL) {
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect({ host: hostname, port: Number(databasePort) });
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  });
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    async open(): Promise<number> {
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return (server.address() as AddressInfo).port;
    },
    cut,
    mend: () => void (isCut = false),
    close(): void {
      cut();
      server.close();
    },
  };
}
