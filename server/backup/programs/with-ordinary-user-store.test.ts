import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { withOrdinaryUser } from "./with-ordinary-user-store.ts";

let database: TestDatabase;
let client: pg.Client;
let ordinary: string;
let user: URL;
beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  ordinary = `restores_${randomBytes(6).toString("hex")}`;
  await client.query(`create role ${ordinary} login password 'of the tests'`);
  user = new URL(database.url);
  user.username = ordinary;
  user.password = "of the tests";
});
afterEach(async () => {
  await client.query(`drop role if exists ${ordinary}, ${ordinary}_group`);
  await client.end();
  await database.drop();
});

test("works as the user of DATABASE_URL if it is an ordinary one", async () => {
  expect(await withOrdinaryUser(user.href, async (address) => address)).toBe(user.href);
});

test.each(["pg_execute_server_program", "pg_read_server_files", "pg_write_server_files"])(
  "refuses a user that has the rights of %s through another role",
  async (role) => {
    await client.query(`create role ${ordinary}_group in role ${role}`);
    await client.query(`grant ${ordinary}_group to ${ordinary}`);
    const work = vi.fn<() => Promise<void>>();
    await expect(withOrdinaryUser(user.href, work)).rejects.toThrow(
      `The user of DATABASE_URL is a member of ${role}, and a dump is restored without such rights.`,
    );
    expect(work).not.toHaveBeenCalled();
  },
);

test("refuses a user that can become a superuser through another role", async () => {
  await client.query(`create role ${ordinary}_group superuser`);
  await client.query(`grant ${ordinary}_group to ${ordinary}`);
  const work = vi.fn<() => Promise<void>>();
  await expect(withOrdinaryUser(user.href, work)).rejects.toThrow(
    `The user of DATABASE_URL is a member of ${ordinary}_group, and a dump is restored without such rights.`,
  );
  expect(work).not.toHaveBeenCalled();
});
