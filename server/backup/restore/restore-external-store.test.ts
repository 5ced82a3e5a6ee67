import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { BackupError } from "../backup-error.ts";
import { replaceDatabase } from "./restore-external-store.ts";

let database: TestDatabase;
let client: pg.Client;
let name: string;
beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  name = new URL(database.url).pathname.slice(1);
});
afterEach(async () => {
  await client.end();
  await database.drop();
});

const nothing = async () => undefined;
const databases = async () =>
  (
    await client.query<{ datname: string }>(
      "select datname from pg_database where starts_with(datname, $1) order by 1",
      [name],
    )
  ).rows.map(({ datname }) => datname);

test("leaves no database behind if the old one is in use", async () => {
  const fill = vi.fn<() => Promise<void>>();
  await expect(replaceDatabase(database.url, { replace: true, major: 15 }, fill)).rejects.toThrow(
    "has connections. Stop all processes of the shop, then restore again. Nothing was changed.",
  );
  expect(fill).not.toHaveBeenCalled();
  expect(await databases()).toEqual([name]);
});

test("leaves everything as it was if the new database cannot be filled", async () => {
  await client.query("create table kept ()");
  await client.end();
  const filling = replaceDatabase(database.url, { replace: true, major: 15 }, async (empty) => {
    expect(empty).not.toBe(database.url);
    throw new BackupError("The dump was lost.");
  });
  await expect(filling).rejects.toThrow("The dump was lost.");
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  expect(await databases()).toEqual([name]);
  expect((await client.query("select from kept")).rows).toEqual([]);
});

test("renames the old database and puts a new one in UTF8 in its place", async () => {
  await client.end();
  const { aside } = await replaceDatabase(database.url, { replace: true, major: 15 }, nothing);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  expect(await databases()).toEqual([name, aside]);
  const { rows } = await client.query("select from pg_tables where schemaname = 'public'");
  expect(rows).toEqual([]);
  expect((await client.query("show server_encoding")).rows).toEqual([{ server_encoding: "UTF8" }]);
  await client.query(`drop database ${aside}`);
});

test("refuses an empty database of another encoding", async () => {
  const ascii = `${name}_ascii`;
  await client.query(`create database ${ascii} template template0 encoding 'SQL_ASCII' locale 'C'`);
  const url = new URL(database.url);
  url.pathname = `/${ascii}`;
  await expect(
    replaceDatabase(url.toString(), { replace: true, major: 15 }, nothing),
  ).rejects.toThrow("has the encoding SQL_ASCII, and the shop needs UTF8");
  await client.query(`drop database ${ascii} with (force)`);
});
