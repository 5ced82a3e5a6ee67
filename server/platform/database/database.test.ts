import { execFileSync } from "node:child_process";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createTestDatabase,
  serverVariable,
  type TestDatabase,
} from "#testing/database/test-database.ts";
import { connectDatabase, type OpenDatabase } from "./database.ts";

const connections = 2;
let database: TestDatabase;
let open: OpenDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  open = connectDatabase(database.url, connections);
});
afterEach(() => database.drop());

/** Opens as many concurrent transactions as the pool has connections. */
async function allAtOnce(): Promise<number> {
  let running = 0;
  let allOpen = () => {};
  const together = new Promise<void>((resolve) => (allOpen = resolve));
  await Promise.all(
    Array.from({ length: connections }, () =>
      open.db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        running += 1;
        if (running === connections) allOpen();
        await together;
      }),
    ),
  );
  return running;
}

/** Cuts every connection from a separate process, so that this one only notices afterwards. */
function cutConnections(): void {
  const program = `
    import pg from "pg";
    const client = new pg.Client({ connectionString: process.argv[1] });
    await client.connect();
    const cut = "select pg_terminate_backend(pid) from pg_stat_activity where datname = $1";
    while ((await client.query(cut, [process.argv[2]])).rows.length > 0);
    await client.end();`;
  const name = new URL(database.url).pathname.slice(1);
  const server = process.env[serverVariable]!;
  execFileSync(process.execPath, ["--input-type=module", "--eval", program, server, name]);
}

test("returns connections to the pool that were cut while idle", async () => {
  for (let outage = 0; outage < connections + 1; outage += 1) {
    expect(await allAtOnce()).toBe(connections);
    cutConnections();
    const transactions = Array.from({ length: connections }, () =>
      open.db.transaction(() => Promise.resolve("done")),
    );
    const answers = await Promise.allSettled(transactions);
    expect(answers.map((answer) => answer.status)).toEqual(transactions.map(() => "rejected"));
  }
  expect(await allAtOnce()).toBe(connections);
  await open.pool.end();
});

test("returns connections to the pool that were cut in a transaction, and rolls it back", async () => {
  for (let outage = 0; outage < connections + 1; outage += 1) {
    const work = open.db.transaction(async (tx) => {
      await tx.execute(sql`create table half_done (id int)`);
      cutConnections();
      await tx.execute(sql`select 1`);
    });
    await expect(work).rejects.toThrow();
  }
  expect(await allAtOnce()).toBe(connections);
  const { rows } = await open.db.execute(sql`select to_regclass('half_done') is null as missing`);
  expect(rows).toEqual([{ missing: true }]);
  await open.pool.end();
});

test("passes an error in a transaction to the caller, rolls back and keeps the connection", async () => {
  const pid = async () => {
    const { rows } = await open.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    return rows[0]!.pid;
  };
  const before = await pid();
  const refusal = new Error("refused");
  const work = open.db.transaction(async (tx) => {
    await tx.execute(sql`create table half_done (id int)`);
    throw refusal;
  });
  await expect(work).rejects.toBe(refusal);
  const { rows } = await open.db.execute(sql`select to_regclass('half_done') is null as missing`);
  expect(rows).toEqual([{ missing: true }]);
  expect(await pid()).toBe(before);
  await open.pool.end();
});
