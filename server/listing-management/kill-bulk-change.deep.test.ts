import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { MatchingAnswer } from "#shared/listings/own-product-contract.ts";
import type { Deps } from "#server/deps.ts";
import { accessTokenKey } from "#server/identity/sessions/access-token.ts";
import { connectDatabase, type OpenDatabase } from "#server/platform/database/database.ts";
import { aBooking, anAccount } from "#testing/builders.ts";
import { bundleProgram } from "#testing/bundle-program.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { freePort } from "#testing/free-port.ts";

const secret = "a secret of the tests, long enough for them";
const cars = 2_000;
/** Of these, one in so many is reserved, and its price stays. */
const oneInReserved = 200;
const patience = { timeout: 60_000, interval: 20 };

let bundle: Awaited<ReturnType<typeof bundleProgram>>;
let database: TestDatabase;
let open: OpenDatabase;
let folder: string;
let running: ChildProcess | null = null;

beforeAll(async () => {
  bundle = await bundleProgram("catalogue/serve-shop");
  database = await createTestDatabase();
  open = connectDatabase(database.url, 2);
  folder = mkdtempSync(path.join(tmpdir(), "marque-kill-bulk-"));
});
afterAll(async () => {
  if (running) await kill(running);
  bundle.remove();
  await open.pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<{ child: ChildProcess; address: string }> {
  const port = await freePort();
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    AUTH_SECRET: secret,
    ENV_FILE: devNull,
    PUBLIC_URL: "http://localhost:3000",
    HOST: "127.0.0.1",
    PORT: String(port),
    DEMO: "0",
    CURRENCY: "USD",
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
    NODE_ENV: "production",
  };
  const child = spawn(process.execPath, [bundle.program], { env });
  running = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (output += text.toString()));
  await vi.waitFor(() => expect(output).toContain("is open at"), patience);
  return { child, address: `http://127.0.0.1:${port}` };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  running = null;
}

type Dealer = { id: string; token: string };

/** A seller with a fleet of cars at 20,000. */
async function aDealer(): Promise<Dealer> {
  const identity = { tokenKey: accessTokenKey(secret) } as Deps["identity"];
  const deps = { db: open.db, identity, catalogue: { refresh: async () => {} } } as Deps;
  const seller = await anAccount(deps, { role: "Seller", isVerified: true });
  const buyer = await anAccount(deps);
  const { rows } = await open.db.execute<{ id: string }>(sql`
    insert into listing (id, seller_id, name, make, category_id, resale_price_minor)
    select gen_random_uuid(), ${seller.id}, 'Fleet ' || number, 'BMW', 1, 2000000
    from generate_series(1, ${cars}) as number returning id`);
  for (const [at, { id }] of rows.entries())
    if (at % oneInReserved === 0) await aBooking(deps, { listingId: id, buyerId: buyer.id });
  return seller;
}

const fivePercentOff = {
  action: "price",
  filter: { make: "BMW" },
  change: { kind: "percent", by: -5 },
};

async function call(address: string, { token }: Dealer, body: object): Promise<MatchingAnswer> {
  const response = await fetch(`${address}/api/products/bulk/matching`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ ...fivePercentOff, ...body }),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as MatchingAnswer;
}

/** Sends a call until every car was taken, as the page does. Answers how many cars it changed and refused. */
async function callToEnd(address: string, dealer: Dealer, asOf: string) {
  let done = 0;
  let refused = 0;
  let after: string | null = null;
  do {
    const body: object = { count: cars, asOf, ...(after !== null && { after }) };
    const answer: MatchingAnswer = await call(address, dealer, body);
    done += answer.doneCount;
    refused += answer.refusedCount;
    after = answer.next;
  } while (after !== null);
  return { done, refused };
}

/** The price of each car, and those that its history has, the first one first. */
async function pricesOf({ id }: Dealer): Promise<{ price: number; history: number[] }[]> {
  const { rows } = await open.db.execute<{ price: number; history: number[] }>(sql`
    select resale_price_minor::int as price, array_agg(price_minor::int order by change.id) as history
    from listing join listing_price_change as change on listing_id = listing.id
    where seller_id = ${id} group by listing.id, name order by name`);
  return rows;
}

const changedOf = (all: Awaited<ReturnType<typeof pricesOf>>) =>
  all.filter(({ price }) => price !== 2_000_000).length;

test(
  "a change of all prices that is killed again and again ends as in one call",
  { timeout: 600_000 },
  async () => {
    const killed = await aDealer();
    const whole = await aDealer();
    let shop = await start();
    const before = await call(shop.address, whole, { preview: true });
    const reserved = cars / oneInReserved;
    expect(await callToEnd(shop.address, whole, before.asOf!)).toEqual({
      done: cars - reserved,
      refused: reserved,
    });

    const { asOf } = await call(shop.address, killed, { preview: true });
    let inTheMiddle = 0;
    for (const share of [0, 1 / 3]) {
      const answer = callToEnd(shop.address, killed, asOf!).catch(() => null);
      let isOver = false;
      void answer.then(() => (isOver = true));
      while (!isOver && changedOf(await pricesOf(killed)) <= cars * share) await wait(1);
      await kill(shop.child);
      expect(await answer).toBeNull();
      const left = await pricesOf(killed);
      expect(left).toHaveLength(cars);
      expect(left.filter(({ price, history }) => price !== history.at(-1))).toEqual([]);
      const changed = changedOf(left);
      if (changed > 0 && changed < cars - reserved) inTheMiddle += 1;
      shop = await start();
    }
    expect(inTheMiddle).toBe(2);

    // As the seller who got no answer: the same call, as of the same moment.
    const changed = changedOf(await pricesOf(killed));
    expect(await callToEnd(shop.address, killed, asOf!)).toEqual({
      done: cars - reserved - changed,
      refused: reserved + changed,
    });
    const lowered = { price: 1_900_000, history: [2_000_000, 1_900_000] };
    const after = await pricesOf(killed);
    expect(after).toEqual(await pricesOf(whole));
    expect(after.filter(({ price }) => price === lowered.price)).toEqual(
      Array.from({ length: cars - reserved }, () => lowered),
    );
  },
);
