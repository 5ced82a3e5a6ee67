import { sql } from "drizzle-orm";
import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { connectDatabase } from "#server/platform/database/database.ts";
import { createTestDatabase } from "#testing/database/test-database.ts";
import { runToExitCode } from "./run-to-exit-code.ts";

afterEach(() => vi.restoreAllMocks());

/** Runs a command that reads the database. @returns its exit code and what it printed */
async function readFrom(url: string): Promise<{ code: number; output: string }> {
  const print = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { db, pool } = connectDatabase(url, 1);
  const code = await runToExitCode([], "", async () => {
    await db.execute(sql`select 1`);
  });
  await pool.end();
  return { code, output: String(print.mock.lastCall) };
}

test("says in one sentence that the database is not running, or what its server refuses", async () => {
  const stopped = await readFrom("postgres://marque@127.0.0.1:1/marque");
  expect(stopped).toEqual({
    code: 1,
    output: "The database cannot be reached (ECONNREFUSED). Is it running?",
  });
  const database = await createTestDatabase();
  const missing = new URL(database.url);
  missing.pathname = "/no_such_shop";
  const { code, output } = await readFrom(missing.href);
  await database.drop();
  expect(code).toBe(1);
  expect(output).toMatch(
    /^The database server refuses DATABASE_URL: database "no_such_shop" does not exist[.] Correct it/,
  );
});

test("passes other errors of the database on", async () => {
  const failed = new pg.DatabaseError("syntax error", 1, "error");
  failed.code = "42601";
  await expect(runToExitCode([], "", () => Promise.reject(failed))).rejects.toBe(failed);
});

test("a connection that times out is of the database, not of a disk", async () => {
  const print = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const late = Object.assign(new Error("connect ETIMEDOUT"), { code: "ETIMEDOUT" });
  expect(await runToExitCode([], "", () => Promise.reject(late))).toBe(1);
  expect(print).toHaveBeenCalledWith("The database cannot be reached (ETIMEDOUT). Is it running?");
});
