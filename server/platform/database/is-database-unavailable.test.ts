import { DrizzleQueryError, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { connectDatabase } from "./database.ts";
import { isDatabaseUnavailable } from "./is-database-unavailable.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const errorOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

async function withPool<T>(
  connectionString: string,
  use: (open: ReturnType<typeof connectDatabase>) => Promise<T>,
): Promise<T> {
  const open = connectDatabase(connectionString, 2);
  try {
    return await use(open);
  } finally {
    await open.pool.end();
  }
}

test("a refused connection, in a query and in a transaction", async () => {
  const nowhere = "postgres://marque@127.0.0.1:1/marque";
  await withPool(nowhere, async ({ db }) => {
    const inQuery = await errorOf(db.execute(sql`select 1`));
    expect(inQuery).toBeInstanceOf(DrizzleQueryError);
    expect(isDatabaseUnavailable(inQuery)).toBe(true);
    const inTransaction = await errorOf(db.transaction((tx) => tx.execute(sql`select 1`)));
    expect(isDatabaseUnavailable(inTransaction)).toBe(true);
  });
});

test("a connection that the server ends during a query, and the rest of its transaction", async () => {
  await withPool(database.url, async ({ db }) => {
    const end = sql`select pg_terminate_backend(pg_backend_pid())`;
    expect(isDatabaseUnavailable(await errorOf(db.execute(end)))).toBe(true);
    const error = await errorOf(
      db.transaction(async (tx) => {
        await tx.execute(end).catch(() => undefined);
        await tx.execute(sql`select 1`);
      }),
    );
    expect(isDatabaseUnavailable(error)).toBe(true);
  });
});

test("a write to a server that has become a standby", async () => {
  await withPool(database.url, async ({ db }) => {
    const error = await errorOf(
      db.transaction(async (tx) => {
        await tx.execute(sql`set transaction read only`);
        await tx.execute(sql`create table written_too_late ()`);
      }),
    );
    expect(isDatabaseUnavailable(error)).toBe(true);
  });
});

test("a statement that takes longer than the limit", async () => {
  const limits = { connection: 1_000, statement: 50 };
  const { db, pool } = connectDatabase(database.url, 1, { limits });
  const error = await errorOf(db.execute(sql`select pg_sleep(60)`));
  expect(isDatabaseUnavailable(error)).toBe(true);
  // The connection is free for the next statement.
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

test("a server that does not answer a statement", async () => {
  const pool = new pg.Pool({ connectionString: database.url, max: 1, query_timeout: 50 });
  const error = await errorOf(pool.query("select pg_sleep(1)"));
  expect(isDatabaseUnavailable(error)).toBe(true);
  await pool.end();
});

test("a pool without a free connection", async () => {
  const pool = new pg.Pool({
    connectionString: database.url,
    max: 1,
    connectionTimeoutMillis: 1,
  });
  const client = await errorOf(pool.connect().then((only) => only));
  const error = client ?? (await errorOf(pool.query("select 1")));
  expect(isDatabaseUnavailable(error)).toBe(true);
  await pool.end();
});

test("not an error of the statement, and not one of another server", async () => {
  await withPool(database.url, async ({ db }) => {
    expect(isDatabaseUnavailable(await errorOf(db.execute(sql`select 1 / 0`)))).toBe(false);
    expect(isDatabaseUnavailable(await errorOf(db.execute(sql`select nothing`)))).toBe(false);
  });
  const fetched = await errorOf(fetch("http://127.0.0.1:1/"));
  expect(fetched).toBeInstanceOf(TypeError);
  expect(isDatabaseUnavailable(fetched)).toBe(false);
  expect(isDatabaseUnavailable(null)).toBe(false);
});

test("a full or failing disk, or too little memory", async () => {
  await withPool(database.url, async ({ db }) => {
    for (const code of ["53100", "53200", "58030"]) {
      const raised = db.execute(
        sql.raw(`do $$ begin raise exception using errcode = '${code}'; end $$`),
      );
      expect([code, isDatabaseUnavailable(await errorOf(raised))]).toEqual([code, true]);
    }
  });
});

test.each([
  ["a refused login", "28P01"],
  ["a missing database", "3D000"],
  ["a database that takes no connections", "55000"],
  ["a transaction that was idle for too long", "25P03"],
])("%s, whatever language the server speaks", (_what, code) => {
  const fatal = (severity: string) => Object.assign(new Error("…"), { code, severity });
  expect(["FATAL", "ВАЖНО", "致命错误"].map((word) => isDatabaseUnavailable(fatal(word)))).toEqual([
    true,
    true,
    true,
  ]);
});

// The first two are what PostgreSQL 15 answered on a disk that had become read-only.
test.each([
  ["42501", "md.c", 'could not open file "global/2676": Read-only file system'],
  ["XX000", "fd.c", 'could not create temporary file "base/pgsql_tmp/1.0": No such file'],
  ["58P01", "md.c", 'could not open file "base/5/2686": No such file or directory'],
])("a server that cannot use its own files: %s in %s", (code, file, message) => {
  expect(isDatabaseUnavailable(serverError(code, file, message))).toBe(true);
});

test.each([
  ["42501", "aclchk.c", "permission denied for table listing"],
  ["58P01", "dfmgr.c", 'could not access file "pg_trgm": No such file or directory'],
  ["XX000", "heapam.c", "tuple concurrently updated"],
  ["42501", undefined, "must be superuser"],
])("not another error with such a code: %s in %s", (code, file, message) => {
  expect(isDatabaseUnavailable(serverError(code, file, message))).toBe(false);
});

function serverError(code: string, file: string | undefined, message: string) {
  return Object.assign(new pg.DatabaseError(message, message.length, "error"), { code, file });
}
