import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { DataFile } from "#shared/privacy/data-file-contract.ts";
import type { App, Viewer } from "#server/platform/http/app-instance.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { dataFileRoutes } from "./data-file-routes.ts";
import { rowsAtOnce } from "./own-page-store.ts";
import { prepareDataFile } from "./prepare-data-file.ts";
import { writeOwnData } from "./write-own-data.ts";

type User = Awaited<ReturnType<typeof anAccount>>;

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: User;
let buyer: User;
const rowCount = 2 * rowsAtOnce + 1;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());
beforeEach(async () => {
  seller = await anAccount(shop.deps, { role: "Seller" });
  buyer = await anAccount(shop.deps, { role: "Buyer" });
});

/** Adds numbered listings, three per timestamp; the highest number is the newest. */
async function addListings(count: number, description = "") {
  await shop.deps.pool.query(
    `insert into listing
       (id, seller_id, name, make, category_id, description, resale_price_minor, created_at)
     select gen_random_uuid(), $1, 'Car ' || n, 'BMW', 1, $3, 100,
       timestamptz '2026-01-01' + (n / 3) * interval '1 second'
     from generate_series(1, $2::int) as n`,
    [seller.id, count, description],
  );
}

/** Books every listing of the seller for the buyer, each with an event, a payment and a refund. */
async function bookListings() {
  await shop.deps.pool.query(
    `with booked as (
       insert into booking (id, listing_id, buyer_id, state, item, image, price_minor,
         due_now_minor, currency, name, email, created_at, expires_at)
       select gen_random_uuid(), id, $2, 'refunded', name, '', 100, 100, 'USD', 'B', 'b@x.example',
         created_at, now()
       from listing where seller_id = $1
       returning id, item, created_at),
     events as (
       insert into booking_event (booking_id, actor_id, to_state, why)
       select id, $2, 'held', item from booked),
     payments as (
       insert into payment (id, booking_id, intent_id, status, amount_minor, currency)
       select gen_random_uuid(), id, 'pi of ' || item, 'succeeded', 100, 'USD' from booked
       returning id)
     insert into refund (id, payment_id, amount_minor, cause, why, status)
     select gen_random_uuid(), id, 100, 'admin', '', 'succeeded' from payments`,
    [seller.id, buyer.id],
  );
}

const askFor = (user: User) =>
  shop.call("GET", "/api/account/data", { token: user.token }) as Promise<{
    status: number;
    body: DataFile;
  }>;

/** Names grouped by timestamp, newest first, because rows with the same timestamp are ordered by id. */
function inInstants(rows: { createdAt: string; name: string }[]): string[][] {
  const instants = [...new Set(rows.map(({ createdAt }) => createdAt))];
  return instants.map((instant) =>
    rows
      .filter(({ createdAt }) => createdAt === instant)
      .map(({ name }) => name)
      .toSorted(),
  );
}

test("contains every row of a seller and a buyer with more rows than a page, in order", async () => {
  await addListings(rowCount);
  await bookListings();
  const ofSeller = (await askFor(seller)).body;
  const ofBuyer = (await askFor(buyer)).body;
  const sorted = (names: string[]) => names.toSorted();
  const expected: string[][] = [];
  for (let last = rowCount; last > 0;) {
    const first = Math.max(1, last - (last % 3));
    const names = Array.from({ length: last - first + 1 }, (_, index) => `Car ${first + index}`);
    expected.push(sorted(names));
    last = first - 1;
  }
  const asRow = ({ createdAt, item }: { createdAt: string; item: string }) => ({
    createdAt,
    name: item,
  });
  expect(inInstants(ofSeller.listings)).toEqual(expected);
  expect(inInstants(ofSeller.sales.map(asRow))).toEqual(expected);
  expect(inInstants(ofBuyer.bookings.map(asRow))).toEqual(expected);
  expect(ofSeller.listings).toHaveLength(rowCount);
  for (const { item, history, payments } of ofBuyer.bookings) {
    expect(history).toMatchObject([{ to: "held", byYou: true }]);
    expect(payments).toMatchObject([{ transactionId: `pi of ${item}`, refunds: [{ amount: 1 }] }]);
  }
});

test("contains every report, decision, email and log entry when there is more than one page of them", async () => {
  await addListings(rowCount);
  const { pool } = shop.deps;
  const numbered = "row_number() over (order by id)";
  await pool.query(
    `insert into report (id, listing_id, reporter_id, reason, created_at)
     select gen_random_uuid(), id, $2, name, timestamptz '2026-01-01' + ${numbered} * interval '1 ms'
     from listing where seller_id = $1`,
    [seller.id, seller.id],
  );
  await pool.query(
    `insert into moderation_action (id, kind, seller_id, listing_id, at)
     select gen_random_uuid(), 'removal', $1, id, created_at from listing where seller_id = $1`,
    [seller.id],
  );
  await pool.query(
    `insert into email (id, kind, to_address, subject, text, html, created_at)
     select gen_random_uuid(), 'receipt.buyer', $1, n, '', '', timestamptz '2026-01-01' + (n / 3) * interval '1 ms'
     from generate_series(1, $2::int) as n`,
    [seller.email, rowCount],
  );
  await pool.query(
    `insert into audit (actor_id, action, subject_id, at)
     select $1, 'listing.remove', id, timestamptz '2026-01-01' + ${numbered} * interval '1 ms'
     from listing where seller_id = $1`,
    [seller.id],
  );
  const { body } = await askFor(seller);
  const lists = {
    reports: [
      body.reports.map(({ createdAt }) => createdAt),
      body.reports.map((row) => row.reason),
    ],
    decisions: [body.decisions.map(({ at }) => at), body.decisions.map(({ id }) => id)],
    emails: [body.emails.map(({ createdAt }) => createdAt), body.emails.map((row) => row.subject)],
    log: [body.log.map(({ at }) => at), body.log.map(({ subjectId }) => subjectId)],
  };
  for (const [name, [instants = [], ids]] of Object.entries(lists)) {
    expect([name, new Set(ids).size, ids?.length]).toEqual([name, rowCount, rowCount]);
    expect(instants).toEqual(instants.toSorted());
  }
});

