import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ConfigError } from "#server/platform/config/config.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { migrate } from "./migrate.ts";
import { firstNewMigration } from "./refuse-older-program.ts";

let database: TestDatabase;
let folder: string;
let clients: pg.Client[];

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(path.join(tmpdir(), "marque-migrations-"));
  await cp("db/migrations", folder, { recursive: true });
  clients = [];
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await database.drop();
  await rm(folder, { recursive: true });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  clients.push(client);
  return client;
}

/** Adds a migration after the existing ones. */
async function addMigration(sql: string): Promise<void> {
  const journalFile = path.join(folder, "meta/_journal.json");
  const journal = JSON.parse(await readFile(journalFile, "utf8")) as {
    entries: { idx: number; when: number; tag: string }[];
  };
  const last = journal.entries.at(-1)!;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag: "next" });
  await writeFile(journalFile, JSON.stringify(journal));
  await writeFile(path.join(folder, "next.sql"), sql);
}

async function addOnlineMigration(sql: string): Promise<void> {
  await mkdir(path.join(folder, "online"), { recursive: true });
  await writeFile(path.join(folder, "online", "0001_index.sql"), sql);
}

/** Takes the migrations from this one on away, as in a version before it. */
async function goBackBefore(name: string): Promise<void> {
  const file = path.join(folder, "meta/_journal.json");
  const journal = JSON.parse(await readFile(file, "utf8")) as { entries: { tag: string }[] };
  const entries = journal.entries.filter(({ tag }) => tag < name);
  await writeFile(file, JSON.stringify({ ...journal, entries }));
  await rm(path.join(folder, "online"), { recursive: true, force: true });
}

test("the previous release opens the new schema, and says so", async () => {
  await migrate(database.url, { folder });
  await goBackBefore(firstNewMigration);
  const warnings: string[] = [];
  await migrate(database.url, { folder, log: { warn: (text) => warnings.push(text) } });
  expect(warnings).toEqual([
    expect.stringMatching(
      /was migrated by a newer version \(up to 00\d\d_\w+\), .* up to 0019_\w+;/,
    ),
  ]);
});

test("a version before the previous release is refused with one line that names both", async () => {
  await migrate(database.url, { folder });
  const client = await connect();
  const note = `select obj_description('drizzle.__drizzle_migrations'::regclass, 'pg_class') as note`;
  const before = (await client.query(note)).rows;
  await goBackBefore("0019");
  await expect(migrate(database.url, { folder })).rejects.toThrow(
    /^This version is older than its database: .*up to 00\d\d_\w+\), and this one has migrations up to 0018_\w+\. Start the newer version, or one that has 0019_\w+, .*$/,
  );
  expect((await client.query(note)).rows).toEqual(before);
});

test("a database with migrations of an unknown version is refused", async () => {
  await migrate(database.url, { folder });
  const client = await connect();
  await client.query("comment on table drizzle.__drizzle_migrations is null");
  await client.query(
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9e15::bigint)",
  );
  await expect(migrate(database.url, { folder })).rejects.toThrow(ConfigError);
});

test("a migration that waits for a lock lets others pass, and is applied when the lock is free", async () => {
  await addMigration(`alter table listing add column note text`);
  const reader = await connect();
  await reader.query("begin");
  await reader.query("select from listing");
  let warnings = 0;
  let warned = () => {};
  const firstWarning = new Promise<void>((resolve) => (warned = resolve));
  const log = {
    warn: () => {
      warnings += 1;
      warned();
    },
  };
  const migrated = migrate(database.url, { folder, log, pause: 10 });
  await firstWarning;
  // This would wait for the migration, and the migration for the reader, without an end.
  const other = await connect();
  await other.query("set statement_timeout to 20000");
  await other.query("update listing set name = name");
  await reader.query("commit");
  await migrated;
  expect(warnings).toBeGreaterThan(0);
  await expect(other.query("select note from listing")).resolves.toBeDefined();
});

test("gives up on a lock after the last attempt, with nothing changed", async () => {
  await addMigration(
    `create table half_done (id int);--> statement-breakpoint\nalter table listing add column note text`,
  );
  const reader = await connect();
  await reader.query("begin");
  await reader.query("select from listing");
  await expect(migrate(database.url, { folder, attempts: 2, pause: 1 })).rejects.toThrow();
  await reader.query("commit");
  const { rows } = await reader.query("select to_regclass('half_done') is null as missing");
  expect(rows).toEqual([{ missing: true }]);
});

test("says that it waits for another process's migrations", async () => {
  const other = await connect();
  await other.query("select pg_advisory_lock(7201337)");
  const warnings: string[] = [];
  let warned = () => {};
  const firstWarning = new Promise<void>((resolve) => (warned = resolve));
  const warn = (text: string) => {
    warnings.push(text);
    warned();
  };
  const migrating = migrate(database.url, { folder, log: { warn } });
  await firstWarning;
  await other.query("select pg_advisory_unlock(7201337)");
  await migrating;
  expect(warnings).toEqual(["another process applies migrations; waiting for it"]);
});

const createIndex = `create index concurrently if not exists listing_note on listing (lower(name));`;
const isValid = `select indisvalid as valid from pg_index where indexrelid = to_regclass('listing_note')`;

test("builds an index without a transaction once, by several processes that start together", async () => {
  await addOnlineMigration(createIndex);
  await Promise.all([1, 2, 3].map(() => migrate(database.url, { folder })));
  const client = await connect();
  expect((await client.query(isValid)).rows).toEqual([{ valid: true }]);
  await client.query("drop index listing_note");
  await migrate(database.url, { folder });
  expect((await client.query(isValid)).rows).toEqual([]);
});

test("builds an index again that an interrupted start left invalid", async () => {
  await addOnlineMigration(createIndex.replace("index", "unique index"));
  const client = await connect();
  const seller = `insert into account (id, name, email, role) values (gen_random_uuid(), 'S', 's@marque.example', 'Seller') returning id`;
  const { rows } = await client.query<{ id: string }>(seller);
  const add = `insert into listing (id, seller_id, name, make, category_id, resale_price_minor) values (gen_random_uuid(), $1, 'same', 'BMW', 1, 1)`;
  for (let twin = 0; twin < 2; twin += 1) await client.query(add, [rows[0]!.id]);
  await expect(migrate(database.url, { folder })).rejects.toThrow("listing_note");
  expect((await client.query(isValid)).rows).toEqual([{ valid: false }]);
  await client.query("update listing set name = id::text");
  await migrate(database.url, { folder });
  expect((await client.query(isValid)).rows).toEqual([{ valid: true }]);
});
