import { createServer, type AddressInfo, type Socket } from "node:net";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  createDatabase,
  createTestDatabase,
  serverVariable,
  type TestDatabase,
} from "#testing/database/test-database.ts";
import { poolerIsInstalled, startPooler } from "#testing/database/pooler.ts";
import { checkServer } from "./check-server.ts";
import { migrate } from "./migrate.ts";

let database: TestDatabase;
let clean: (() => unknown)[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  for (const undo of clean.toReversed()) await undo();
  clean = [];
});

function changed(change: (url: URL) => void): string {
  const url = new URL(database.url);
  change(url);
  return url.toString();
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

async function anEmptyDatabase(): Promise<TestDatabase> {
  const empty = await createDatabase(process.env[serverVariable]!, "template0");
  clean.push(() => empty.drop());
  return empty;
}

async function aUser(): Promise<string> {
  const name = `marque_test_user_${process.pid}`;
  await run(database.url, `create role ${name} login password 'known'`);
  clean.push(() => run(process.env[serverVariable]!, `drop role ${name}`));
  return name;
}

/** A server that answers the first message with `answer` and closes the connection. */
async function aServerThatAnswers(answer: Buffer): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on("error", () => undefined));
    socket.once("data", () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  clean.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `postgres://marque:secret@127.0.0.1:${(server.address() as AddressInfo).port}/marque`;
}

/** PostgreSQL's message of a fatal error. */
function fatal(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

test("accepts the database of the shop, also with a direct address", async () => {
  await checkServer({ DATABASE_URL: database.url });
  const DATABASE_DIRECT_URL = changed((url) => url.searchParams.set("application_name", "other"));
  await checkServer({ DATABASE_URL: database.url, DATABASE_DIRECT_URL });
});

test("names the setting of a database that does not exist, and not the password", async () => {
  const url = changed((one) => (one.pathname = "/marque_missing"));
  await expect(checkServer({ DATABASE_URL: url })).rejects.toThrow(
    /^DATABASE_URL cannot be used: database "marque_missing" does not exist\. .*create the user and the database/,
  );
  await expect(
    checkServer({ DATABASE_URL: database.url, DATABASE_DIRECT_URL: url }),
  ).rejects.toThrow(/^DATABASE_DIRECT_URL cannot be used/);
});

test("says that no server answers", async () => {
  const url = "postgres://marque:secret@127.0.0.1:1/marque";
  await expect(checkServer({ DATABASE_URL: url })).rejects.toThrow(
    "DATABASE_URL: no PostgreSQL can be reached at 127.0.0.1:1 (ECONNREFUSED). Start it, or correct the address.",
  );
});

test.each([
  ["28P01", 'password authentication failed for user "marque"', /create the user/],
  ["28000", 'no pg_hba.conf entry for host "::1", no encryption', /sslmode=verify-full/],
  ["08P01", "SASL authentication failed", /create the user/],
  ["53300", "too many connections for role", /max_connections/],
  ["57P03", "the database system is starting up", /Start again/],
])("explains the server's refusal %s", async (code, text, advice) => {
  const url = await aServerThatAnswers(fatal(code, text));
  const checking = checkServer({ DATABASE_URL: url });
  await expect(checking).rejects.toThrow(`DATABASE_URL cannot be used: ${text}`);
  await expect(checking).rejects.toThrow(advice);
});

test("explains TLS that the server does not have, and a missing file of certificates", async () => {
  const plain = await aServerThatAnswers(Buffer.from("N"));
  await expect(checkServer({ DATABASE_URL: `${plain}?sslmode=verify-full` })).rejects.toThrow(
    /^DATABASE_URL cannot be used: The server does not support SSL connections\. Turn on TLS/,
  );
  const url = `${plain}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`;
  await expect(checkServer({ DATABASE_URL: url })).rejects.toThrow(/nowhere.*must exist/);
});

test("refuses a database of another encoding", async () => {
  const name = `${new URL(database.url).pathname.slice(1)}_ascii`;
  await run(
    database.url,
    `create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`,
  );
  clean.push(() => run(database.url, `drop database ${name} with (force)`));
  const url = changed((one) => (one.pathname = `/${name}`));
  await expect(checkServer({ DATABASE_URL: url })).rejects.toThrow(
    /^DATABASE_URL: the database \w+ has the encoding SQL_ASCII, and the shop needs UTF8/,
  );
});

test("refuses two settings that lead to different databases", async () => {
  const other = await anEmptyDatabase();
  await expect(
    checkServer({ DATABASE_URL: database.url, DATABASE_DIRECT_URL: other.url }),
  ).rejects.toThrow(/^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases/);
});

test.skipIf(!poolerIsInstalled)("refuses a pooler without DATABASE_DIRECT_URL", async () => {
  const pooler = await startPooler(database.url, { connections: 2, statementTimeout: 3_000 });
  clean.push(() => pooler.stop());
  const pooled = pooler.urlOf(database.url);
  await expect(checkServer({ DATABASE_URL: pooled })).rejects.toThrow(
    /^DATABASE_URL leads to a connection pooler .* Set DATABASE_DIRECT_URL/,
  );
  await checkServer({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: database.url });
});

test("migrates no database with another program's tables", async () => {
  const other = await anEmptyDatabase();
  await run(other.url, "create table customer (id int)");
  await expect(migrate(other.url)).rejects.toThrow(
    /^DATABASE_URL: the database \w+ has tables of another program\..*Nothing was changed/,
  );
  await run(other.url, "create schema drizzle");
});

test("migrates no database in which another program's migrations ran", async () => {
  const other = await anEmptyDatabase();
  await run(
    other.url,
    "create schema drizzle; create table drizzle.__drizzle_migrations (id int); insert into drizzle.__drizzle_migrations values (1)",
  );
  await expect(migrate(other.url)).rejects.toThrow(/tables of another program/);
});

test("says who has to own the database, and changes nothing", async () => {
  const other = await anEmptyDatabase();
  const user = await aUser();
  const url = new URL(other.url);
  [url.username, url.password] = [user, "known"];
  await expect(migrate(url.toString())).rejects.toThrow(
    new RegExp(`^DATABASE_URL: the user ${user} may not create schemas and tables`),
  );
  await run(other.url, "create schema drizzle");
});

test("says whose tables a migrated database has", async () => {
  const user = await aUser();
  const url = changed((one) => {
    [one.username, one.password] = [user, "known"];
  });
  await expect(migrate(url)).rejects.toThrow(
    /the tables of \w+ belong to \w+, and marque_test_user_/,
  );
});

test("a second user that acts as the first one takes over, so that the password can be replaced", async () => {
  const first = await aUser();
  const second = `${first}_2`;
  await run(database.url, `create role ${second} login password 'new' in role ${first}`);
  clean.push(() => run(process.env[serverVariable]!, `drop role ${second}`));
  await run(database.url, `alter role ${second} set role ${first}`);
  const empty = await anEmptyDatabase();
  const name = new URL(empty.url).pathname.slice(1);
  await run(database.url, `alter database ${name} owner to ${first}`);
  const urlOf = (user: string, password: string) => {
    const url = new URL(empty.url);
    return Object.assign(url, { username: user, password }).toString();
  };
  await migrate(urlOf(first, "known"));
  const taken = urlOf(second, "new");
  await expect(checkServer({ DATABASE_URL: taken })).resolves.toBeUndefined();
  await expect(migrate(taken)).resolves.not.toThrow();
  // What it creates belongs to the first user, who can take over again.
  await run(taken, "create table made_meanwhile ()");
  await run(urlOf(first, "known"), "drop table made_meanwhile");
});
