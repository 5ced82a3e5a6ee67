import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { accessTokenKey, signAccessToken } from "#server/identity/sessions/access-token.ts";
import { isRunning } from "#server/platform/embedded-postgres/process-identity.ts";
import { cards, confirmWithCard, type CardIntent } from "#testing/payments/card-calls.ts";
import { bundleProgram } from "#testing/bundle-program.ts";
import { printSeed, testSeed, sizeOf } from "#testing/test-depth.ts";
import { removeFolder } from "#testing/remove-folder.ts";

const rounds = sizeOf("crashRounds");
/** What was acknowledged just before a crash is at risk, so many short rounds find more than a few long ones. */
const atLeastAcknowledged = 60;
const inFlight = 8;
/** One in this many bookings is paid at once. */
const oneInPaid = 10;

/** When each round's server is killed: a number of bookings past the minimum, then a delay in milliseconds. */
const strikes = fc.sample(
  fc.record({ more: fc.nat(99), milliseconds: fc.nat(15) }, { noNullPrototype: true }),
  { seed: testSeed, numRuns: rounds },
);
const secret = "a secret of the tests, long enough for them";

let dataDir: string;
let bundle: Awaited<ReturnType<typeof bundleProgram>>;
let running: Server | null = null;
type Server = {
  child: ChildProcess;
  address: string;
  connectionString: string;
  postgresPid: number;
  /** The payment simulator, which runs in the server's process. */
  providerUrl: string;
};
type Order = { carId: string; buyerId: string; token: string };
type Acknowledged = { id: string; carId: string; buyerId: string; paid: boolean };

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "marque-crash-"));
  bundle = await bundleProgram("bookings/serve-product-server");
});

afterAll(async () => {
  if (running) {
    kill(running.child.pid!);
    process.kill(running.postgresPid, "SIGQUIT");
    const { postgresPid } = running;
    await vi.waitFor(() => expect(isRunning(postgresPid)).toBe(false), { timeout: 20_000 });
  }
  bundle.remove();
  await removeFolder(dataDir);
});

async function start(): Promise<Server> {
  const env = {
    ...process.env,
    DATABASE_URL: "",
    DATA_DIR: dataDir,
    AUTH_SECRET: secret,
    RATE_LIMITS: "off",
    LOG_LEVEL: "silent",
    NODE_ENV: "production",
  };
  const child = spawn(process.execPath, [bundle.program], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let complaint = "";
  child.stderr.on("data", (text: Buffer) => (complaint += text.toString()));
  const died = once(child, "exit").then(() =>
    Promise.reject(new Error(`The server did not start: ${complaint}`)),
  );
  const [line] = (await Promise.race([once(child.stdout, "data"), died])) as [Buffer];
  died.catch(() => undefined);
  return { child, ...(JSON.parse(line.toString()) as Omit<Server, "child">) };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Kills PostgreSQL and, where the system lists them, its child processes. */
function killPostgres(pid: number): void {
  let children: number[] = [];
  try {
    children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
      .trim()
      .split(" ")
      .filter(Boolean)
      .map(Number);
  } catch {
    // On other systems the children exit on their own once the parent is gone.
  }
  for (const one of [pid, ...children]) kill(one);
}

async function ask<T>(server: Server, text: string, values: unknown[] = []): Promise<T[]> {
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query(text, values);
  await client.end();
  return rows as T[];
}

/** Cars and signed-in buyers for a round. Two buyers request each car in a row. */
async function makeOrders(server: Server): Promise<Order[]> {
  const sellerId = randomUUID();
  const buyers = Array.from({ length: 200 }, () => ({ id: randomUUID(), session: randomUUID() }));
  const cars = Array.from({ length: 400 }, () => randomUUID());
  const ids = [buyers.map((buyer) => buyer.id), buyers.map((buyer) => buyer.session)];
  await ask(
    server,
    `insert into identity_user (id, name, email) select id, '', id || '@crash.example' from unnest($1::text[]) as id`,
    [ids[0]],
  );
  await ask(
    server,
    `insert into identity_session (id, user_id, token, expires_at) select session, id, session, now() + interval '1 hour' from unnest($1::text[], $2::text[]) as buyer(id, session)`,
    ids,
  );
  await ask(
    server,
    `insert into account (id, identity_id, name, email, role) select id::uuid, id, '', id || '@crash.example', 'Buyer' from unnest($1::text[]) as id`,
    [ids[0]],
  );
  await ask(
    server,
    `insert into account (id, name, email, role) values ($1, 'Seller', $2, 'Seller')`,
    [sellerId, `${sellerId}@crash.example`],
  );
  await ask(
    server,
    `insert into listing (id, seller_id, name, make, category_id, resale_price_minor) select id, $1, 'Crash', 'BMW', 1, 100 from unnest($2::uuid[]) as id`,
    [sellerId, cars],
  );
  const key = accessTokenKey(secret);
  const tokens = await Promise.all(
    buyers.map((buyer) =>
      signAccessToken(key, { accountId: buyer.id, sessionId: buyer.session }, new Date()),
    ),
  );
  return Array.from({ length: cars.length * 2 }, (_, place) => {
    const buyer = place % buyers.length;
    return {
      carId: cars[place >> 1]!,
      buyerId: buyers[buyer]!.id,
      token: tokens[buyer]!.accessToken,
    };
  });
}

async function book({ address }: Server, { carId, token }: Order): Promise<string | null> {
  const response = await fetch(`${address}/api/bookings`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ productId: carId, item: "Crash", price: 1 }),
  });
  const answer = (await response.json()) as { acknowledged?: boolean; insertedId?: string };
  return response.status === 200 && answer.acknowledged ? answer.insertedId! : null;
}

