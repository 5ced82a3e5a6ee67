import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate, migrateUpTo } from "#server/platform/database/migrate.ts";
import {
  createDatabase,
  serverVariable,
  type TestDatabase,
} from "#testing/database/test-database.ts";
import { firstNewMigration } from "#server/platform/database/refuse-older-program.ts";
import { sizeOf } from "#testing/test-depth.ts";
import { watchLocks, type ObservedLock } from "./watch-locks.ts";

const listings = sizeOf("listingsToMigrate");
const longest = 1_000;
/**
 * From this one on, migrations are applied while the previous release serves. Those before 0020 need the shop to be
 * stopped: 0016 alone blocks the table for 4 s with 20,000 listings, and for many minutes with a million.
 */
const firstRolling = Number(firstNewMigration);

const { entries } = JSON.parse(readFileSync("db/migrations/meta/_journal.json", "utf8")) as {
  entries: { idx: number; tag: string; when: number }[];
};
const whenOf = (index: number) => entries.find(({ idx }) => idx === index)!.when;

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase(process.env[serverVariable]!, "template0");
  await migrateUpTo(database.url, whenOf(firstRolling - 1));
  await fill();
}, 900_000);
afterAll(() => database.drop());

/** Listings of a thousand sellers. */
async function fill(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // No triggers: the change feed would take most of the time.
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into account (id, name, email, role)
     select gen_random_uuid(), 'Seller ' || n, 'seller-' || n || '@locks.example', 'Seller'
     from generate_series(1, 1000) as n`,
  );
  await client.query(
    `with seller as (select array_agg(id) as ids from account)
     insert into listing (id, seller_id, name, make, category_id, resale_price_minor, created_at)
     select gen_random_uuid(), ids[1 + n % 1000], 'BMW ' || n, 'BMW', 1, 100000 + n,
       now() - make_interval(mins => n)
     from seller, generate_series(1, $1::int) as n`,
    [listings],
  );
  await client.query("analyze");
  await client.end();
}

const describeLocks = (locks: ObservedLock[]) =>
  locks
    .slice(0, 3)
    .map(({ table, blocks, milliseconds }) => `${table} blocks ${blocks} for ${milliseconds} ms`)
    .join(", ") || "no lock that blocks";

test(
  `no migration locks a table of ${listings} listings for over a second while the shop serves`,
  { timeout: 1_800_000 },
  async () => {
    const newer = entries.filter(({ idx }) => idx >= firstRolling);
    const tooLong: string[] = [];
    for (const { tag, when } of newer) {
      const locks = await watchLocks(database.url, () => migrateUpTo(database.url, when));
      console.log(`${tag}: ${describeLocks(locks)}`);
      for (const lock of locks)
        if (lock.milliseconds > longest) tooLong.push(`${tag}: ${describeLocks([lock])}`);
    }
    const locks = await watchLocks(database.url, () => migrate(database.url));
    console.log(`db/migrations/online: ${describeLocks(locks)}`);
    for (const lock of locks)
      if (lock.milliseconds > longest) tooLong.push(`online: ${describeLocks([lock])}`);
    expect(tooLong).toEqual([]);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query("select count(*)::int as n from listing");
    await client.end();
    expect(rows).toEqual([{ n: listings }]);
  },
);

test("notices a lock that is held for too long", async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const locks = await watchLocks(database.url, async () => {
    await client.query("begin");
    await client.query("alter table listing add column noticed int");
    await client.query("select pg_sleep(1.2)");
    await client.query("rollback");
  });
  await client.end();
  expect(locks[0]).toMatchObject({ table: "listing", blocks: "reads" });
  expect(locks[0]!.milliseconds).toBeGreaterThan(longest);
});