test("reads a page only after the previous one was consumed", async () => {
  await addListings(rowCount);
  const { db, config, pool } = shop.deps;
  const viewer = { accountId: seller.id, identityId: seller.identityId! };
  const carsIn = (piece: string) => piece.match(/"name":"[^"]+","make"/g) ?? [];
  // Outside a transaction each page shows the table as it is when the page is read.
  const pieces = writeOwnData(db, config, viewer, new Date());
  const pages: string[][] = [];
  let text = "";
  for await (const piece of pieces) {
    text += piece;
    const cars = carsIn(piece);
    if (cars.length === 0) continue;
    pages.push(cars);
    await pool.query("update listing set name = $2 where seller_id = $1", [
      seller.id,
      `Renamed ${pages.length}`,
    ]);
  }
  expect(pages.map(({ length }) => length)).toEqual([rowsAtOnce, rowsAtOnce, 1]);
  expect(pages.slice(1).map((cars) => new Set(cars))).toEqual([
    new Set(['"name":"Renamed 1","make"']),
    new Set(['"name":"Renamed 2","make"']),
  ]);
  expect((JSON.parse(text) as DataFile).listings).toHaveLength(rowCount);
});

/** Runs `work` while reading the seller's file waits at the emails, after listings, bookings and sales. */
async function whileReading<T>(ask: () => Promise<T>, work: () => unknown): Promise<T> {
  const { pool } = shop.deps;
  const lock = await pool.connect();
  try {
    await lock.query("begin; lock table email in access exclusive mode");
    const answer = ask();
    await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 10_000 });
    await work();
    await lock.query("commit");
    return await answer;
  } finally {
    lock.release(true);
  }
}

async function waiting(): Promise<number[]> {
  const { rows } = await shop.deps.pool.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%"email"%'`,
  );
  return rows.map(({ pid }) => pid);
}

test("is a consistent snapshot, whatever changes while it is read", async () => {
  const { pool } = shop.deps;
  const { status, body } = await whileReading(
    () => askFor(seller),
    () =>
      pool.query("insert into audit (actor_id, action) values ($1, 'listing.remove')", [seller.id]),
  );
  expect(status).toBe(200);
  expect(body.log).toEqual([]);
  expect((await askFor(seller)).body.log).toHaveLength(1);
});

test("answers 503 and sends nothing if the database is lost midway", async () => {
  await addListings(rowCount);
  const { pool } = shop.deps;
  const { status, body } = await whileReading(
    () => askFor(seller),
    async () => {
      for (const pid of await waiting()) await pool.query("select pg_terminate_backend($1)", [pid]);
    },
  );
  expect(status).toBe(503);
  expect(body).toMatchObject({ error: { code: "unavailable" } });
  expect(JSON.stringify(body)).not.toContain("Car 1");
  expect((await askFor(seller)).body.listings).toHaveLength(rowCount);
});

test("stops reading when the caller disconnects", async () => {
  const viewer = { accountId: seller.id, identityId: seller.identityId! };
  const controller = new AbortController();
  const prepare = () => prepareDataFile(shop.deps, viewer, new Date(), controller.signal);
  const cutOff = { code: "timed_out" };
  await whileReading(
    async () => expect(prepare()).rejects.toMatchObject(cutOff),
    () => controller.abort(),
  );
  await expect(prepare()).rejects.toMatchObject(cutOff);
  expect((await askFor(seller)).status).toBe(200);
});

test("disconnects a caller who stops downloading, uses no database connection for them, and serves the others", async () => {
  // Larger than the socket buffers of both ends.
  await addListings(6_000, "x".repeat(5_000));
  const app = Fastify() as unknown as App;
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest("viewer", null);
  app.addHook("onRequest", async (request) => {
    request.viewer = {
      accountId: seller.id,
      identityId: seller.identityId,
    } as unknown as Viewer;
  });
  dataFileRoutes(app, shop.deps, { stall: 500, total: 60_000 });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const accepted = once(app.server, "connection") as Promise<[Socket]>;
  const caller = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  try {
    caller.write("GET /api/account/data HTTP/1.1\r\nHost: localhost\r\n\r\n");
    const [connection] = await accepted;
    const cut = once(connection, "close");
    await once(caller, "readable");
    const { pool } = shop.deps;
    expect(pool.idleCount).toBe(pool.totalCount);
    expect((await askFor(buyer)).status).toBe(200);
    await cut;
    let received = "";
    caller.on("data", (bytes: Buffer) => (received += bytes.toString("latin1")));
    caller.on("error", () => undefined);
    await once(caller, "close");
    const [head = "", text = ""] = received.split("\r\n\r\n", 2);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    expect(length).toBeGreaterThan(30_000_000);
    expect(text.length).toBeLessThan(length);
  } finally {
    caller.destroy();
    await app.close();
  }
});