/** Pays a booking by card. Returns whether the shop showed it as paid. */
async function pay({ address, providerUrl }: Server, { token }: Order, id: string) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const opened = await fetch(`${address}/api/create-payment-intent`, {
    method: "POST",
    headers,
    body: JSON.stringify({ bookingId: id, price: 1 }),
  });
  if (opened.status !== 200) return false;
  const intent = (await opened.json()) as CardIntent;
  await confirmWithCard({ providerUrl, returnUrl: address }, intent, cards.good);
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const answer = await fetch(`${address}/api/bookings/${id}`, { headers });
    if (((await answer.json()) as { paid?: boolean }).paid) return true;
    await sleep(20);
  }
  return false;
}

/** Sends eight requests at a time until the server is killed, some time after enough bookings were acknowledged. */
async function loadAndKill(
  server: Server,
  orders: Order[],
  { more, milliseconds }: (typeof strikes)[number],
  postgresToo: boolean,
): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  const enough = atLeastAcknowledged + more;
  const exit = once(server.child, "exit");
  let killed = false;
  async function strike() {
    killed = true;
    await sleep(milliseconds);
    if (postgresToo) killPostgres(server.postgresPid);
    kill(server.child.pid!);
  }
  async function ride() {
    for (let order = orders.shift(); order; order = orders.shift()) {
      // A request cut off by the crash was not acknowledged and may or may not have succeeded.
      const id = await book(server, order).catch(() => null);
      const booked = { id: id ?? "", carId: order.carId, buyerId: order.buyerId, paid: false };
      if (id) acknowledged.push(booked);
      if (!killed && acknowledged.length >= enough) void strike();
      if (id && acknowledged.length % oneInPaid === 0)
        booked.paid = await pay(server, order, id).catch(() => false);
      if (server.child.exitCode !== null || server.child.signalCode !== null) return;
    }
  }
  await Promise.all(Array.from({ length: inFlight }, ride));
  expect(killed, "the load ended before the crash").toBe(true);
  await exit;
  return acknowledged;
}

test(
  `${rounds} rounds of kill -9 under load: keeps every acknowledged booking and payment, and no car has two`,
  // A round takes a minute on a busy machine.
  { timeout: Math.max(20, rounds) * 120_000 },
  async () => {
    printSeed("crashes");
    const promised: Acknowledged[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const server = (running ??= await start());
      const [settings] = await ask<object>(
        server,
        `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages`,
      );
      expect(settings).toEqual({ fsync: "on", commit: "on", pages: "on" });
      const acknowledged = await loadAndKill(
        server,
        await makeOrders(server),
        strikes[round]!,
        round % 2 === 1,
      );
      running = null;
      expect(acknowledged.length).toBeGreaterThanOrEqual(atLeastAcknowledged);
      promised.push(...acknowledged);

      const after = (running = await start());
      const booking = await ask<{ id: string }>(
        after,
        `select booking.id from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as promise(id, car, buyer)
       join booking on booking.id = promise.id and listing_id = car and buyer_id = buyer and state in ('held', 'paid')
       where exists (select 1 from booking_event where booking_id = booking.id and to_state = 'held')`,
        [
          promised.map((one) => one.id),
          promised.map((one) => one.carId),
          promised.map((one) => one.buyerId),
        ],
      );
      expect(booking).toHaveLength(promised.length);
      const paid = promised.filter((one) => one.paid).map(({ id }) => id);
      const receipts = await ask(
        after,
        `select id from booking join receipt on booking_id = booking.id
         where id = any($1) and state = 'paid'`,
        [paid],
      );
      expect(receipts).toHaveLength(paid.length);
      const doubled = await ask(
        after,
        `select listing_id from booking where state in ('held', 'releasing', 'paid', 'partly_refunded') group by 1 having count(*) > 1`,
      );
      expect(doubled).toEqual([]);
      if ((round + 1) % 10 === 0 && round + 1 < rounds)
        console.log(`${round + 1} crashes, ${promised.length} bookings, ${paid.length} payments`);
    }
    const paid = promised.filter((one) => one.paid).length;
    expect(paid).toBeGreaterThan(0);
    console.log(
      `${rounds} crashes, ${promised.length} acknowledged bookings and ${paid} payments, all there`,
    );
  },
);
