import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

async function ask(database: TestDatabase, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test("gives each caller its own migrated database", async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    const tables = "select count(*)::int as n from pg_tables where schemaname = 'public'";
    expect(await ask(one, tables)).toEqual(await ask(other, tables));
    expect((await ask(one, tables))[0]).not.toEqual({ n: 0 });
    await ask(one, "create table only_here (id int)");
    const query = "select to_regclass('only_here') is null as missing";
    expect(await ask(other, query)).toEqual([{ missing: true }]);
  } finally {
    await Promise.all([one.drop(), other.drop()]);
  }
  await expect(ask(one, "select 1")).rejects.toThrow(/does not exist/);
});

test("drops a database that still has connections", async () => {
  const database = await createTestDatabase();
  const client = new pg.Client({ connectionString: database.url });
  client.on("error", () => undefined);
  await client.connect();
  await database.drop();
  await expect(client.query("select 1")).rejects.toThrow();
});
