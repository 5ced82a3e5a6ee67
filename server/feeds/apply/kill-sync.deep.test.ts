import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase, type OpenDatabase } from "#server/platform/database/database.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";

let database: TestDatabase;
let open: OpenDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  open = connectDatabase(database.url, 2);
  folder = mkdtempSync(path.join(tmpdir(), "marque-kill-sync-"));
});
afterAll(async () => {
  await open.pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function aSeller(): Promise<string> {
  const email = `${randomUUID()}@marque.example`;
  await open.db.execute(sql`
    insert into account (id, name, email, role, location, phone)
    values (${randomUUID()}, 'Seller', ${email}, 'Seller', 'Leeds', '1')`);
  return email;
}

function startSync(seller: string, what: "sync" | "undo" = "sync") {
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    DEMO: "1",
    CURRENCY: "USD",
    INIT_CWD: folder,
    DATA_DIR: path.join(folder, "data"),
    NODE_ENV: "development",
  };
  const argv = ["server/main.ts", "import", what, "stock.csv", "--seller", seller, "--confirm"];
  const child = spawn(process.execPath, ["--import", "tsx", ...argv], { env, stdio: "ignore" });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  return { child, ended };
}

/** Changes of the seller's plans that are applied, or undone. */
async function countBy(seller: string, state: "applied" | "undone"): Promise<number> {
  const { rows } = await open.db.execute<{ applied: number }>(sql`
    select count(*)::int as applied from feed_change
    join feed_plan on feed_plan.id = plan_id join feed on feed.id = feed_id
    join account on account.id = seller_id
    where account.email = ${seller} and feed_change.state = ${state}`);
  return rows[0]!.applied;
}

const appliedBy = (seller: string) => countBy(seller, "applied");

/** The keys of cars have their seller in them, so only their number is compared. */
async function stateOf(seller: string): Promise<unknown[]> {
  const { rows } = await open.db.execute(sql`
    select identity, is_retired, said::jsonb - 'carKeys' as said,
      jsonb_array_length(said::jsonb -> 'carKeys') as keys, resale_price_minor, colour, withdrawn_at is null as is_on_sale
    from feed_car join feed on feed.id = feed_id join account on account.id = seller_id
    join listing on listing.id = listing_id where account.email = ${seller} order by identity`);
  return rows;
}

const cars = 4_000;
/** Stock of a day: on the second, every car is a little cheaper, some are gone and others new. */
function stock(day: 1 | 2): string {
  const rows = Array.from({ length: cars }, (_, at) => at + (day === 2 ? 300 : 0)).map(
    (number) =>
      `S${number},BMW,3 Series,2018,${15_000 + number - (day === 2 ? 100 : 0)},${20_000 + number},black`,
  );
  return `${["Stock Number,Make,Model,Year,Price (USD),Mileage (mi),Color", ...rows].join("\n")}\n`;
}

// Each kill is after more applied changes than the last.
test("a sync that is killed again and again ends as in one run", { timeout: 600_000 }, async () => {
  const killed = await aSeller();
  const whole = await aSeller();
  let kills = 0;
  for (const day of [1, 2] as const) {
    writeFileSync(path.join(folder, "stock.csv"), stock(day));
    expect(await startSync(whole).ended).toBe(0);
    const before = await appliedBy(killed);
    for (const share of [0, 1 / 8, 1 / 2]) {
      const { child, ended } = startSync(killed);
      let isOver = false;
      void ended.then(() => (isOver = true));
      while (!isOver && (await appliedBy(killed)) <= before + cars * share) await wait(5);
      if (!isOver) kills += 1;
      child.kill("SIGKILL");
      await ended;
    }
    expect(await startSync(killed).ended).toBe(0);
    expect(await stateOf(killed)).toEqual(await stateOf(whole));
  }
  expect(kills).toBeGreaterThan(2);
});

test(
  "an undo that is killed again and again ends as in one run",
  { timeout: 600_000 },
  async () => {
    const killed = await aSeller();
    const whole = await aSeller();
    for (const seller of [killed, whole])
      for (const day of [1, 2] as const) {
        writeFileSync(path.join(folder, "stock.csv"), stock(day));
        expect(await startSync(seller).ended).toBe(0);
      }
    const applied = await stateOf(whole);
    expect(await startSync(whole, "undo").ended).toBe(0);
    expect(await stateOf(whole)).not.toEqual(applied);
    let kills = 0;
    for (const share of [0, 1 / 8, 1 / 2]) {
      const { child, ended } = startSync(killed, "undo");
      let isOver = false;
      void ended.then(() => (isOver = true));
      while (!isOver && (await countBy(killed, "undone")) <= cars * share) await wait(5);
      if (!isOver) kills += 1;
      child.kill("SIGKILL");
      await ended;
    }
    expect(await startSync(killed, "undo").ended).toBe(0);
    expect(await stateOf(killed)).toEqual(await stateOf(whole));
    expect(kills).toBeGreaterThan(1);
  },
);
